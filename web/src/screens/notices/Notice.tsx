// A page on which the application ends or pauses: what happened, what to do next, and the phone to call.
import type { ReactNode } from 'react';
import { Articles } from '../../shared/branches/Articles.tsx';
import { ScreenPage, type ScreenPageProps } from '../../shared/ScreenPage.tsx';
import { Drawing, type DrawingName } from '../../ui/Drawings.tsx';

interface NoticeProps extends Pick<ScreenPageProps, 'screen' | 'title' | 'heading' | 'lead'> {
  readonly drawing: DrawingName;
  /** What happened, where the lead is about the contact. */
  readonly what?: ReactNode;
  /** The next step, as a sentence, where the lead doesn't have it. */
  readonly next: ReactNode;
  /** The next step, as something to press. */
  readonly children?: ReactNode;
  readonly articles?: boolean;
}

export function Notice(props: NoticeProps) {
  const { screen, title, heading, lead, drawing, what, next, children, articles } = props;
  return (
    <ScreenPage {...{ screen, title, heading, lead }} above={<Drawing name={drawing} />}>
      {what && <p>{what}</p>}
      {next && <p>{next}</p>}
      {children}
      {articles && <Articles />}
    </ScreenPage>
  );
}
