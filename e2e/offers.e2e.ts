// Which offers an applicant sees, and how they choose one.
import { expect } from 'vitest';
import { person } from './applicant.ts';
import { withOffers } from './by-calls.ts';
import { it } from './test.ts';

it('a vehicle that is not in the records is entered by model or by VIN', async ({ visitWith }) => {
  const visit = await visitWith({ viewport: { width: 320, height: 640 } });
  await withOffers(visit, person(2));
  await visit.unfold('Borrow more with your vehicle');
  await visit.followLink('Add your vehicle', 'vehicle', { showing: visit.button('Continue') });
  const typed = (name: string | RegExp) => visit.page.getByRole('textbox', { name, exact: true });
  await typed(/\(VIN\)/).fill('4S4BSANC3J3000042');
  await visit.press('Continue');
  await visit.page.getByText('This VIN has a typo.').first().waitFor();
  await visit.mustBeAccessible();

  await visit.button("I don't have my VIN").press('Enter');
  const title = visit.page.getByRole('heading', { name: 'Year, make and model' });
  await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true);
  await typed('Model year').fill('2020');
  await typed('Make').fill('Toyota');
  await typed('Model').fill('Camry');
  await visit.mustFit();
  await visit.mustBeAccessible();
  await visit.press('Continue');
  await visit.arrive('offers', { showing: "You're prequalified for up to $15,000" });
  await visit.page.getByRole('slider', { name: 'Loan amount', disabled: false }).press('End');
  await visit.page.getByText('Secured by your vehicle: 2020 Toyota Camry').waitFor();

  await visit
    .button(/^(?:Choose|Continue with) this offer/)
    .first()
    .click();
  await visit.followLink('Add the VIN', 'vehicle', { showing: 'We have your 2020 Toyota Camry' });
  await typed(/\(VIN\)/).fill('2t3p1rfv6kc004217');
  await visit.press('Continue');
  await visit.arriveAtOffers();
  await visit.unfold('Borrow more with your vehicle');
  await visit.page.getByText('Your 2019 Toyota Camry secures these loans.').waitFor();
  await visit.page.getByRole('link', { name: 'Change your vehicle' }).waitFor();
});

it('the filter refuses to be empty, and shows the chosen terms', { tags: ['full'] }, async ({ visit }) => {
  await visit.getOffers(person(2));
  await visit.button('Filter').click();
  const box = visit.dialog();
  // A press that begins in the dialog leaves it open, wherever it ends.
  await box.getByRole('heading').first().hover();
  await visit.page.mouse.down();
  await visit.page.mouse.move(2, 2);
  await visit.page.mouse.up();
  await box.getByRole('button', { name: 'Clear all' }).click();
  await visit.press('Save');
  await box.getByRole('alert').getByText('Select at least one term to save.').waitFor();
  await visit.mustBeAccessible();
  for (const months of ['24', '60']) await box.getByRole('checkbox', { name: `${months} months` }).check();
  await box.getByRole('button', { name: 'Save' }).click();
  await visit.button('Filter (2 terms)').waitFor();
  expect(await visit.offers().count()).toBe(2);
  await visit.button('Show all terms').click();
  await visit.button('Filter').waitFor();
  expect(await visit.offers().count()).toBe(6);
});

const controls = 'h2, h2 + p, label, input, button';
const figures = 'h2, h2 + p, button';

/** With the card's button at the end of the window, the payment is in it too, and nothing lies on a figure or a control. */
it.for([
  [360, 640, '100%', controls],
  [320, 568, '100%', controls],
  [390, 844, '200%', figures],
  [360, 640, '200%', figures],
] as const)('payment, term and APR are in view with the button at %i by %i px, text at %s', async ([
  width,
  height,
  size,
  parts,
], { visitWith }) => {
  const visit = await visitWith({ viewport: { width, height } });
  for (const state of ['many-with-a-vehicle-and-without', 'an-amount-that-needs-the-vehicle']) {
    await visit.open(`/dev/screens/offers/${state}`);
    const card = visit.offers().first();
    await card.waitFor();
    await visit.page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
    await card.getByRole('button').evaluate((button) => button.scrollIntoView({ block: 'end' }));
    const covered = await card.evaluate(
      (article, selector) =>
        [...article.querySelectorAll(selector)]
          .filter((part) => {
            const { left, right, top, bottom } = part.getBoundingClientRect();
            const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return top < 0 || bottom > innerHeight || !(part.contains(above) || above?.contains(part));
          })
          .map(({ tagName, textContent }) => `${tagName} ${textContent}`),
      parts,
    );
    expect(covered, state).toEqual([]);
  }
  await visit.page.goto('about:blank');
});
