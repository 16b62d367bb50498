// Pages on which an application ends stay short on a phone.
import { expect } from 'vitest';
import { openState } from './screen-pictures.ts';
import { statesByScreen } from './states.ts';
import { it } from './test.ts';
import { phone } from './visit.ts';

const mostPixels = 3000;

for (const screen of ['declined'] as const) {
  it(`${screen} is under ${mostPixels} px on a phone in every state`, async ({ visitWith }) => {
    const visit = await visitWith({ viewport: phone });
    const states = statesByScreen.find((of) => of.screen === screen)?.states ?? [];
    expect(states.length).toBeGreaterThan(0);
    for (const { address, called } of states) {
      await openState(visit.page, address);
      const height = await visit.page.evaluate(() => document.documentElement.scrollHeight);
      expect(height, called).toBeLessThan(mostPixels);
    }
    await visit.page.goto('about:blank');
  });
}
