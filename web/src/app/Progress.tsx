import { type ScreenName, screens } from '#contract/screens.ts';
import { ProgressSteps } from '../ui/ProgressSteps.tsx';
import { appText } from '../wording/app.ts';

/** The progress line of a screen; nothing on screens outside the four steps. */
export function progressOf(screen: ScreenName | undefined) {
  const current = screen && screens[screen].step;
  return current !== undefined && <ProgressSteps steps={appText.steps} current={current} />;
}
