// A lost phone, someone else in the application, and a text code on the page of a change, on a phone.
import { expect } from 'vitest';
import { getJourney } from '#contract/journey.ts';
import { pathOf } from '#contract/screens.ts';
import { applicationOf } from '../server/test/world.ts';
import { person } from './applicant.ts';
import { withBank, withOffers, withTerms } from './by-calls.ts';
import { openConsent } from './loan.ts';
import { itAlone as it } from './test.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

it('a lost phone: the emailed link and the branch lead back', { tags: ['full'] }, async ({
  visit,
  visitWith,
  product,
}) => {
  const { email, ssn } = await withTerms(visit, person(1));
  await visit.openChoices();
  await visit.button('Email me a link to finish later').click();
  const other = await visitWith({});
  await other.open(await product.emailedLink(email));
  await other.arrive('phone-check', { showing: 'Have a new number? Call us at' });

  const { links } = await (await visit.context.request.get(getJourney.path)).json();
  const printed = await product.operate(
    ['person', 'correct', applicationOf(links.status)],
    ['Rivera', '1985-04-12', ssn, 'phone', '+18015550177'],
  );
  expect(printed).toContain('They are signed out everywhere');
  await product.mail(email, /^Your phone number was changed/);
  visit.expectConsole(/401/);
  await visit.open(pathOf('bank-link'));
  await visit.arrive('session-ended');

  await other.button('Resend code').click();
  await other.page.getByText('0177').waitFor();
  await other.mustBeAccessible();
  await other.enterCode(await product.textCode('+18015550177'));
  await other.arrive('bank-link', { showing: other.button('Connect my bank') });
});

it('the owner sees another browser that is signed in, and signs it out', { tags: ['full'] }, async ({
  visit,
  visitWith,
  product,
}) => {
  const applicant = await withOffers(visit, person(1));
  await visit.openChoices();
  await visit.button('Email me a link to finish later').click();
  const other = await visitWith({ userAgent: iPhone });
  await other.open(await product.emailedLink(applicant.email));
  await other.arrive('phone-check');
  await other.enterCode(await product.textCode(applicant.phone, 2));
  await other.arriveAtOffers();

  await visit.followLink('My application', 'status', { showing: 'Signed in on another phone' });
  await visit.button(/^Sign it out/).click();
  await visit.page.getByText('Signed out. To come back there').waitFor();
  await visit.page.getByText('Signed in on another phone').waitFor({ state: 'hidden' });
  await visit.mustBeAccessible();
  other.expectConsole(/401/);
  await other.page.reload();
  await other.arrive('session-ended');
});

it('another account and email take a code on their own page', async ({ visit, page, product }) => {
  visit.expectConsole(/409/);
  const applicant = await withBank(visit, person(1));
  await visit.accept();
  await visit.follow(/^Continue with this offer/, 'deposit');
  await visit.follow('Confirm and continue', 'confirm-email');
  await product.advance(9 * 60);
  await visit.open('/receive-funds/deposit?by=hand');
  await page.getByLabel('Bank name').waitFor();
  const answers = {
    'Bank name': 'Corner Bank',
    'Routing number': '021000021',
    'Account number': '000123456789',
    'Confirm account number': '000123456789',
  };
  for (const [label, value] of Object.entries(answers))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('radio', { name: 'Checking' }).check();
  await product.advance(9 * 60);

  const why = /we ask for a new code before you change this/;
  await visit.press('Confirm and continue');
  await visit.dialog().getByText(why).waitFor();
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state]));
  expect(stored).not.toContain('000123456789');
  await visit.mustBeAccessible();
  // Closed and opened again, with everything typed still there.
  await visit.dialog().getByRole('button', { name: 'Close' }).click();
  const { defaultScreen } = await (await visit.context.request.get(getJourney.path)).json();
  expect(defaultScreen).toBe('confirm-email');
  for (const [label, value] of Object.entries(answers))
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
  await visit.press('Confirm and continue');
  await visit.dialog().getByText(why).waitFor();
  await visit.enterCode('000000');
  await visit.dialog().getByText("This code isn't right").waitFor();
  await visit.enterCode(await product.textCode(applicant.phone, 2));
  await visit.arrive('confirm-email');

  await openConsent(visit);
  await page.getByLabel('Email', { exact: true }).fill('another.one@example.com');
  await visit.follow('Send my loan documents', 'thank-you');
  await product.mail(applicant.email, /^Your email address was changed/);
  await product.mail('another.one@example.com', /^Your email address was changed/);
});
