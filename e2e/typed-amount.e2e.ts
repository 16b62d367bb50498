// The amount typed on the offers page: whatever is pressed next goes on with what the field shows, also on a slow processor.
import { describe, expect } from 'vitest';
import { saveOfferChoices } from '#contract/offers.ts';
import { person } from './applicant.ts';
import { it } from './test.ts';
import type { Visit } from './visit.ts';

const saves = saveOfferChoices.path.split('/').at(-1);
const field = ({ page }: Visit) => page.getByRole('textbox', { name: 'Loan amount' });
const chooseFirst = (visit: Visit) => visit.button(/^Choose this offer/).first();

/** Slows the processor down, and notes the amounts that the page saves. */
async function slowly(visit: Visit): Promise<(number | undefined)[]> {
  const processor = await visit.context.newCDPSession(visit.page);
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const saved: (number | undefined)[] = [];
  visit.page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith(`/${saves}`))
      saved.push(request.postDataJSON().loanAmount);
  });
  return saved;
}

describe('an applicant who types an amount', () => {
  it('and presses an offer goes on with that amount, or finds out why not', async ({ visit }) => {
    await visit.getOffers(person(1));
    const saved = await slowly(visit);
    await field(visit).fill('5230');
    await chooseFirst(visit).click();
    await visit.arriveAtPreview();
    expect(await visit.page.getByRole('article').textContent()).toContain('$5,230');
    expect(saved.filter((amount) => amount !== 523_000)).toEqual([]);
    await visit.page.goBack();
    await visit.arriveAtOffers();
    for (const [typed, message] of [
      ['6200', 'Please enter an amount between $2,501 and $6,000 or between $6,500 and $15,000'],
      ['20000', 'Please enter an amount between $2,501 and $15,000'],
      ['9999999', 'Please enter an amount between $2,501 and $15,000'],
    ] as const) {
      await field(visit).fill(typed);
      await chooseFirst(visit).click();
      await visit.page.getByText(message).waitFor();
      await visit.page.waitForFunction(() => document.activeElement?.matches('[aria-invalid]'));
      expect(visit.path).not.toContain('preview');
      expect(await field(visit).inputValue()).toBe(typed);
    }
    expect(saved.filter((amount) => amount !== 523_000)).toEqual([]);
  });
});
