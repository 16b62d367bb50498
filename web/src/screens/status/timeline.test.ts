import { expect, it } from 'vitest';
import { stateText } from '../../dev/state-text.ts';
import { screenStates } from '../../dev/states.ts';

it('what was done and what is ahead are one line in the order of time, which states whose turn it is once', async () => {
  const text = await stateText('status/prequalified');
  const parts = [
    "You're prequalified | You sent us your application | March 3, 2026, 2:09 pm",
    'We had offers for you | Choose your loan | Your turn',
    'Verify your information with your bank',
  ].flatMap((line) => line.split(' | '));
  const places = parts.map((part) => text.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
});

it('no state says its heading twice', async () => {
  for (const { screen, name, replies } of screenStates.filter((state) => state.screen === 'status')) {
    const heading = replies?.map(([, reply]) => (reply as { heading?: string }).heading)[0];
    if (!heading) continue;
    const address = `${screen}/${name.toLowerCase().replaceAll(' ', '-')}`;
    expect((await stateText(address)).split(heading), name).toHaveLength(2);
  }
});
