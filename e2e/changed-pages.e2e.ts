// Screens while translators, extensions and other browsers change it: nothing typed is lost, nothing crashes, no press is dead.
import { expect } from 'vitest';
import { fillForms, primary } from './form-answers.ts';
import { changePage, extensions, pageChanges, surroundings } from './page-scripts.ts';
import { openState } from './screen-pictures.ts';
import { type OpenedState, statesByScreen } from './states.ts';
import { it } from './test.ts';
import type { Visit } from './visit.ts';

/** These do not leave the words as they are. */
const withOtherWords = ['other words', 'translated options', 'a part removed', 'an ad blocker'];
const kinds = [...Object.keys(pageChanges), ...Object.keys(extensions), ...Object.keys(surroundings)];

/** What was typed, and what the person sees after the press of the first primary button. */
async function look(visit: Visit, { address }: OpenedState, kind?: string) {
  const { page } = visit;
  await openState(page, address);
  await changePage(page, kind);
  // Without the focus: what is typed on a changed page is in `early-answers.e2e.ts`.
  await fillForms(page);
  const typed = await page.evaluate(valuesOf);
  await changePage(page, kind);
  const button = page.locator(primary).first();
  if ((await button.count()) > 0) await button.evaluate((one: HTMLElement) => one.click());
  await page.evaluate(passTime);
  await changePage(page, kind);
  await page.evaluate(passTime);
  const kept = await page.evaluate(valuesOf);
  const { text, ...seen } = await page.evaluate(outcomeOf);
  return {
    typed,
    isKept: kept.length === 0 || String(kept) === String(typed),
    ...seen,
    ...(!withOtherWords.includes(kind ?? '') && { text }),
  };
}

/** The page polls, and turns to what is next. */
async function passTime(): Promise<void> {
  dispatchEvent(new CustomEvent('branchline:pass', { detail: 5000 }));
  for (let count = 0; count < 3; count += 1) await new Promise(requestAnimationFrame);
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
  visitWith: (options: object) => Promise<Visit>,
  states: readonly OpenedState[],
  tried: readonly string[] = kinds,
): Promise<void> {
  // Extensions may do what the page's policy forbids the page.
  const plain = await visitWith({ bypassCSP: true });
  const usual = new Map<OpenedState, Awaited<ReturnType<typeof look>>>();
  for (const state of states) usual.set(state, await look(plain, state));
  await plain.page.goto('about:blank');
  for (const kind of tried) {
    const script = surroundings[kind];
    const visit = script ? await visitWith({ bypassCSP: true }) : plain;
    if (script) await visit.context.addInitScript(script);
    for (const state of states)
      expect(usual.get(state), `${state.called}, ${kind}`).toMatchObject(await look(visit, state, kind));
    await visit.page.goto('about:blank');
  }
}

it('the texts of a wait follow its job on changed pages', async ({ visitWith }) => {
  const states = statesByScreen.find(({ screen }) => screen === 'loading')?.states ?? [];
  expect(states).toHaveLength(3);
  await mustStay(visitWith, states, ['texts in elements', 'words highlighted', 'parts in wrappers']);
});

// A form, a choice and a wait: one state of each is changed in every way.
for (const { screen, states } of statesByScreen.filter(({ screen }) =>
  ['phone-check', 'offers', 'loading'].includes(screen),
))
  it(`${screen} stays as it is on changed pages`, { tags: ['full'] }, ({ visitWith }) =>
    mustStay(visitWith, states.slice(0, 1)),
  );
