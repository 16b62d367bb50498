import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { pathOf, type ScreenName, screenAt } from '#contract/screens.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { isPlainClick } from '../lib/plain-click.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/class-names.ts';
import footerStyles from '../ui/Footer.module.css';
import styles from '../ui/Header.module.css';
import { Logo, Mark } from '../ui/Logo.tsx';
import { Page } from '../ui/Page.tsx';
import { appText } from '../wording/app.ts';
import { telephone, unbroken } from '../wording/format.ts';
import { type Hours, serviceHours } from '../wording/hours.ts';
import { brand, helpPhone, servedStates } from '../wording/lender.ts';

const PrivacyChoices = lazyPart(() => import('../shared/PrivacyChoices.tsx'));

interface FrameProps {
  readonly screen: ScreenName | undefined;
  readonly now: () => Date;
  /** When the lender answers its phone, by the clocks of the applicant's branch once that is known. */
  readonly hours?: Hours;
  /** Navigates without loading a new document. Without it, links load one. */
  readonly onLink?: (address: string) => void;
  readonly progress?: ReactNode;
  readonly account?: ReactNode;
  readonly children: ReactNode;
}

/** On these screens the footer is open; beside a task it would lead away from it. */
const open: ReadonlySet<ScreenName> = new Set(['frequently-asked-questions', 'legal']);

export function Frame({ screen, now, hours = brand.hours, onLink, progress, account, children }: FrameProps) {
  const [choosing, setChoosing] = useState(false);
  const page = (
    <Page
      header={
        <Header
          href={screen === 'landing' ? brand.companySite : pathOf('landing')}
          account={
            <>
              <a href={pathOf('status')} aria-current={screen === 'status' ? 'page' : undefined}>
                {appText.myApplication}
              </a>
              {account}
            </>
          }
        />
      }
      progress={progress}
      footer={
        <Footer
          isOpen={screen && open.has(screen)}
          now={now}
          hours={hours}
          onPrivacyChoices={() => setChoosing(true)}
        />
      }
    >
      {children}
    </Page>
  );
  return (
    <>
      {onLink ? (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only watches links, which bring their own keyboard
        <div onClick={(event) => followInside(event, onLink)}>{page}</div>
      ) : (
        page
      )}
      {choosing && <PrivacyChoices onClose={() => setChoosing(false)} />}
    </>
  );
}

/** Turns a plain click on a link to one of our screens into a router navigation. */
function followInside(event: MouseEvent, onLink: (address: string) => void): void {
  if (!isPlainClick(event)) return;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== window.location.origin) return;
  if (link.pathname === window.location.pathname && link.hash) return;
  if (!screenAt(link.pathname)) return;
  event.preventDefault();
  onLink(link.pathname + link.search + link.hash);
}

interface HeaderProps {
  readonly href: string;
  /** Where the application is found, and what an applicant who is signed in can do. */
  readonly account: ReactNode;
}

/** The logo as a link, and a phone number, which is a picture of a phone on a phone. */
function Header({ href, account }: HeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <div className={styles.home}>
          {/* Loads a new document, which drops what was typed or chosen. */}
          <a href={href} onClick={(event) => event.stopPropagation()}>
            <Logo name={brand.name} />
          </a>
        </div>
        <p className={styles.phone}>
          <span>{`${appText.helpBeside} `}</span>
          <a href={telephone(helpPhone)}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 4h4l2 5-2.5 2a12 12 0 0 0 5.5 5.5l2-2.5 5 2v4c-9 1-17-7-16-16z" />
            </svg>
            <span>{helpPhone}</span>
          </a>
        </p>
        <div className={styles.account}>{account}</div>
      </div>
    </header>
  );
}

const words = appText.footer;
const legal = (document: string) => pathOf('legal').replace(':document', document);

// A page without a connection stays as it is.
const LicensingNotes = lazy(() =>
  import('../ui/LicensingNotes.tsx').catch(() => ({
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

interface FooterProps extends Pick<FrameProps, 'now'> {
  readonly hours: Hours;
  /** Shows all links. Otherwise most of them are folded, too. The laws on privacy require two links on every page. */
  readonly isOpen: boolean | undefined;
  readonly onPrivacyChoices: () => void;
}

/** Who the lender is, where it is licensed, and how to reach it. Beside a task it is folded. */
function Footer({ isOpen, now, hours, onPrivacyChoices }: FooterProps) {
  return (
    <footer className={classes(footerStyles.footer, !isOpen && footerStyles.folded)}>
      <div className={footerStyles.inner}>
        <div className={footerStyles.help}>
          <Mark />
          <p>
            {words.help} <a href={telephone(helpPhone)}>{helpPhone}</a>
            <span className={footerStyles.hours}>{unbroken(serviceHours(hours))}</span>
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
    <details ref={fold} className={footerStyles.more} onToggle={look}>
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
    <ul className={footerStyles.links}>
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
    <div className={footerStyles.notes}>
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
