// The amount typed on the offers page, in random orders of keys, presses and navigation.
import fc from 'fast-check';
import { expect } from 'vitest';
import { getJourney } from '#contract/journey.ts';
import { pathOf } from '#contract/screens.ts';
import { chooseButtons, dollarsIn, field, listedAmount, slowly, watchSaves } from './amount-field.ts';
import { person } from './applicant.ts';
import { withOffers } from './by-calls.ts';
import { scheduledTestMs, waitMs } from './limits.ts';
import { it } from './test.ts';
import type { Visit } from './visit.ts';

it(
  'an applicant who types an amount, in any order of keys, presses and navigation, sees a preview only of what the field showed',
  { tags: ['full'], timeout: 4 * scheduledTestMs },
  ({ visit }) => inAnyOrder(visit),
);

const texts = ['5230', '5,400', '6000', '60000', '6200', '20000', '9999999', '13100', ''];
const text = fc.record({ do: fc.constant('type' as const), text: fc.constantFrom(...texts) });
const act = fc.record({
  do: fc.constantFrom(
    ...([
      'enter',
      'leave',
      'choose',
      'choose',
      'nearest',
      'slide',
      'switch',
      'back',
      'forward',
      'reload',
    ] as const),
  ),
});

async function inAnyOrder(visit: Visit) {
  await withOffers(visit, person(1));
  await visit.hydrated();
  const saves = watchSaves(visit);
  const page = await watched(visit);
  await slowly(visit, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(text, act), { maxLength: 12 }),
        fc.constantFrom(...texts),
        async (steps, last) => {
          await visit.page.goto(pathOf('offers'));
          await page.settled();
          saves.length = 0;
          const pressesBefore = (await page.pressed()).length;
          for (const step of steps) await perform(visit, step);
          await page.settled();
          await mustAgree(visit, await page.pressed());
          const typed = steps.filter((step) => step.do === 'type').length;
          const chosen = saves.filter(({ selectedTerm }) => selectedTerm);
          expect(chosen.length).toBeLessThanOrEqual((await page.pressed()).length - pressesBefore);
          const others = steps.filter((step) => step.do === 'nearest' || step.do === 'switch').length;
          expect(saves.length - chosen.length).toBeLessThanOrEqual(typed + others);

          if (!(await chooseButtons(visit).first().isVisible())) return;
          await perform(visit, { do: 'type', text: last });
          await perform(visit, { do: 'choose' });
          await page.settled();
          await mustAgree(visit, await page.pressed());
          // A press before this one may have led on meanwhile.
          if ((await page.pressed()).at(-1) !== dollarsIn(last)) return;
          const isPreview = visit.path.endsWith('?step=preview');
          if (isLent(last)) {
            // An offer of another amount may have a length for which this one is not lent.
            if (isPreview) expect(await shownAmount(visit)).toBe(dollarsIn(last));
            else expect(await listedAmount(visit)).toBe(dollarsIn(last));
          } else {
            expect(isPreview).toBe(false);
            expect(await visit.page.evaluate(() => document.activeElement?.matches('[aria-invalid]'))).toBe(
              true,
            );
          }
        },
      ),
      { numRuns: 25, endOnFailure: true },
    ),
  );
  await visit.open(pathOf('offers'));
  await visit.arriveAtOffers();
}

