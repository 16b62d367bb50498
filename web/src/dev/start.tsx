// /dev/screens shows the components and lists every screen in its states; /dev/screens?state=N shows one of them.
import { ScreenState } from './ScreenState.tsx';
import { Screens } from './Screens.tsx';
import { screenStates } from './states.ts';

export function developmentPage(search: string) {
  const state = screenStates[Number(new URLSearchParams(search).get('state') ?? Number.NaN)];
  return state ? <ScreenState state={state} /> : <Screens />;
}
