// Where a screen stands on the four-step line; nothing on screens beside the way.
import type { ScreenName } from '#contract/screens.ts';
import { StageLine } from '../ui/ProgressSteps.tsx';
import { appWords } from '../wording/app.ts';
import { stationOf } from './progress-steps.ts';

export function progressOf(screen: ScreenName | undefined) {
  const here = screen && stationOf(screen);
  return here !== undefined && <StageLine stations={appWords.steps} here={here} />;
}
