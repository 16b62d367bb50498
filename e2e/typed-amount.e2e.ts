// The amount typed on the offers page: the next press uses the amount that the field shows, also on a slow processor.
import { describe, expect } from 'vitest';
import { saveOfferChoices } from '#contract/offers.ts';
import { pathOf } from '#contract/screens.ts';
import { person } from './applicant.ts';
import { withOffers } from './by-calls.ts';
import { it } from './test.ts';
import type { Visit } from './visit.ts';

const savesTo = saveOfferChoices.path.split('/').at(-1);
const field = ({ page }: Visit) => page.getByRole('textbox', { name: 'Loan amount' });
const chooseButtons = (visit: Visit) => visit.button(/^(?:Choose|Continue with) this offer/);

type Save = ReturnType<(typeof saveOfferChoices.body)['parse']>;

function watchSaves(visit: Visit): Save[] {
  const saves: Save[] = [];
  visit.page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith(`/${savesTo}`))
      saves.push(request.postDataJSON());
  });
  return saves;
}

async function enter(visit: Visit, text: string, key: 'Enter' | 'Tab' = 'Enter'): Promise<void> {
  await field(visit).fill(text);
  await field(visit).press(key);
}

async function slowly(visit: Visit, act: () => Promise<void>): Promise<void> {
  const processor = await visit.context.newCDPSession(visit.page);
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await act();
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

const range = 'between $2,501 and $15,000';

it('the amount slider moves before the terms of every amount are here', async ({ visit, page }) => {
  const release = await visit.hold('**/all-terms');
  await withOffers(visit, person(1));
  await page.getByRole('slider', { name: 'Loan amount', disabled: false }).press('ArrowRight');
  await page.getByText('For a loan of $5,500').waitFor();
  release();
});

describe('an applicant who types an amount', () => {
  it('that cannot be lent, or is none, sees why until one that can be lent shows', async ({ visit }) => {
    await withOffers(visit, person(1));
    const why = visit.page.getByText(`Please enter an amount ${range}`);
    const refuse = async (text: string) => {
      await enter(visit, text, 'Tab');
      await why.waitFor();
      expect(await field(visit).inputValue()).toBe(text);
    };
    for (const text of ['abc', '', '5000 dollars', '-500', '5e3', '٥٠٠٠', '9'.repeat(400)]) {
      await refuse(text);
      await enter(visit, '5230', 'Tab');
      await why.waitFor({ state: 'detached' });
    }
    await refuse('20000');
    await field(visit).fill('10000');
    await why.waitFor({ state: 'detached' });
    await refuse('20000');
    await visit.page.getByRole('slider', { name: 'Loan amount' }).press('ArrowLeft');
    await why.waitFor({ state: 'detached' });
    expect(await field(visit).inputValue()).toBe('9,500');
    await enter(visit, '5,00', 'Tab');
    await visit.page.getByText('Which amount do you mean?').waitFor();
    await enter(visit, '5k', 'Tab');
    await visit.page.getByText('For a loan of $5,000').waitFor();
    await expect.poll(() => field(visit).inputValue()).toBe('5,000');
  });

  it('that a state’s cap rules out sees so beside the offers of the one before', async ({ visit, page }) => {
    visit.expectConsole(/404/);
    await page.route('**/terms?amount=523000', (route) =>
      route.fulfill({ status: 404, json: { errors: [{ code: 'not-found', message: 'No.' }] } }),
    );
    await withOffers(visit, person(1));
    await enter(visit, '5230', 'Tab');
    await page.getByText("We don't have an offer for this amount.").waitFor();
    expect(await field(visit).inputValue()).toMatch(/^5,?230$/);
    await page.getByText('For a loan of $5,000').waitFor();
    await enter(visit, '5400');
    await page.getByText('For a loan of $5,400').waitFor();
    expect(await page.getByText("We don't have an offer for this amount.").count()).toBe(0);
  });

  it('that is lent otherwise than the offer sees why its press failed', async ({ visit, page }) => {
    await withOffers(visit, person(1));
    const saves = watchSaves(visit);
    const release = await visit.hold('**/terms?amount=1310000');
    await field(visit).fill('13100');
    await chooseButtons(visit).first().click();
    const why = page.getByText('$13,100 requires your vehicle as collateral, so we changed the offer.');
    await why.waitFor();
    expect(await field(visit).evaluate((input) => input === document.activeElement)).toBe(true);
    release();
    await page.getByText('For a loan of $13,100').waitFor();
    expect(saves).toEqual([]);
    await chooseButtons(visit).first().click();
    await visit.arriveAtPreview();
    expect(saves).toMatchObject([{ loanAmount: 1_310_000, selectedTerm: { isAutoSecured: true } }]);
  });

  it('and presses an offer continues with that amount, or sees why not', async ({ visit, page }) => {
    await withOffers(visit, person(1));
    const saves = watchSaves(visit);
    const accept = visit.button('Accept and continue');
    await slowly(visit, async () => {
      await field(visit).fill('5230');
      await chooseButtons(visit).first().click();
      await accept.waitFor();
    });
    await visit.arriveAtPreview();
    expect(await page.getByRole('article').textContent()).toContain('$5,230');
    expect(saves).toMatchObject([{ loanAmount: 523_000, selectedTerm: { months: 48 } }]);
    await page.goBack();
    await visit.arriveAtOffers();
    await slowly(visit, async () => {
      await field(visit).fill('6200');
      await chooseButtons(visit).first().click();
      await page
        .getByText('Please enter an amount between $2,501 and $6,000 or between $6,500 and $15,000')
        .waitFor();
      await page.waitForFunction(() => document.activeElement?.matches('[aria-invalid]'));
    });
    expect(visit.path).toBe(pathOf('offers'));
    expect(await field(visit).inputValue()).toBe('6200');
    expect(saves).toHaveLength(1);

    // Another amount discards the chosen offer, so Forward leads to no preview.
    await enter(visit, '5400');
    await page.getByText('For a loan of $5,400').waitFor();
    await page.goForward();
    await page.waitForFunction(() => window.location.search === '');
    await visit.arrive('offers', { showing: 'For a loan of $5,400' });
    expect(await accept.count()).toBe(0);
  });

  it('and turns the vehicle off finds the field at the lower amount', async ({ visit }) => {
    await withOffers(visit, person(1));
    await enter(visit, '13100');
    await visit.page.getByText('For a loan of $13,100').waitFor();
    const saves = watchSaves(visit);
    await (await visit.vehicleSwitch()).click();
    await visit.page.getByText('For a loan of $12,000').waitFor();
    await expect.poll(() => field(visit).inputValue()).toBe('12,000');
    await visit.page.getByText('Without your vehicle, you can borrow up to $12,000.').waitFor();
    expect(saves).toEqual([]);
  });

  it('with cents finds them dropped, on both screens that take an amount', { tags: ['full'] }, async ({
    visit,
    page,
  }) => {
    const dropped = page.getByText('We lend whole dollars, so we dropped the cents.');
    const other = async () => {
      await enter(visit, '5400');
      await page.getByText('For a loan of $5,400').waitFor();
    };
    await withOffers(visit, person(1));
    await other();
    await visit.seeAmounts();
    await page.getByLabel('Type an amount').fill('5,000.49');
    await dropped.waitFor();
    await visit.follow('Continue', 'offers', { showing: 'For a loan of $5,000' });

    await other();
    await enter(visit, '5,000.49');
    await dropped.waitFor();
    await page.getByText('For a loan of $5,000').waitFor();
    await field(visit).press('Tab');
    await expect.poll(() => field(visit).inputValue()).toBe('5,000');
  });
});