/** Notes what the field shows whenever an offer is pressed, and waits until nothing happens any more. */
async function watched({ page }: Visit) {
  let pending = 0;
  const done = () => {
    pending -= 1;
  };
  page.on('request', () => {
    pending += 1;
  });
  page.on('requestfinished', done);
  page.on('requestfailed', done);
  // The window's name outlasts a reload, which would lose a message to the test.
  await page.addInitScript(() => {
    const onClick = ({ target }: Event) => {
      const label = (target as Element).closest('button')?.textContent ?? '';
      if (!/^(?:Choose|Continue with) this offer/.test(label)) return;
      const input = document.querySelector<HTMLInputElement>('input[inputmode=numeric]');
      window.name += `${input?.value ?? ''};`;
    };
    document.addEventListener('click', onClick, true);
  });
  /** Resolves to whether the page is idle. */
  const idle = () =>
    page
      .evaluate(async () => {
        await new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve), { timeout: 500 }));
        return (
          document.documentElement.dataset.hydrated === 'all' &&
          !document.querySelector('button [role=status]')
        );
      })
      .catch(() => false);
  const settled = async () => {
    const deadline = performance.now() + waitMs;
    for (let quiet = 0; quiet < 5; quiet = (await idle()) && pending <= 0 ? quiet + 1 : 0)
      if (performance.now() > deadline) throw new Error(`The page is still busy with ${pending} requests.`);
  };
  /** What the field showed at each press so far, in dollars. */
  const pressed = async () => (await page.evaluate(() => window.name)).split(';').slice(0, -1).map(dollarsIn);
  return { pressed, settled };
}

type Step = { readonly do: 'type'; readonly text: string } | { readonly do: Acted };
type Acted = 'enter' | 'leave' | 'choose' | 'nearest' | 'slide' | 'switch' | 'back' | 'forward' | 'reload';

/** Where the screen does not have the control, nothing is done. */
async function perform(visit: Visit, step: Step): Promise<void> {
  const { page } = visit;
  const at = { timeout: 2000 };
  const nothing = () => {};
  switch (step.do) {
    case 'type':
      if (await field(visit).isVisible()) await field(visit).fill(step.text, at).catch(nothing);
      return;
    case 'choose':
      if (await chooseButtons(visit).first().isVisible())
        await chooseButtons(visit).first().click(at).catch(nothing);
      return;
    case 'nearest': {
      const nearest = visit.button(/^Choose \$/).first();
      if (await nearest.isVisible()) await nearest.click(at).catch(nothing);
      return;
    }
    case 'slide': {
      const slider = page.getByRole('slider', { name: 'Loan amount' });
      if (await slider.isVisible()) await slider.press('ArrowRight', at).catch(nothing);
      return;
    }
    case 'switch': {
      if (!(await field(visit).isVisible())) return;
      const box = await visit.vehicleSwitch(at).catch(nothing);
      if (await box?.isVisible()) await box?.click(at).catch(nothing);
      return;
    }
    case 'enter':
      return page.keyboard.press('Enter');
    case 'leave':
      return page.keyboard.press('Tab');
    case 'back':
      return page.evaluate(() => history.back()).catch(nothing);
    case 'forward':
      return page.evaluate(() => history.forward()).catch(nothing);
    case 'reload':
      // Another navigation may still be under way, and end this one.
      await page.reload({ waitUntil: 'commit', ...at }).catch(nothing);
  }
}

/** The address, the screen, the field and the saved choice agree. */
async function mustAgree(visit: Visit, pressedAt: readonly number[]): Promise<void> {
  const { page } = visit;
  if (new URL(page.url()).pathname !== pathOf('offers')) return;
  const isPreview = visit.path.endsWith('?step=preview');
  expect(await visit.button('Accept and continue').isVisible()).toBe(isPreview);
  expect(await field(visit).isVisible()).toBe(!isPreview);
  if (!isPreview) {
    const value = await field(visit).inputValue();
    const isTyping = await field(visit).evaluate((input) => input === document.activeElement);
    const isRefused = (await field(visit).getAttribute('aria-invalid')) !== null;
    if (!isTyping && !isRefused) expect(dollarsIn(value)).toBe(await listedAmount(visit));
    return;
  }
  const answer = await page.request.get(getJourney.path);
  const { choices } = getJourney.response.parse(await answer.json());
  expect(await shownAmount(visit)).toBe((choices.selectedTerm?.amount ?? 0) / 100);
  expect(pressedAt).toContain(await shownAmount(visit));
}

const isLent = (text: string) => {
  const dollars = dollarsIn(text);
  return (2501 <= dollars && dollars <= 6000) || (6500 <= dollars && dollars <= 15_000);
};
const shownAmount = async ({ page }: Visit) =>
  dollarsIn(/Amount(\$[\d,]+)/i.exec((await page.getByRole('article').textContent()) ?? '')?.[1] ?? '');
