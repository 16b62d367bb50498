// Which offers an applicant sees, and how they choose one.
import { describe, expect } from 'vitest';
import { person } from './applicant.ts';
import { withOffers } from './by-calls.ts';
import { it } from './test.ts';
import type { Visit } from './visit.ts';

const declined = 'Sorry, we do not have any loan offers available for you at this time.';
/** Amounts in steps of $500 between two amounts, highest first. */
const steps = (most: number, least: number): number[] =>
  most < least ? [] : [most, ...steps(most - 500, least)];
const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`;

async function amounts(visit: Visit): Promise<string[]> {
  await visit.page.getByRole('link', { name: 'See all amounts' }).click();
  await visit.arrive('amount', { showing: visit.button('Continue') });
  await visit.unfold('Borrow more with your vehicle');
  return visit.page.getByRole('main').getByRole('listitem').getByRole('button').allTextContents();
}

/** Moves the amount slider to its end. */
const most = (visit: Visit) =>
  visit.page.getByRole('slider', { name: 'Loan amount', disabled: false }).press('End');
const vehicle = (visit: Visit) => visit.vehicleSwitch();

describe('offers', () => {
  it('who qualifies for every program chooses between their amounts, those without a vehicle first', async ({
    visit,
  }) => {
    await withOffers(visit, person(1));
    const secured = steps(15_000, 7500).map((amount) => `${dollars(amount)} secured by your vehicle`);
    const unsecured = [...steps(12_000, 3000), 2501].map(dollars);
    expect(await amounts(visit)).toEqual([...unsecured, ...secured]);
  });

  it('an applicant who qualifies only with a vehicle is offered only secured loans', {
    tags: ['full'],
  }, async ({ visit }) => {
    await visit.getOffers(person(4));
    await visit.page.getByText('Secured by your vehicle: 2017 Honda Civic.').waitFor();
    await (await vehicle(visit)).click({ force: true });
    await visit.page.getByText("You don't have to accept one.").waitFor();
    expect(await (await vehicle(visit)).isChecked()).toBe(true);
    for (const offer of await visit.offers().all())
      expect(await offer.textContent()).toContain('your vehicle');
    expect(await amounts(visit)).toEqual(
      steps(11_500, 7500).map((amount) => `${dollars(amount)} secured by your vehicle`),
    );
  });

  it('an amount in the gap between two ranges brings the two nearest', {
    tags: ['full'],
  }, async ({ visit }) => {
    await visit.getOffers(person(5));
    expect(await amounts(visit)).toEqual([...steps(12_000, 6500), ...steps(4500, 3000), 2501].map(dollars));
    await visit.page
      .getByText('You can borrow $2,501 to $4,500 or $6,500 to $12,000, in whole dollars.')
      .waitFor();
    const typed = visit.page.getByLabel('Type an amount');
    await typed.fill('1000');
    await visit.press('Continue');
    await visit.page.getByText('Please enter an amount between $2,501 and $12,000').first().waitFor();
    await visit.button('Choose $2,501').waitFor();
    await typed.fill('5200');
    await visit.page
      .getByText('Please enter an amount between $2,501 and $4,500 or between $6,500 and $12,000')
      .first()
      .waitFor();
    await visit.button('Choose $6,500').waitFor();
    await visit.mustBeAccessible();
    await visit.button('Choose $4,500').click();
    await visit.arriveAtOffers();
    await visit.page.getByText('For a loan of $4,500').waitFor();
    await visit.page.getByRole('link', { name: 'See all amounts' }).click();
    await visit.arrive('amount', {
      showing: visit.page.getByRole('button', { name: '$4,500', pressed: true }),
    });
  });

  it('any whole dollar is priced as typed, beside the two nearest amounts', { tags: ['full'] }, async ({
    visit,
  }) => {
    await visit.getOffers(person(1));
    await visit.page.getByRole('link', { name: 'See all amounts' }).click();
    await visit.arrive('amount', { showing: visit.button('Continue') });
    await visit.page.getByLabel('Type an amount').fill('5230');
    await visit.press('Continue');
    await visit.arrive('offers', { showing: 'For a loan of $5,230' });
    expect(await visit.offers().first().textContent()).toContain('$5,230');
    await visit.button('Choose $5,500').waitFor();
    await visit.page.getByRole('link', { name: 'See all amounts' }).click();
    await visit.arrive('amount', { showing: visit.button('Choose $5,500') });
    expect(await visit.page.getByLabel('Type an amount').inputValue()).toBe('5230');
    await visit.page.goBack();
    await visit.arrive('offers', { showing: 'For a loan of $5,230' });
    await visit.button('Choose $5,000').click();
    await visit.page.getByText('For a loan of $5,000').waitFor();
    await visit.button('Choose $5,500').waitFor({ state: 'detached' });
  });

  it('an applicant whose vehicle is not in the records enters it, by year, make and model or by its VIN', async ({
    visitWith,
  }) => {
    const visit = await visitWith({ viewport: { width: 320, height: 640 } });
    await withOffers(visit, person(2));
    await visit.unfold('Borrow more with your vehicle');
    await visit.page.getByRole('link', { name: 'Add your vehicle' }).click();
    await visit.arrive('vehicle', { showing: visit.button('Continue') });
    const typed = (name: string | RegExp) => visit.page.getByRole('textbox', { name, exact: true });
    await typed(/\(VIN\)/).fill('4S4BSANC3J3000042');
    await visit.press('Continue');
    await visit.page.getByText('This VIN has a typo.').first().waitFor();
    await visit.mustBeAccessible();

    await visit.button("I don't have my VIN").press('Enter');
    const title = visit.page.getByRole('heading', { name: 'Year, make and model' });
    expect(await title.evaluate((element) => element === document.activeElement)).toBe(true);
    await typed('Model year').fill('2020');
    await typed('Make').fill('Toyota');
    await typed('Model').fill('Camry');
    await visit.mustFit();
    await visit.mustBeAccessible();
    await visit.press('Continue');
    await visit.arrive('offers', { showing: "You're prequalified for up to $15,000" });
    await most(visit);
    await visit.page.getByText('Secured by your vehicle: 2020 Toyota Camry').waitFor();

    await visit
      .button(/^(?:Choose|Continue with) this offer/)
      .first()
      .click();
    await visit.page.getByRole('link', { name: 'Add the VIN' }).click();
    await visit.arrive('vehicle', { showing: 'We have your 2020 Toyota Camry' });
    await typed(/\(VIN\)/).fill('2t3p1rfv6kc004217');
    await visit.press('Continue');
    await visit.arriveAtOffers();
    await visit.unfold('Borrow more with your vehicle');
    await visit.page.getByText('Your 2019 Toyota Camry secures these loans.').waitFor();
    await visit.page.getByRole('link', { name: 'Change your vehicle' }).waitFor();
  });

  it('an applicant who can be offered nothing without a vehicle must name one, and is declined without it', {
    tags: ['full'],
  }, async ({ visit }) => {
    await visit.apply(person(36));
    await visit.arrive('vehicle', { showing: visit.button("I don't have a vehicle") });
    await visit.page.reload();
    await visit.arrive('vehicle', { showing: visit.button("I don't have a vehicle") });
    await visit.press("I don't have a vehicle");
    await visit.arrive('declined', { showing: declined });
  });

  it('with the vehicle switched off only offers that need none are shown, after a reload too', {
    tags: ['full'],
  }, async ({ visit }) => {
    await visit.getOffers(person(1));
    const secured = () => visit.offers().filter({ hasText: 'your vehicle' });
    await visit.page.getByText('We picked $5,000 to start. You can change it.').waitFor();
    expect(await (await vehicle(visit)).isChecked()).toBe(true);
    expect(await secured().count()).toBe(0);
    await most(visit);
    await visit.page.getByText('This amount requires your vehicle as collateral.').waitFor();
    expect(await secured().count()).toBe(await visit.offers().count());
    await visit.button('Filter').click();
    await visit.dialog().getByRole('button', { name: 'Clear all' }).click();
    for (const months of ['24', '36']) await visit.dialog().getByLabel(`${months} months`).check();
    await visit.dialog().getByRole('button', { name: 'Save' }).click();
    await visit.button('Filter (2 terms)').waitFor();
    await (await vehicle(visit)).click();
    await visit.page.getByText('Without your vehicle, you can borrow up to $12,000.').waitFor();
    await visit.button('Filter (2 terms)').waitFor();
    expect(await (await vehicle(visit)).evaluate((element) => element === document.activeElement)).toBe(true);
    await secured().first().waitFor({ state: 'detached' });
    await visit.page.reload();
    await visit.arriveAtOffers();
    expect(await (await vehicle(visit)).isChecked()).toBe(false);
    expect(await secured().count()).toBe(0);
    await (await vehicle(visit)).check();
    await secured().first().waitFor();
  });

  it('of more than ten offers, five are shown besides the featured one, then all', {
    tags: ['full'],
  }, async ({ visit }) => {
    await visit.getOffers(person(2));
    expect(await visit.offers().count()).toBe(6);
    await visit.page.getByText('5 of 10 options shown').waitFor();
    await visit.button('Show more').click();
    await visit.offers().nth(10).waitFor();
    await visit.page.getByText('10 of 10 options shown').waitFor();
    expect(
      await visit
        .offers()
        .nth(6)
        .evaluate((element) => element === document.activeElement),
    ).toBe(true);
  });

  it('the filter refuses an empty choice of terms, and shows the chosen terms', {
    tags: ['full'],
  }, async ({ visit }) => {
    await visit.getOffers(person(2));
    await visit.button('Filter').click();
    const box = visit.dialog();
    await box.getByRole('button', { name: 'Clear all' }).click();
    await visit.press('Save');
    await box.getByRole('alert').getByText('Select at least one term to save.').waitFor();
    await visit.mustBeAccessible();
    for (const months of ['24', '60']) await box.getByRole('checkbox', { name: `${months} months` }).check();
    await box.getByRole('button', { name: 'Save' }).click();
    await visit.button('Filter (2 terms)').waitFor();
    expect(await visit.page.getByRole('radio').count()).toBe(2);
    expect(await visit.offers().count()).toBe(1);
    await visit.button('Show all terms').click();
    await visit.button('Filter').waitFor();
    expect(await visit.offers().count()).toBe(6);
  });

  it('every term of an amount is listed, shortest first, and can be chosen there', {
    tags: ['full'],
  }, async ({ visit }) => {
    await visit.getOffers(person(2));
    await visit.seeEveryTerm();
    await visit.arrive('terms', { showing: visit.button(/^(?:Choose|Continue with) this offer/).first() });
    const terms = (await visit.offers().allTextContents()).map((text) =>
      Number(/(\d\d) months/.exec(text)?.[1]),
    );
    expect(terms).toEqual([24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60]);
    await visit.choose(33);
    await visit.page.getByRole('article').getByText('33 months').waitFor();
    await visit.page.goBack();
    await visit.arrive('terms', { showing: visit.page.getByRole('article').getByText('Chosen') });
    await visit.button(/^Continue with this offer.* 33 months/).waitFor();
    expect(await visit.button(/^Choose this offer.* 33 months/).count()).toBe(0);
  });

  it('the offer chosen before is featured when the applicant comes back to the offers', {
    tags: ['full'],
  }, async ({ visit }) => {
    await visit.getOffers(person(2));
    await visit.choose(36);
    await visit.page.getByRole('link', { name: 'Choose another offer' }).click();
    await visit.arriveAtOffers();
    await visit.page.getByRole('heading', { name: 'Your choice' }).waitFor();
    await visit.page.getByRole('radio', { name: '36 months', checked: true }).waitFor();
    await visit.button(/^Continue with this offer.* 36 months/).waitFor();
    expect(await visit.button(/^Choose this offer.* 36 months/).count()).toBe(0);
  });

  it('a borrower covered by the Military Lending Act is offered no vehicle loan and no rate over 36%', {
    tags: ['full'],
  }, async ({ visit }) => {
    await visit.getOffers(person(18));
    expect(await (await vehicle(visit)).count()).toBe(0);
    await visit.button('Show more').click();
    for (const text of await visit.offers().allTextContents())
      expect(Number(/([\d.]+)%/.exec(text)?.[1])).toBeLessThanOrEqual(36);
    expect(await amounts(visit)).toEqual([...steps(12_000, 3000), 2501].map(dollars));
  });
});
