import { type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type ScreenName, screens } from '#contract/screens.ts';
import { useJourney } from '../journey/environment.ts';
import { lazyContent, lazyPart } from '../lib/lazy-part.tsx';
import { useIsHydrated } from '../lib/use-browser-value.ts';
import { Contents, type ContentsItem } from '../ui/Contents.tsx';
import { classes } from '../ui/class-names.ts';
import { Content, PageHeading, type PageWidth, QuietRow, Stack } from '../ui/Page.tsx';
import { finishLaterText } from '../wording/session.ts';
import { uiText } from '../wording/ui-text.ts';
import { EmailedLink } from './EmailedLink.tsx';
import styles from './FinishLater.module.css';
import { LinkTo } from './LinkTo.tsx';
import sideColumnStyles from './SideColumn.module.css';
import { titleOf } from './screen-title.ts';

// Loaded later, because no task needs it first. The server renders it along with the page.
const SidePanel = lazyPart(() => import('./SidePanel.tsx'));

export interface ScreenPageProps {
  readonly screen: ScreenName;
  /** The document's title, when the screen shows several pages. */
  readonly title?: string | undefined;
  readonly heading: ReactNode;
  readonly lead?: ReactNode;
  readonly width?: PageWidth;
  /** The parts of a long page: beside it, and above it on a phone. */
  readonly contents?: readonly ContentsItem[];
  /** The screen's own side column, where its `side` is `own`. */
  readonly side?: ReactNode;
  /** The content explains what happens next, or nothing happens, so the card beside it doesn't. */
  readonly ownSteps?: boolean | undefined;
  /** What few need, beside what else can be done with the application. */
  readonly more?: ReactNode;
  /** Over the whole width, such as a scene. */
  readonly above?: ReactNode;
  /** Links and buttons to what is beside the task, in one line at its end. None (`null`) where the content has that line. */
  readonly beside?: ReactNode;
  readonly children?: ReactNode;
}

export function ScreenPage(props: ScreenPageProps) {
  const {
    screen,
    title,
    heading,
    lead,
    width = 'default',
    contents,
    side,
    ownSteps,
    more,
    above,
    beside,
    children,
  } = props;
  const inColumn = useBeside(screen, ownSteps);
  const contentsBeside = contents && (
    <SideColumn>
      <Contents title={uiText.contents} items={contents} />
    </SideColumn>
  );
  const ownSide = side ? <SideColumn>{side}</SideColumn> : contentsBeside;
  return (
    <>
      {above}
      <Content width={width} {...(ownSide ? { side: ownSide } : inColumn)}>
        <Stack>
          <PageHeading title={titleOf(screen, title)} lead={lead}>
            {heading}
          </PageHeading>
          {contents && <Contents title={uiText.contents} items={contents} folded />}
          {children}
          {beside !== null && (
            <Beside screen={screen} more={more}>
              {beside}
            </Beside>
          )}
        </Stack>
      </Content>
    </>
  );
}

/** What is beside the task, and at its end what else can be done with the application. */
export function Beside({ screen, more, children }: Pick<ScreenPageProps, 'screen' | 'more' | 'children'>) {
  return (
    <QuietRow>
      {children}
      <FinishLater screen={screen}>{more}</FinishLater>
    </QuietRow>
  );
}

/** The side column of a screen, which on a phone is one line above the task. */
function useBeside(screen: ScreenName, ownSteps = false): { side?: ReactNode; folded?: ReactNode } {
  const hasRoom = useRoomBeside();
  const kind = screens[screen].side;
  if (kind === 'none' || kind === 'contents' || kind === 'own') return {};
  // Before there is a loan the card is about what happens next.
  if (kind === 'guarantees' && ownSteps) return {};
  const folds = kind !== 'branch';
  return {
    ...((hasRoom !== false || !folds) && {
      side: (
        <SideColumn>
          <SidePanel screen={screen} ownSteps={ownSteps} />
        </SideColumn>
      ),
    }),
    ...(hasRoom !== true &&
      folds && {
        // Such a screen is about its figures.
        folded: kind === 'next' ? null : <SidePanel screen={screen} ownSteps={ownSteps} folded />,
      }),
  };
}

// Loaded later, because no screen needs it first. The server leaves it out, because a press on it would be lost until then.
const Reminders = lazyContent(() => import('./Reminders.tsx'));

const Withdraw = lazyContent(() => import('./Withdraw.tsx'));

interface FinishLaterProps {
  readonly screen: ScreenName;
  /** Other links of the screen that few need. */
  readonly children?: ReactNode;
}

function FinishLater({ screen, children }: FinishLaterProps) {
  const journey = useJourney();
  const links = journey?.links;
  const isHydrated = useIsHydrated();
  const isOpen = links?.finishLater !== undefined;
  const isLive = links?.withdraw !== undefined || links?.paperNotices !== undefined;
  // A linked bank can be removed until the documents are signed.
  const hasBank =
    screen !== 'verification-manage' &&
    journey?.choices.linkedBank !== undefined &&
    journey.allowed.includes('verification-manage');
  if (!children && ((!isOpen && !isLive && !hasBank) || screens[screen].access !== 'step')) return null;
  return (
    <details className={styles.later}>
      <summary>{finishLaterText.what(isOpen)}</summary>
      <div>
        {children}
        {hasBank && <LinkTo screen="verification-manage">{finishLaterText.bank}</LinkTo>}
        {isOpen && <EmailedLink kind="link">{finishLaterText.button}</EmailedLink>}
        {isHydrated && (
          <Suspense fallback={null}>
            {isOpen && <Reminders />}
            {isLive && <Withdraw />}
          </Suspense>
        )}
      </div>
    </details>
  );
}

/** From the top of the window, in pixels. */
const offset = 96;

/** Stays in view while the task scrolls, unless it is taller than the window: then its end would never be seen. */
function SideColumn({ children }: { readonly children: ReactNode }) {
  const column = useRef<HTMLDivElement>(null);
  const [isTall, setTall] = useState(false);
  useEffect(() => {
    const element = column.current;
    if (!element) return;
    const stop = new AbortController();
    const measure = () => setTall(element.offsetHeight + offset > window.innerHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    addEventListener('resize', measure, { signal: stop.signal });
    return () => {
      observer.disconnect();
      stop.abort();
    };
  }, []);
  return (
    <div ref={column} className={classes(sideColumnStyles.column, isTall && sideColumnStyles.tall)}>
      {children}
    </div>
  );
}

/** Whether the window has room for the side column. Undefined on the server, which renders both it and the line. */
const useRoomBeside = () => useSyncExternalStore(subscribe, hasRoom, () => undefined);

const roomBeside = () => matchMedia('(min-width: 992px)');
const hasRoom = (): boolean | undefined => roomBeside().matches;
const subscribe = (listener: () => void) => {
  const query = roomBeside();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};
