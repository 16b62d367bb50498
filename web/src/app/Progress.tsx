import { type ScreenName, screens } from '#contract/screens.ts';
import { isPreview } from '../screens/offers/preview-address.ts';
import { ProgressSteps } from '../ui/ProgressSteps.tsx';
import { appText } from '../wording/app.ts';

export function progressOf(screen: ScreenName | undefined, search = '') {
  if (screen === undefined) return undefined;
  const { step, part } = screens[screen];
  if (step === undefined) return undefined;
  const at = screen === 'offers' && isPreview(new URLSearchParams(search)) ? 2 : part;
  return (
    <ProgressSteps
      steps={appText.steps}
      current={step}
      parts={at === undefined ? undefined : { ...appText.choosing, current: at }}
    />
  );
}
