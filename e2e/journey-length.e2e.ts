// How long the journey is on a phone, up to autopay. And that nothing on it moves by itself.
// @module-tag full
import { describe, expect } from 'vitest';
import { screenAt } from '#contract/screens.ts';
import { type Applicant, person } from './applicant.ts';
import { linkBank } from './bank.ts';
import { scheduledTestMs } from './limits.ts';
import { sendDocuments, signDocuments } from './loan.ts';
import { collectShifts } from './page-scripts.ts';
import { settled } from './screen-pictures.ts';
import { statesByScreen } from './states.ts';
import { it } from './test.ts';
import { desktop, type Visit } from './visit.ts';

const ceilings = { screens: 20, presses: 34, words: 2900 };

/** Counts from now on. A screen that shows two pages after one another, such as offers and the chosen one, counts twice. */
async function count(visit: Visit) {
  const { page, context } = visit;
  const seen = new Map<string, number>();
  const passed = new Set<string>();
  let presses = 0;
  await context.exposeBinding('recordPress', () => {
    presses += 1;
  });
  await context.addInitScript(() => {
    const { recordPress } = window as unknown as { recordPress: () => void };
    addEventListener('pointerdown', () => recordPress(), true);
  });
  page.on('framenavigated', (frame) => {
    const { pathname, hostname } = new URL(frame.url());
    if (frame === page.mainFrame()) passed.add(screenAt(pathname) ?? hostname);
  });
  const arrive = visit.arrive.bind(visit);
  visit.arrive = async (screen, arrival) => {
    await arrive(screen, arrival);
    const text = await page.locator('main').innerText();
    seen.set(arrival?.title ? `${screen}: ${arrival.title}` : screen, text.match(/\S+/g)?.length ?? 0);
  };
  return () => {
    const between = [...passed].filter((name) => !seen.has(name));
    return { between, pages: [...seen], screens: seen.size + between.length, presses };
  };
}

async function getFunded(visit: Visit, applicant: Applicant): Promise<void> {
  await visit.getOffers(applicant);
  await visit.choose();
  await visit.acceptTerms();
  await linkBank(visit);
  await visit.arrive('verification-success');
  await visit.follow('Continue', 'approval-submit', { showing: visit.button('Accept and continue') });
  await visit.accept();
  const accepted = visit.button(/^Continue with this offer/);
  await visit.arrive('approval-payment', { showing: accepted });
  // The accepted offer is not to be chosen again.
  expect(
    await visit.page
      .getByRole('article')
      .getByRole('button', { name: /^Choose this/ })
      .count(),
  ).toBe(0);
  await accepted.click();
  await visit.arrive('deposit', { showing: visit.button('Confirm and continue') });
  await visit.button('Confirm and continue').click();
  await sendDocuments(visit);
  await visit.button('Read and sign now').click();
  await signDocuments(visit);
  await visit.follow('Continue', 'autopay', { showing: visit.button('Continue with autopay') });
  await visit.page.getByRole('radio', { name: /^On the due date/ }).check();
  await visit.page.getByRole('checkbox', { name: /^I authorize/ }).check();
  await visit.follow('Continue with autopay', 'success', { showing: 'Your receipt' });
}

/** How much of the window may move on a step without a press, as the browser measures layout shift. */
const mostShift = 0.02;

/** On a slow phone with a slow connection. Returns the steps on which more than `mostShift` moved, and what moved. */
async function watchShifts(visit: Visit): Promise<() => Promise<Record<string, readonly string[]>>> {
  const { page, context, product } = visit;
  const shifts = await collectShifts(context, product.url);
  const device = await context.newCDPSession(page);
  await device.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await device.send('Network.enable');
  const speeds = { downloadThroughput: 200_000, uploadThroughput: 90_000 };
  await device.send('Network.emulateNetworkConditions', { offline: false, latency: 150, ...speeds });
  const arrive = visit.arrive.bind(visit);
  visit.arrive = async (screen, arrival) => {
    // As a person who looks for the end of the page at once.
    if (screen === 'landing') await page.mouse.wheel(0, 20_000);
    await arrive(screen, arrival);
    await settled(page);
  };
  return async () => {
    await settled(page);
    const steps = Map.groupBy(shifts, ({ step }) => step);
    const sums = [...steps].map(
      ([step, all]) => [step, all.reduce((sum, { value }) => sum + value, 0), all] as const,
    );
    console.info(sums.map(([step, sum]) => `${step}: ${sum.toFixed(3)}`).join('\n') || 'nothing moved');
    return Object.fromEntries(
      sums
        .filter(([, sum]) => sum > mostShift)
        .map(([step, , all]) => [
          step,
          all.map(({ value, moved }) => `${value.toFixed(3)}: ${moved.join(', ')}`),
        ]),
    );
  };
}

it('the way to a loan grows no longer or moves', { timeout: scheduledTestMs }, async ({ visit, product }) => {
  const counted = await count(visit);
  const shifts = await watchShifts(visit);
  const applicant = person(1);
  await getFunded(visit, applicant);
  expect((await product.pulls(applicant.ssn)).map(({ kind }) => kind).sort()).toEqual(['hard', 'soft']);

  const { between, pages, screens, presses } = counted();
  const words = pages.reduce((sum, [, of]) => sum + of, 0);
  console.info(
    [
      ...pages.map(([screen, of]) => `${screen}: ${of} words`),
      `between them: ${between.join(', ')}`,
      `${screens} screens, ${presses} presses, ${words} words`,
    ].join('\n'),
  );
  expect(screens).toBeLessThanOrEqual(ceilings.screens);
  expect(presses).toBeLessThanOrEqual(ceilings.presses);
  expect(words).toBeLessThanOrEqual(ceilings.words);
  expect(await shifts()).toEqual({});
});

it('nothing on it moves on a computer', { timeout: scheduledTestMs }, async ({ visitWith }) => {
  const visit = await visitWith({ viewport: desktop });
  const shifts = await watchShifts(visit);
  await getFunded(visit, person(1));
  expect(await shifts()).toEqual({});
});

describe('no state moves', () => {
  for (const { screen, states } of statesByScreen)
    it(`of ${screen}, whatever is late or lost`, { timeout: scheduledTestMs }, async ({ visit, page }) => {
      const shifts = await watchShifts(visit);
      for (const { address } of states) {
        await visit.open(address);
        await page.locator('h1').first().waitFor();
        await settled(page);
      }
      await page.goto('about:blank');
      expect(await shifts()).toEqual({});
    });
});
