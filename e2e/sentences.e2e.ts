// Sentences that would be untrue or doubled in a state of a screen.
import { expect } from 'vitest';
import { statesByScreen } from './states.ts';
import { it } from './test.ts';

const states = statesByScreen.flatMap((of) => of.states);

for (const [called, shown, absent] of [
  ['error: after a denial', 'Why we said no', 'Good to know'],
  ['error: as it comes', 'Good to know', 'Why we said no'],
  ['offers: the chosen one, 1 consent', 'Accept and continue', '1 of 1'],
  ['verification-needed: held for a person', "You don't need to do anything now", 'preparing your notice'],
  ['verification-needed: until a day', 'A branch can confirm it', "doesn't match"],
] as const)
  it(`${called} shows “${shown}”, and not “${absent}”`, async ({ visit }) => {
    await visit.open(states.find((one) => one.called === called)?.address ?? called);
    await visit.page.getByText(shown).first().waitFor();
    expect(await visit.page.locator('main').innerText()).not.toContain(absent);
    await visit.page.goto('about:blank');
  });
