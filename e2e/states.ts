// The states at /dev/screens, for tests that open them screen by screen.
import { screenNames, screens } from '#contract/screens.ts';
import { addressOf, screenStates } from '#web/dev/states.ts';

const states = screenStates.map((state) => ({
  screen: state.screen,
  stage: screens[state.screen].stage,
  called: `${state.screen}: ${state.name}`,
  address: addressOf(state),
}));
export type OpenedState = (typeof states)[number];

export const statesByScreen = screenNames.map((name) => ({
  screen: name,
  states: states.filter(({ screen }) => screen === name),
}));
