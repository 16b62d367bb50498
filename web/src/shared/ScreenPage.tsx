// The layout of one screen: document title, heading, content.
import type { ReactNode } from 'react';
import type { ScreenName } from '#contract/screens.ts';
import { Content, PageHeading, type PageWidth, Stack } from '../ui/Page.tsx';
import { FinishLater } from './FinishLater.tsx';
import { titleOf } from './screen-title.ts';

interface ScreenPageProps {
  readonly screen: ScreenName;
  /** The document's title, when the screen shows several pages. */
  readonly title?: string | undefined;
  readonly heading: ReactNode;
  readonly lead?: ReactNode;
  readonly width?: PageWidth;
  readonly hero?: boolean;
  readonly side?: ReactNode;
  /** Above the heading, such as a drawing. */
  readonly above?: ReactNode;
  readonly children?: ReactNode;
}

export function ScreenPage(props: ScreenPageProps) {
  const { screen, title, heading, lead, width, hero, side, above, children } = props;
  return (
    <Content {...(width && { width })} side={side}>
      <Stack>
        {above}
        <PageHeading title={titleOf(screen, title)} lead={lead} {...(hero && { hero })}>
          {heading}
        </PageHeading>
        {children}
        <FinishLater screen={screen} />
      </Stack>
    </Content>
  );
}
