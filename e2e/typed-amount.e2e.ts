// The amount typed on the offers page: the next press uses the amount that the field shows, also on a slow processor.
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { getJourney } from '#contract/journey.ts';
import { saveOfferChoices } from '#contract/offers.ts';
import { pathOf } from '#contract/screens.ts';
import { person } from './applicant.ts';
import { withOffers } from './by-calls.ts';
import { scheduledTestMs, waitMs } from './limits.ts';
import { it } from './test.ts';
import type { Visit } from './visit.ts';

const savesTo = saveOfferChoices.path.split('/').at(-1);
const field = ({ page }: Visit) => page.getByRole('textbox', { name: 'Loan amount' });
const chooseButtons = (visit: Visit) => visit.button(/^(?:Choose|Continue with) this offer/);
const range = 'between $2,501 and $15,000';
const ranges = 'between $2,501 and $6,000 or between $6,500 and $15,000';

type Save = ReturnType<(typeof saveOfferChoices.body)['parse']>;

function watchSaves(visit: Visit): Save[] {
  const saves: Save[] = [];
  visit.page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith(`/${savesTo}`))
      saves.push(request.postDataJSON());
  });
  return saves;
}

async function slowly(visit: Visit, act: () => Promise<void>): Promise<void> {
  const processor = await visit.context.newCDPSession(visit.page);
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await act();
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

it('the amount slider waits for the terms of every amount', async ({ visit }) => {
  const { page } = visit;
  const held = Promise.withResolvers<void>();
  await page.route('**/all-terms', async (route) => {
    await held.promise;
    await route.continue();
  });
  await withOffers(visit, person(1));
  const slider = (name: string) => page.getByRole('slider', { name });
  await expect.poll(() => slider('Payment term').isDisabled()).toBe(false);
  expect(await slider('Loan amount').isDisabled()).toBe(true);
  held.resolve();
  await expect.poll(() => slider('Loan amount').isDisabled()).toBe(false);
});

describe('an applicant who types an amount', () => {
  it('that cannot be lent sees the nearest one until an amount that can be lent shows', async ({ visit }) => {
    await withOffers(visit, person(1));
    await visit.hydrated();
    const nearest = visit.button('Choose $15,000 with your vehicle');
    const refuse = async () => {
      await field(visit).fill('20000');
      await field(visit).press('Enter');
      await nearest.waitFor();
    };
    await refuse();
    await field(visit).fill('10000');
    await nearest.waitFor({ state: 'detached' });
    await refuse();
    await visit.page.getByRole('slider', { name: 'Loan amount' }).press('ArrowLeft');
    await nearest.waitFor({ state: 'detached' });
    expect(await field(visit).inputValue()).toBe('9,500');
    await field(visit).fill('5230');
    await field(visit).press('Enter');
    await visit.button('Choose $5,500').waitFor();
    await refuse();
    await field(visit).fill('5230');
    await field(visit).press('Enter');
    await nearest.waitFor({ state: 'detached' });
  });

  it('and presses an offer continues with that amount, or sees why not', async ({ visit }) => {
    const { page } = visit;
    await withOffers(visit, person(1));
    await visit.hydrated();
    const saves = watchSaves(visit);
    const accept = visit.button('Accept and continue');
    await slowly(visit, async () => {
      await field(visit).fill('5230');
      await chooseButtons(visit).first().click();
      await accept.waitFor();
    });
    await visit.arriveAtPreview();
    expect(await page.getByRole('article').textContent()).toContain('$5,230');
    expect(saves.map(({ loanAmount }) => loanAmount)).toEqual([523_000, 523_000]);
    expect(saves.map(({ selectedTerm }) => selectedTerm?.months)).toEqual([undefined, 48]);
    await page.goBack();
    await visit.arriveAtOffers();
    await slowly(visit, async () => {
      for (const [typed, message] of [
        ['6200', ranges],
        ['20000', range],
        ['9999999', range],
      ] as const) {
        await field(visit).fill(typed);
        await chooseButtons(visit).first().click();
        await page.getByText(`Please enter an amount ${message}`).waitFor();
        await page.waitForFunction(() => document.activeElement?.matches('[aria-invalid]'));
        expect(visit.path).toBe(pathOf('offers'));
        expect(await field(visit).inputValue()).toBe(typed);
      }
    });
    expect(saves).toHaveLength(2);

    // Another amount discards the chosen offer, so Forward leads to no preview.
    await field(visit).fill('5400');
    await field(visit).press('Enter');
    await page.getByText('For a loan of $5,400').waitFor();
    await page.goForward();
    await page.waitForFunction(() => window.location.search === '');
    await visit.arrive('offers', { showing: 'For a loan of $5,400' });
    expect(await accept.count()).toBe(0);
  });

  it('and presses anything else finds it at that amount', { tags: ['full'] }, async ({ visit }) => {
    const { page } = visit;
    await withOffers(visit, person(1));
    await visit.hydrated();
    const saves = watchSaves(visit);
    await field(visit).fill('5230');
    await visit.seeEveryTerm();
    await visit.arrive('terms', { showing: 'Every term for a loan of $5,230.' });
    await page.goBack();
    await visit.arriveAtOffers();
    await field(visit).fill('13100');
    await (await visit.vehicleSwitch()).click();
    await page.getByText('Without your vehicle, you can borrow up to $12,000.').waitFor();
    await field(visit).fill('5340');
    await visit.button('Filter').click();
    await visit.dialog().waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('For a loan of $5,340').waitFor();
    await field(visit).fill('20000');
    await visit.seeEveryTerm();
    await page.getByText(`Please enter an amount ${range}`).waitFor();
    await visit.button('Choose $15,000 with your vehicle').click();
    await page.getByText('For a loan of $15,000').waitFor();
    expect(await field(visit).inputValue()).toBe('15,000');
    const amounts = saves.map(({ loanAmount }) => loanAmount);
    expect(amounts).toEqual([523_000, 1_310_000, 1_200_000, 534_000, 1_500_000]);
  });

  it('and then turns the vehicle off finds the field at the lower amount, also while it has the focus', async ({
    visit,
  }) => {
    const { page } = visit;
    await withOffers(visit, person(1));
    await visit.hydrated();
    await field(visit).fill('13100');
    await field(visit).press('Enter');
    await page.getByText('For a loan of $13,100').waitFor();
    const saves = watchSaves(visit);
    const held = Promise.withResolvers<void>();
    await page.route(`**/${savesTo}`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await (await visit.vehicleSwitch()).click();
    await field(visit).focus();
    held.resolve();
    await page.getByText('For a loan of $12,000').waitFor();
    await expect.poll(() => field(visit).inputValue()).toBe('12,000');
    await field(visit).press('Tab');
    expect(await listedAmount(visit)).toBe(12_000);
    expect(saves).toHaveLength(1);
  });

  it('with cents finds them dropped, on both screens that take an amount', async ({ visit }) => {
    const { page } = visit;
    const dropped = page.getByText('We lend whole dollars, so we dropped the cents.');
    const other = async () => {
      await field(visit).fill('5400');
      await field(visit).press('Enter');
      await page.getByText('For a loan of $5,400').waitFor();
    };
    await withOffers(visit, person(1));
    await visit.hydrated();
    await other();
    await page.getByRole('link', { name: 'See all amounts' }).click();
    await visit.arrive('amount');
    await page.getByLabel('Type an amount').fill('5,000.49');
    await dropped.waitFor();
    await visit.button('Continue').click();
    await visit.arrive('offers', { showing: 'For a loan of $5,000' });

    await other();
    await field(visit).fill('5,000.49');
    await field(visit).press('Enter');
    await dropped.waitFor();
    await page.getByText('For a loan of $5,000').waitFor();
    await field(visit).press('Tab');
    await expect.poll(() => field(visit).inputValue()).toBe('5,000');

    await field(visit).fill('20000');
    await field(visit).press('Enter');
    await page
      .getByRole('alert')
      .filter({ hasText: `Please enter an amount ${range}` })
      .waitFor();
  });

  it('before the scripts arrive finds it chosen', { tags: ['full'] }, async ({ visit }) => {
    const { page } = visit;
    await withOffers(visit, person(1));
    await visit.hydrated();
    const released = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await field(visit).fill('5230');
    await chooseButtons(visit).first().click();
    released.resolve();
    await visit.arriveAtPreview();
    expect(await page.getByRole('article').textContent()).toContain('$5,230');
  });

  it(
    'in any order of keys, presses and navigation sees a preview only of what the field showed',
    {
      tags: ['full'],
      timeout: 4 * scheduledTestMs,
    },
    ({ visit }) => inAnyOrder(visit),
  );
});

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

const dollarsIn = (text: string | null) => Number((text ?? '').replaceAll(/[$,]/g, ''));
const isLent = (text: string) => {
  const dollars = dollarsIn(text);
  return (2501 <= dollars && dollars <= 6000) || (6500 <= dollars && dollars <= 15_000);
};
const shownAmount = async ({ page }: Visit) =>
  dollarsIn(/Amount(\$[\d,]+)/i.exec((await page.getByRole('article').textContent()) ?? '')?.[1] ?? '');
const listedAmount = async ({ page }: Visit) =>
  dollarsIn(/For a loan of (\$[\d,]+)/.exec((await page.locator('output').textContent()) ?? '')?.[1] ?? '');
