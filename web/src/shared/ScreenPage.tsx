import { type ReactNode, Suspense } from 'react';
import { type ScreenName, screens } from '#contract/screens.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { Contents, type ContentsItem } from '../ui/Contents.tsx';
import { Content, PageHeading, type PageWidth, Stack } from '../ui/Page.tsx';
import { uiText } from '../wording/ui-text.ts';
import { FinishLater } from './FinishLater.tsx';
import { SideColumn, useRoomBeside } from './SideColumn.tsx';
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
  /** Above the heading, such as a drawing. */
  readonly above?: ReactNode;
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
    children,
  } = props;
  const beside = useBeside(screen, ownSteps);
  const contentsBeside = contents && (
    <SideColumn>
      <Contents title={uiText.contents} items={contents} />
    </SideColumn>
  );
  const ownSide = side ? <SideColumn>{side}</SideColumn> : contentsBeside;
  return (
    <Content width={width} {...(ownSide ? { side: ownSide } : beside)}>
      <Stack>
        {above}
        <PageHeading title={titleOf(screen, title)} lead={lead}>
          {heading}
        </PageHeading>
        {contents && <Contents title={uiText.contents} items={contents} folded />}
        {children}
        <FinishLater screen={screen}>{more}</FinishLater>
      </Stack>
    </Content>
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
          <Suspense fallback={null}>
            <SidePanel screen={screen} ownSteps={ownSteps} />
          </Suspense>
        </SideColumn>
      ),
    }),
    ...(hasRoom !== true &&
      folds && {
        // Such a screen is about its figures.
        folded:
          kind === 'next' ? null : (
            <Suspense fallback={null}>
              <SidePanel screen={screen} ownSteps={ownSteps} folded />
            </Suspense>
          ),
      }),
  };
}
