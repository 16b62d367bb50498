// A page on which the application ends or pauses: what happened, what to do next, and the phone to call.
import type { ReactNode } from 'react';
import type { ScreenName } from '#contract/screens.ts';
import { Articles } from '../../shared/branches/Articles.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Drawing, type DrawingName } from '../../ui/Drawings.tsx';

interface NoticeProps {
  readonly screen: ScreenName;
  /** The document's title, when the screen shows several pages. */
  readonly title?: string;
  readonly drawing: DrawingName;
  readonly heading: string;
  readonly lead?: ReactNode;
  /** What happened, where the lead is about the contact. */
  readonly what?: ReactNode;
  /** The next step, as a sentence, where the lead doesn't have it. */
  readonly next: ReactNode;
  /** The next step, as something to press. */
  readonly children?: ReactNode;
  readonly articles?: boolean;
}

export function Notice({
  screen,
  title,
  drawing,
  heading,
  lead,
  what,
  next,
  children,
  articles,
}: NoticeProps) {
  return (
    <ScreenPage
      screen={screen}
      title={title}
      heading={heading}
      lead={lead}
      above={<Drawing name={drawing} />}
    >
      {what && <p>{what}</p>}
      {next && <p>{next}</p>}
      {children}
      {articles && <Articles />}
    </ScreenPage>
  );
}
