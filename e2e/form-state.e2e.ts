// The landing page form, by the state where the applicant lives.
import { describe, expect } from 'vitest';
import { fillForm, person } from './applicant.ts';
import { answer, field } from './fields.ts';
import { it } from './test.ts';

describe('the form', () => {
  it('shows people in a state that is not served where the lender lends', { tags: ['full'] }, async ({
    visit,
  }) => {
    await visit.openForm();
    await field(visit, 'State').selectOption({ label: 'New York' });
    const dialog = visit.dialog();
    await dialog.getByText("We don't lend in your state yet").waitFor();
    await dialog.getByText(/New York/).waitFor();
    await dialog.getByText(/Alabama, Arizona, California/).waitFor();
    await visit.mustBeAccessible();
    await dialog.getByRole('button', { name: 'Contact us' }).click();
    await dialog.getByRole('heading', { name: 'Talk to us about loans in your state' }).waitFor();
    expect(await dialog.getByRole('link').getAttribute('href')).toBe('tel:+18015550100');
    await visit.mustBeAccessible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    const error = visit.page.getByText("We don't lend in New York.");
    await error.waitFor();
    expect(await field(visit, 'State').getAttribute('aria-invalid')).toBe('true');
    await visit.mustBeAccessible();
    await visit.mustFit();
    // A different birth date may change the state's message; the message returns once the date is valid.
    await field(visit, 'Date of birth').fill('04/12/19');
    await error.waitFor({ state: 'detached' });
    await answer(visit, 'Date of birth', '04/12/1985');
    await error.waitFor();
    await field(visit, 'State').selectOption({ label: 'Utah' });
    await error.waitFor({ state: 'detached' });
  });

  it('gives an applicant with a military address a branch to call', { tags: ['full'] }, async ({ visit }) => {
    await visit.openForm();
    for (const state of ['Armed Forces AA', 'Armed Forces AE', 'Armed Forces AP']) {
      await field(visit, 'State').selectOption({ label: state });
      const call = visit.dialog().getByText(/call our Salt Lake City branch at/);
      expect(await call.getByRole('link').getAttribute('href')).toBe('tel:+18015550110');
      await visit.mustBeAccessible();
      await visit.dialog().getByRole('button', { name: 'Close' }).last().click();
    }
  });

  it('shows what the state’s law requires, once the state is chosen', async ({ visit }) => {
    await visit.openForm();
    const notice = visit.page.getByText(/^No provision of a marital property agreement/);
    await field(visit, 'State').selectOption({ label: 'Wisconsin' });
    await notice.waitFor();
    await visit.mustBeAccessible();
    await visit.mustFit();
    await field(visit, 'State').selectOption({ label: 'Utah' });
    await notice.waitFor({ state: 'detached' });
  });

  it('cannot be sent for a state that is not served', async ({ visit, product }) => {
    const applicant = person(1);
    await visit.openForm();
    await fillForm(visit.page, applicant);
    const dialog = visit.dialog();
    await field(visit, 'State').selectOption({ label: 'Ohio' });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    await visit.press('Check my offers');
    await dialog.getByText(/Ohio/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await visit.summary().getByRole('link', { name: "We don't lend in Ohio." }).waitFor();
    await expect
      .poll(() => visit.summary().evaluate((element) => element === document.activeElement))
      .toBe(true);
    expect(await product.texts(applicant.phone)).toEqual([]);
  });

  it('explains that the lender lends only to adults', { tags: ['full'] }, async ({ visit, product }) => {
    const applicant = await visit.submit(person(1, { 'Date of birth': '01/15/2015' }));
    await visit.arrive('too-young');
    await visit.page.getByText("We didn't contact a credit bureau.").waitFor();
    expect(await product.pulls(applicant.ssn)).toEqual([]);
    await visit.followLink('Back to the form', 'landing');
    expect(await field(visit, 'Home address').inputValue()).toBe(applicant.answers['Home address']);
    expect(await field(visit, 'Social Security number').inputValue()).toBe('');
  });
});
