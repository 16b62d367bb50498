// Texts that no field asks for, in every text field and left in every way: the page explains what is wrong, and still works.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ScreenName } from '#contract/screens.ts';
import { appText } from '#web/wording/app.ts';
import { scheduledTestMs, waitMs } from './limits.ts';
import { settled } from './screen-pictures.ts';
import { statesByScreen } from './states.ts';
import { it } from './test.ts';
import type { Visit } from './visit.ts';

const texts = 'abc|5k|5000 dollars|-500|5e3|0x1F||   |٥٠٠٠|５０００|李|😀|<b>5</b>|\u202e5000'.split('|');
texts.push('9'.repeat(400));

/** What was sent may lead to another screen meanwhile. */
const whileHere = { timeout: waitMs / 12 };

const enter: readonly ((field: Locator, text: string) => Promise<void>)[] = [
  (field, text) => field.fill(text, whileHere),
  async (field, text) => {
    await field.fill('', whileHere);
    await field.pressSequentially(text.slice(0, 12), whileHere);
  },
];

const leave: readonly ((field: Locator, page: Page) => Promise<void>)[] = [
  (field) => field.press('Tab'),
  (field) => field.press('Enter'),
  (_, page) => page.locator('h1').first().click(),
  (_, page) => page.locator('main button').last().click({ force: true }),
];

const fields = 'main input:is([type=text], [type=email], [type=tel]):visible';

async function tryTexts(visit: Visit, screen: ScreenName): Promise<void> {
  const { page } = visit;
  const seen = new Set<string>();
  for (const { address, called } of statesByScreen.find((one) => one.screen === screen)?.states ?? []) {
    const open = async () => {
      await visit.open(address);
      await page.locator('h1').first().waitFor();
      await settled(page);
    };
    await open();
    const ids = await page.locator(fields).evaluateAll((all) => all.map(({ id }) => id));
    for (const id of ids.filter((one) => !seen.has(one))) {
      seen.add(id);
      const field = page.locator(`[id="${id}"]`);
      for (const [at, text] of texts.entries())
        for (const [by, leaveField] of leave.entries()) {
          const enterText = async () => enter[(at + by) % enter.length]?.(field, text);
          if (!(await field.isVisible())) await open();
          await enterText().catch(async () => {
            await open();
            await enterText();
          });
          await leaveField(field, page);
          await page.evaluate(
            () => new Promise((rendered) => requestAnimationFrame(() => requestAnimationFrame(rendered))),
          );
          // An unusual amount is asked about.
          if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
          const broken = await page.getByText(appText.pageError.title).count();
          expect(broken, `${called}: ${text} in ${id}, left in way ${by}`).toBe(0);
        }
      await settled(page);
      expect(await page.getByText(appText.pageError.title).count(), `${called}: ${id}`).toBe(0);
    }
  }
  await page.goto('about:blank');
}

for (const { screen } of statesByScreen)
  it(
    `an odd text in any field never breaks the page (${screen})`,
    { tags: ['full'], timeout: 4 * scheduledTestMs },
    ({ visit }) => tryTexts(visit, screen),
  );
