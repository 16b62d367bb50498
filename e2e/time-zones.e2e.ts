// Rendered pages show times on the branch's clock, whatever the applicant's says, and hydrate without an error.
import { expect } from 'vitest';
import { zonedTime } from '#contract/clock-text.ts';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { person } from './applicant.ts';
import { withDecision } from './by-calls.ts';
import { eventually } from './product.ts';
import { itAlone as it } from './test.ts';
import type { Visit } from './visit.ts';

/** Opens a page that the server rendered, as it is rendered and as it is once hydrated. */
async function renderedAndHydrated({ page }: Visit, screen: ScreenName): Promise<readonly [string, string]> {
  const rendered = await page.goto(pathOf(screen));
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'all');
  return [(await rendered?.text()) ?? '', await page.locator('main').innerText()];
}

it('elsewhere times are of the branch’s clock', { tags: ['full'] }, async ({ visit, visitWith, product }) => {
  await withDecision(visit, person(6), 'fast-path-options');
  await product.core({ maintenance: true });
  // The server remembers for a minute that the system was reachable.
  await product.advance(61);
  const { backAt } = await eventually('the maintenance', async () => {
    const answer = await fetch(`${product.url}/api/v1/outage`);
    return ((await answer.json()) as { outage?: { backAt: string } }).outage;
  });
  const own = zonedTime('America/Denver', new Date(backAt));
  const storageState = await visit.context.storageState();
  for (const timezoneId of ['Pacific/Honolulu', 'Asia/Tokyo']) {
    const traveler = await visitWith({ storageState, timezoneId });
    // A device whose clock is a day behind calls another day today than the server that renders the page.
    await traveler.page.clock.setSystemTime(Date.now() - 86_400_000);
    for (const screen of ['fast-path-options', 'offline-error'] as const) {
      const [rendered, hydrated] = await renderedAndHydrated(traveler, screen);
      expect(rendered, screen).toContain(own);
      expect(hydrated, screen).toContain('Please come back at 6:30am EST to continue online.');
      expect(hydrated, screen).toContain(own);
      await traveler.check(screen);
    }
    await traveler.page.goto(pathOf('status'));
    await traveler.arrive('status');
  }
});
