import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { pathOf, type ScreenName, screenAt } from '#contract/screens.ts';
import { isPlainClick } from '../lib/plain-click.ts';
import { Footer } from '../ui/Footer.tsx';
import { Header } from '../ui/Header.tsx';
import { Page } from '../ui/Page.tsx';
import { appText } from '../wording/app.ts';
import { brand } from '../wording/lender.ts';

const PrivacyChoices = lazy(() => import('../shared/PrivacyChoices.tsx'));

interface FrameProps {
  readonly screen: ScreenName | undefined;
  readonly now: () => Date;
  /** Navigates without loading a new document. Without it, links load one. */
  readonly onLink?: (address: string) => void;
  readonly progress?: ReactNode;
  readonly account?: ReactNode;
  readonly children: ReactNode;
}

/** On these screens the footer is open; beside a task it would lead away from it. */
const open: ReadonlySet<ScreenName> = new Set(['frequently-asked-questions', 'legal']);

export function Frame({ screen, now, onLink, progress, account, children }: FrameProps) {
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
        <Footer isOpen={screen && open.has(screen)} now={now} onPrivacyChoices={() => setChoosing(true)} />
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
