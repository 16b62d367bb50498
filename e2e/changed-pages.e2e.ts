// Screens while translators, extensions and other browsers change it: nothing typed is lost, nothing crashes, no press is dead.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { person } from './applicant.ts';
import { withOffers } from './by-calls.ts';
import { fillForms, primary } from './form-answers.ts';
import { changePage, kindsTogether, translateTexts, withOtherWords } from './page-scripts.ts';
import { openState, settled, watchRequests } from './screen-pictures.ts';
import { type OpenedState, statesByScreen } from './states.ts';
import { it } from './test.ts';
import { changedVisit, type Visit, type VisitWith } from './visit.ts';

/** What was typed, and what the person sees after the press of the first primary button. */
async function look(visit: Visit, { address }: OpenedState, kinds: readonly string[] = []) {
  const { page } = visit;
  await openState(page, address);
  await changePage(page, kinds);
  // Without the focus: what is typed on a changed page is in `early-answers.e2e.ts`.
  await fillForms(page);
  const typed = await page.evaluate(valuesOf);
  await changePage(page, kinds);
  const button = page.locator(primary).first();
  if ((await button.count()) > 0) await button.evaluate((one: HTMLElement) => one.click());
  await passTime(page);
  await changePage(page, kinds);
  await passTime(page);
  const kept = await page.evaluate(valuesOf);
  const { text, ...seen } = await page.evaluate(outcomeOf);
  return {
    typed,
    isKept: kept.length === 0 || String(kept) === String(typed),
    ...seen,
    ...(!kinds.some((kind) => withOtherWords.includes(kind)) && { text }),
  };
}

/** The page polls, and turns to what is next. */
async function passTime(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new CustomEvent('branchline:pass', { detail: 5000 })));
  await settled(page);
}

function valuesOf(): readonly string[] {
  const fields = document.querySelectorAll<HTMLInputElement>(
    ':is(main, dialog) :is(input, select, textarea)',
  );
  return [...fields].map(({ type, value, checked }) => `${value} ${/checkbox|radio/.test(type) && checked}`);
}

function outcomeOf() {
  const count = (selector: string) => document.querySelectorAll(selector).length;
  const main = document.querySelector('main')?.cloneNode(true) as Element | undefined;
  for (const one of main?.querySelectorAll('[aria-hidden=true], script, style') ?? []) one.remove();
  return {
    text: main?.textContent?.replaceAll(/\s+/g, ' '),
    path: location.pathname,
    title: document.title,
    dialogs: count('dialog[open]'),
    alerts: count('[role=alert]'),
    refused: count('form [role=group][tabindex="-1"] a'),
    busy: count(':is(main, dialog) [aria-disabled=true]'),
    busyForms: count('form[aria-busy=true]'),
  };
}

async function mustStay(
  visitWith: VisitWith,
  states: readonly OpenedState[],
  tried: readonly (readonly string[])[] = kindsTogether,
): Promise<void> {
  const lookAll = async (kinds: readonly string[] = []) => {
    const visit = await changedVisit(visitWith, kinds);
    watchRequests(visit.page);
    const seen = [];
    for (const state of states) seen.push(await look(visit, state, kinds));
    await visit.page.goto('about:blank');
    return seen;
  };
  const [usual = [], ...changed] = await Promise.all([lookAll(), ...tried.map(lookAll)]);
  for (const [index, { called }] of states.entries())
    for (const [at, kinds] of tried.entries())
      expect.soft(usual[index], `${called}, ${kinds}`).toMatchObject(changed[at]?.[index] ?? {});
}

it('the texts of a wait follow its job on changed pages', async ({ visitWith }) => {
  const states = statesByScreen.find(({ screen }) => screen === 'loading')?.states ?? [];
  expect(states).toHaveLength(3);
  await mustStay(visitWith, states, [['texts in elements', 'words highlighted', 'parts in wrappers']]);
});

for (const { screen, states } of statesByScreen)
  it(`${screen} stays as it is on changed pages`, { tags: ['full'] }, ({ visitWith }) =>
    mustStay(visitWith, states.slice(0, 1)),
  );

it('an applicant chooses and accepts an offer on translated pages', async ({ visit }) => {
  await withOffers(visit, person(1));
  await visit.page.evaluate(translateTexts);
  await visit.choose();
  await visit.acceptTerms();
  expect(await visit.page.locator('h1 font').count()).toBe(1);
});

it('a page is changed as the tests of changed pages say', async ({ visitWith }) => {
  const visit = await changedVisit(visitWith);
  await visit.openForm();
  await changePage(visit.page, ['a dark mode']);
  expect(await visit.page.locator('meta[name=darkreader]').count()).toBe(1);
});
