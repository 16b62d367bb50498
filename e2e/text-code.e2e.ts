// The text code after the form.
import { expect } from 'vitest';
import { fillForm, person } from './applicant.ts';
import { answer, field } from './fields.ts';
import { it } from './test.ts';

it('goes to no foreign phone; a wrong one is refused, its field emptied', async ({ visit, product }) => {
  const applicant = person(2);
  await visit.openForm();
  await fillForm(visit.page, applicant);
  await answer(visit, 'Phone', '(876) 555-1234');
  visit.expectConsole(/400 .*prequalifications/);
  await visit.press('Check my offers');
  const refusal = 'We can only text phones in the United States. Please enter your US mobile number.';
  await visit.summary().getByRole('link', { name: refusal }).waitFor();
  await answer(visit, 'Phone', applicant.answers.Phone);
  await visit.press('Check my offers');
  await visit.arrive('phone-check');
  const code = await product.textCode(applicant.phone);
  await visit.enterCode(code === '123456' ? '654321' : '123456');
  await visit.page.getByText("This code isn't right. Check it and enter it again.").waitFor();
  await expect.poll(() => field(visit, 'Code').inputValue()).toBe('');
  await visit.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'otp');
  await visit.mustBeAccessible();
  await visit.enterCode(code);
  await visit.arriveAtOffers();
});

it('is checked next if it was typed while a wrong one was checked', async ({ visit, product }) => {
  const applicant = await visit.submit(person(2));
  await visit.arrive('phone-check');
  const code = await product.textCode(applicant.phone);
  const release = await visit.hold('**/otp/verify');
  await visit.enterCode(code === '123456' ? '654321' : '123456');
  await visit.enterCode(code);
  release();
  await visit.arriveAtOffers();
});

it('must be entered before Verify does anything', async ({ visit }) => {
  await visit.submit(person(2));
  await visit.arrive('phone-check');
  const error = visit.page.getByText('Please input your code.');
  const announced = visit.page.getByRole('alert').filter({ has: error });
  await visit.press('Verify');
  await error.waitFor();
  await visit.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'otp');
  expect(await announced.count(), 'read with the field that takes the focus').toBe(0);
  await field(visit, 'Code').press('Enter');
  await announced.waitFor();
  // A press of another button is no attempt to enter a code.
  await visit.button('Call me with the code').click();
  await visit.page.getByRole('heading', { name: 'Enter the code from our call' }).waitFor();
  await visit.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'otp');
  await visit.mustBeAccessible();
  expect(await error.count()).toBe(0);
  // The server left nothing open in the form that this screen's scripts render.
  await visit.followLink(/Wrong number/, 'landing');
});

it('the page explains a blocked number', { tags: ['full'] }, async ({ visit, product }) => {
  const applicant = await visit.submit(person(2, { Phone: '(500) 555-0005' }));
  await visit.arrive('phone-check', { showing: "We couldn't text a code to" });
  expect(await field(visit, 'Code').count()).toBe(0);
  await visit.page.getByText('There was an error generating the verification code.').waitFor();
  await visit.page.getByText("Our text service won't send a code to this number right now.").waitFor();
  expect(await visit.button('Resend code').getAttribute('aria-disabled')).toBe('true');
  await visit.mustBeAccessible();
  await visit.followLink('Correct my phone number', 'landing');
  expect(await field(visit, 'Social Security number').inputValue()).toBe('');
  await visit.page.getByText("For your security, we don't keep this. Please enter it again.").waitFor();
  expect(
    await field(visit, 'Social Security number').evaluate((element) => element === document.activeElement),
  ).toBe(true);
  expect(await field(visit, 'First name').inputValue()).toBe(applicant.answers['First name']);
  await fillForm(visit.page, person(2, { ...applicant.answers, Phone: '(801) 555-8888' }));
  await visit.button('Check my offers').first().click();
  await visit.arrive('phone-check', { showing: '8888' });
  await visit.enterCode(await product.textCode('+18015558888'));
  await visit.arriveAtOffers();
});
