// The header and footer of the landing page and every routed screen.
import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { pathOf, type ScreenName, screenAt } from '#contract/screens.ts';
import { isPlainClick } from '../lib/plain-click.ts';
import { Footer, type FooterProps } from '../ui/Footer.tsx';
import { Header } from '../ui/Header.tsx';
import { Page } from '../ui/Page.tsx';
import { appText } from '../wording/app.ts';
import { serviceHours } from '../wording/hours.ts';
import { brand, helpPhone, servedStates } from '../wording/lender.ts';

const PrivacyChoices = lazy(() => import('../shared/PrivacyChoices.tsx'));

interface FrameProps {
  readonly screen: ScreenName | undefined;
  /** Navigates without loading a new document. Without it, links load one. */
  readonly onLink?: (address: string) => void;
  readonly progress?: ReactNode;
  readonly account?: ReactNode;
  readonly children: ReactNode;
}

const words = appText.footer;
const legal = (document: string) => pathOf('legal').replace(':document', document);

const footer: Omit<FooterProps, 'privacyChoices'> = {
  name: brand.legalName,
  help: {
    words: words.help,
    phone: helpPhone,
    hours: serviceHours(brand.hours),
  },
  links: [
    { label: words.privacy, href: legal('privacy-policy'), stays: true },
    { label: words.cookies, href: legal('cookie-policy') },
    { label: words.licenses, href: legal('licenses-and-disclosures'), stays: true },
    { label: words.investors, href: brand.investorsSite },
    { label: words.california, href: legal('california-notice') },
    { label: words.accessibility, href: legal('accessibility-statement') },
    { label: words.faq, href: pathOf('frequently-asked-questions') },
  ],
  linksLabel: words.linksLabel,
  states: { label: words.states(servedStates.length), names: servedStates.map(({ name }) => name) },
  licensing: {
    label: words.licensing,
    notes: [brand.license, ...servedStates.map(({ name, licenseNote }) => `${name}: ${licenseNote}`)],
  },
  copyright: words.copyright(brand.copyrightYear),
};

/** On these screens the footer is open; beside a task it would lead away from it. */
const open: ReadonlySet<ScreenName> = new Set(['landing', 'frequently-asked-questions', 'legal']);

export function Frame({ screen, onLink, progress, account, children }: FrameProps) {
  const [choosing, setChoosing] = useState(false);
  const atLanding = screen === 'landing';
  const page = (
    <Page
      header={
        <Header
          name={brand.name}
          // On other screens the logo reloads the landing page, which drops what was typed or chosen.
          href={atLanding ? brand.companySite : pathOf('landing')}
          onLogo={(event) => event.stopPropagation()}
          phone={{ words: appText.helpBeside, number: helpPhone }}
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
          {...footer}
          more={screen && open.has(screen) ? undefined : words.more(servedStates.length)}
          privacyChoices={{ label: words.privacyChoices, onOpen: () => setChoosing(true) }}
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
      {choosing && (
        <Suspense fallback={null}>
          <PrivacyChoices onClose={() => setChoosing(false)} />
        </Suspense>
      )}
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
