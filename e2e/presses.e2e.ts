// What every primary button does when its press fails, and where the focus is after a press.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { phoneCheckText } from '#web/wording/phone-check.ts';
import { uiText } from '#web/wording/ui-text.ts';
import { field } from './fields.ts';
import { fillForms, primary } from './form-answers.ts';
import { waitMs } from './limits.ts';
import { settled } from './screen-pictures.ts';
import { type OpenedState, statesByScreen } from './states.ts';
import { it } from './test.ts';
import type { Visit } from './visit.ts';

/** Presses the state's primary button offline, stays offline, and returns what came of it. */
async function pressOffline(visit: Visit, { address }: OpenedState, at: number): Promise<string | undefined> {
  const { page } = visit;
  await visit.open(address);
  await page.locator('h1').first().waitFor();
  await settled(page);
  const button = page.locator(primary).nth(at);
  if (!(await button.isVisible())) return undefined;
  const name = (await button.innerText()).split('\n')[0] ?? '';
  await visit.context.setOffline(true);
  // The last digit of a code sends it.
  await fillForms(page);
  const before = page.url();
  // A form that lacks an answer can be pressed too.
  await button.click({ force: true });
  const outcome = await page
    .waitForFunction(outcomeOfPress, { offline: uiText.offline, before }, { timeout: waitMs / 4 })
    .then((seen) => seen.jsonValue())
    .catch(() => 'nothing');
  return `${name}: ${outcome}`;
}

/** What the person sees in the window after a press. */
function outcomeOfPress({ offline, before }: { offline: string; before: string }): string | undefined {
  const isInView = (one: Element) => {
    const { top, bottom, height } = one.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight;
  };
  const alert = [...document.querySelectorAll('[role=alert]')].find((one) =>
    one.textContent?.includes(offline),
  );
  if (alert) {
    if (!isInView(alert)) return 'a message out of view';
    const { activeElement: focused } = document;
    return focused?.matches('button') ? 'offline' : `the focus is on ${focused?.outerHTML.slice(0, 80)}`;
  }
  if (document.querySelector('dialog[open]')) return 'a dialog';
  const group = document.querySelector('main form [role=group][tabindex="-1"]');
  if (group) return `refused: ${group.textContent}`;
  return location.href === before ? undefined : 'another page';
}

const stateCalled = (called: string) => {
  const state = statesByScreen.flatMap(({ states }) => states).find((one) => one.called === called);
  if (!state) throw new Error(`There is no state ${called}.`);
  return state;
};

/** Presses that lead elsewhere, or that the form itself refuses. */
const sendsNothing = [
  /^landing: with more about loans: Check my offers: nothing/,
  /^(verification|docusign)-success: .*Continue/,
  /open the ESIGN Act Consent first/,
  // The outage disables it.
  /^fast-path-options: offline .*: Get approved: nothing/,
];

describe('a press without a connection', () => {
  it('is explained beside the button and repeated once there is a connection', async ({ visit, page }) => {
    expect(await pressOffline(visit, stateCalled('offers: a few'), 0)).toBe('Choose this offer: offline');
    await visit.context.setOffline(false);
    await page.locator(primary).first().getByText(uiText.wait).waitFor();
    expect(await page.getByText(uiText.offline).count()).toBe(0);
  });

  it('is repeated where nothing was pressed: the last digit sends a code', async ({ visit, page }) => {
    await visit.open(stateCalled('phone-check: the code was sent').address);
    await page.locator('h1').first().waitFor();
    await settled(page);
    await visit.context.setOffline(true);
    await field(visit, phoneCheckText.code).fill('123456');
    await page.getByText(uiText.offline).waitFor();
    await visit.context.setOffline(false);
    await page.getByText(phoneCheckText.submitting).waitFor();
    expect(await page.getByText(uiText.offline).count()).toBe(0);
  });

  for (const { screen, states } of statesByScreen) {
    it(`is explained in view, and repeated (${screen})`, { tags: ['full'] }, async ({ visit }) => {
      // What the press loads, and pictures.
      visit.allowConsole(/ERR_INTERNET_DISCONNECTED|Couldn't load preload assets/);
      const outcomes: string[] = [];
      for (const state of states) {
        for (let at = 0; ; at += 1) {
          const outcome = await pressOffline(visit, state, at);
          if (outcome === undefined) break;
          await visit.context.setOffline(false);
          const promise = visit.page.getByText(uiText.offline);
          if (outcome.endsWith(': offline')) await promise.waitFor({ state: 'detached' });
          // Else the page would go where the press leads while the next state is opened. It may be on its way there.
          const left = () =>
            visit.page.goto('about:blank').then(
              () => true,
              () => false,
            );
          await expect.poll(left).toBe(true);
          if (
            !outcome.endsWith(': offline') &&
            !sendsNothing.some((one) => one.test(`${state.called}: ${outcome}`))
          )
            outcomes.push(`${state.called}: ${outcome}`);
        }
      }
      await visit.page.goto('about:blank');
      expect(outcomes).toEqual([]);
    });
  }
});

/** Lets what a press causes be rendered, then returns whether the focus is somewhere on the page. */
const keepsFocus = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let frames = 0; frames < 4; frames += 1) await frame();
    return document.activeElement !== document.body;
  });

describe('after a press the focus', () => {
  it('stays on the screen, also at the second press', async ({ visit, page }) => {
    await visit.open(stateCalled('verification-chat: nothing confirmed').address);
    for (const name of ['Choose a time', 'Book this call']) {
      if (name === 'Book this call')
        await page.getByLabel('Time', { exact: true }).selectOption({ index: 1 });
      await visit.button(name).click();
      await visit.button(name).waitFor({ state: 'detached' });
      expect(await keepsFocus(page), name).toBe(true);
    }
    await page.goto('about:blank');
  });

  for (const [called, name] of [
    ['verification-documents: files added', /^Remove/],
    ['duplicate: a link can be mailed', /^Email me/],
  ] as const)
    it(`stays on the screen once the button is gone (${called})`, { tags: ['full'] }, async ({
      visit,
      page,
    }) => {
      await visit.open(stateCalled(called).address);
      const button = page.locator('main').getByRole('button', { name }).first();
      await button.click();
      await button.waitFor({ state: 'detached' });
      expect(await keepsFocus(page)).toBe(true);
      await page.goto('about:blank');
    });

  for (const { screen, states } of statesByScreen) {
    it(`stays on the screen (${screen})`, { tags: ['full'] }, async ({ visit, page }) => {
      const lost: string[] = [];
      for (const { address, called } of states) {
        for (let at = 0; ; at += 1) {
          await visit.open(address);
          await page.locator('h1').first().waitFor();
          const button = page.locator('main').getByRole('button').nth(at);
          if ((await button.count()) === 0) break;
          if (!(await button.isVisible())) continue;
          await button.click({ force: true });
          if (!(await keepsFocus(page))) lost.push(`${called}: ${await button.innerText().catch(() => at)}`);
        }
      }
      await page.goto('about:blank');
      expect(lost).toEqual([]);
    });
  }
});
