// How long the journey is on a phone, from the landing page to a funded loan with autopay: screens, presses of buttons, boxes and
// links, words and heights. Documents to sign are as long as the law makes them.
import { expect } from 'vitest';
import { screenAt } from '#contract/screens.ts';
import { person } from './applicant.ts';
import { linkBank } from './bank.ts';
import { scheduledTestMs } from './limits.ts';
import { sendDocuments } from './loan.ts';
import { it } from './test.ts';
import type { Visit } from './visit.ts';

const ceilings = { screens: 20, presses: 34, words: 2900 };
/** In pixels, of every page but these. Theirs are what they take now, and only ever lowered. */
const tallest = 3000;
const taller: Readonly<Record<string, number>> = { landing: 5000, offers: 1500, success: 4000 };

interface Seen {
  readonly screen: string;
  readonly words: number;
  readonly height: number;
}

/** Counts from now on. A screen that shows two pages after one another, such as offers and the chosen one, counts twice. */
async function count(visit: Visit) {
  const { page, context } = visit;
  const seen = new Map<string, Seen>();
  const passed = new Set<string>();
  let presses = 0;
  await context.exposeBinding('notePress', () => {
    presses += 1;
  });
  await context.addInitScript(() => {
    const { notePress } = window as unknown as { notePress: () => void };
    addEventListener('pointerdown', () => notePress(), true);
  });
  page.on('framenavigated', (frame) => {
    const { pathname, hostname } = new URL(frame.url());
    if (frame === page.mainFrame()) passed.add(screenAt(pathname) ?? hostname);
  });
  const arrive = visit.arrive.bind(visit);
  visit.arrive = async (screen, arrival) => {
    await arrive(screen, arrival);
    const { words, height } = await page.evaluate(() => ({
      words: document.querySelector('main')?.innerText.match(/\S+/g)?.length ?? 0,
      height: document.documentElement.scrollHeight,
    }));
    const name = arrival?.title ? `${screen}: ${arrival.title}` : screen;
    seen.set(name, { screen: name, words, height });
  };
  return () => {
    const between = [...passed].filter((name) => !seen.has(name));
    return { between, pages: [...seen.values()], screens: seen.size + between.length, presses };
  };
}

it('the journey to a funded loan with autopay grows no longer', {
  tags: ['full'],
  timeout: scheduledTestMs,
}, async ({ visit, product }) => {
  const { page } = visit;
  const counted = await count(visit);
  const applicant = person(1);
  await visit.getOffers(applicant);
  await visit.choose();
  await visit.acceptTerms();
  await linkBank(visit);
  await visit.arrive('verification-success');
  await visit.button('Continue').click();
  await visit.arrive('approval-submit', { showing: visit.button('Accept and continue') });
  await visit.accept();
  const toOffer = visit.button(/^(?:Choose|Continue with) this offer/).first();
  await visit.arrive('approval-payment', { showing: toOffer });
  await toOffer.click();
  await visit.arrive('deposit', { showing: visit.button('Confirm and continue') });
  await visit.button('Confirm and continue').click();
  await sendDocuments(visit);
  await visit.button('Read and sign now').click();
  await visit.button('Sign and finish').waitFor();
  await page.getByRole('checkbox').check();
  await visit.button('Sign and finish').click();
  await visit.arrive('docusign-success');
  await visit.button('Continue').click();
  await visit.arrive('autopay', { showing: visit.button('Continue with autopay') });
  await page.getByRole('radio', { name: /^On the due date/ }).check();
  await page.getByRole('checkbox', { name: /^I authorize/ }).check();
  await visit.button('Continue with autopay').click();
  await visit.arrive('success', { showing: "You'll have $" });
  expect(await product.pulls(applicant.ssn)).toHaveLength(2);

  const { between, pages, screens, presses } = counted();
  const words = pages.reduce((sum, one) => sum + one.words, 0);
  console.info(
    [
      ...pages.map((one) => `${one.screen}: ${one.words} words, ${one.height} px`),
      `between them: ${between.join(', ')}`,
      `${screens} screens, ${presses} presses, ${words} words`,
    ].join('\n'),
  );
  expect(screens).toBeLessThanOrEqual(ceilings.screens);
  expect(presses).toBeLessThanOrEqual(ceilings.presses);
  expect(words).toBeLessThanOrEqual(ceilings.words);
  expect(pages.filter(({ screen, height }) => height > (taller[screen] ?? tallest))).toEqual([]);
});
