import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { pathOf } from '#contract/screens.ts';
import { appText } from '../wording/app.ts';
import { telephone } from '../wording/format.ts';
import { serviceHours } from '../wording/hours.ts';
import { brand, helpPhone, servedStates } from '../wording/lender.ts';
import { Button } from './Button.tsx';
import { classes } from './class-names.ts';
import styles from './Footer.module.css';
import { Mark } from './Logo.tsx';

const words = appText.footer;
const legal = (document: string) => pathOf('legal').replace(':document', document);

// A page without a connection stays as it is.
const LicensingNotes = lazy(() =>
  import('./LicensingNotes.tsx').catch(() => ({
    default: () => <a href={legal('licenses-and-disclosures')}>{words.licenses}</a>,
  })),
);

const links = [
  { label: words.privacy, href: legal('privacy-policy') },
  { label: words.cookies, href: legal('cookie-policy') },
  { label: words.licenses, href: legal('licenses-and-disclosures') },
  { label: words.investors, href: brand.investorsSite },
  { label: words.california, href: legal('california-notice') },
  { label: words.accessibility, href: legal('accessibility-statement') },
  { label: words.faq, href: pathOf('frequently-asked-questions') },
];

interface FooterProps {
  /** Shows all links. Otherwise most of them are folded, too. The laws on privacy require two links on every page. */
  readonly isOpen: boolean | undefined;
  readonly now: () => Date;
  readonly onPrivacyChoices: () => void;
}

/** Who the lender is, where it is licensed, and how to reach it. Beside a task it is folded. */
export function Footer({ isOpen, now, onPrivacyChoices }: FooterProps) {
  return (
    <footer className={classes(styles.footer, !isOpen && styles.folded)}>
      <div className={styles.inner}>
        <div className={styles.help}>
          <Mark />
          <p>
            {words.help} <a href={telephone(helpPhone)}>{helpPhone}</a>
            <span className={styles.hours}>{serviceHours(brand.hours)}</span>
          </p>
        </div>
        <nav aria-label={words.linksLabel}>
          <Links links={isOpen ? links : links.slice(0, 1)}>
            <li>
              <Button kind="link" data-privacy-choices onClick={onPrivacyChoices}>
                {words.privacyChoices}
              </Button>
            </li>
          </Links>
        </nav>
        <Fold title={isOpen ? words.states(servedStates.length) : words.more(servedStates.length)}>
          {!isOpen && <Links links={links.slice(1)} />}
          <Notes now={now} />
        </Fold>
      </div>
    </footer>
  );
}

/** Renders its content when it is opened, so that no task's page includes it. */
function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const fold = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const look = () => setOpen(fold.current?.open ?? false);
  // It may have been opened before the page was hydrated.
  useEffect(look, []);
  return (
    <details ref={fold} className={styles.more} onToggle={look}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}

interface LinksProps {
  readonly links: typeof links;
  readonly children?: ReactNode;
}

function Links({ links, children }: LinksProps) {
  return (
    <ul className={styles.links}>
      {links.map(({ label, href }) => (
        <li key={label}>
          <a href={href}>{label}</a>
        </li>
      ))}
      {children}
    </ul>
  );
}

/** Rendered when it is opened, so no page is hydrated in another year than it was rendered in. */
function Notes({ now }: Pick<FooterProps, 'now'>) {
  return (
    <div className={styles.notes}>
      <p>
        <strong>{words.states(servedStates.length)}:</strong>{' '}
        {servedStates.map(({ name }) => name).join(', ')}.
      </p>
      <Fold title={words.licensing}>
        <Suspense fallback={null}>
          <LicensingNotes />
        </Suspense>
      </Fold>
      <p>
        {words.copyright(brand.copyrightYear, now().getFullYear())} {brand.legalName}
      </p>
    </div>
  );
}
