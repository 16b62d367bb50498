// The landing page form: its questions, errors and explanations before anything is sent, and the text code after it.
import { describe, expect } from 'vitest';
import { fillForm, person } from './applicant.ts';
import { eventually } from './product.ts';
import { it } from './test.ts';
import { desktop, phone, type Visit } from './visit.ts';

const field = (visit: Visit, name: string) => visit.page.getByLabel(name, { exact: true });

/** Types a value and leaves the field. */
async function answer(visit: Visit, name: string, value: string): Promise<void> {
  await field(visit, name).fill(value);
  await field(visit, name).blur();
}

describe('the form', () => {
  it('follows a first view that fits a phone’s screen and whose button leads to the first question', async ({
    visit,
  }) => {
    await visit.openForm();
    const { page } = visit;
    for (const said of [
      'Loans to fit your needs',
      'How much would you like to borrow?',
      'Loans from $2,501 to $15,000 at 24.00% to 35.99% APR, for 24 to 60 months.',
      '$5,000 over 48 months at 31.22% APR',
      "Checking won't affect your credit score.",
      'Look us up on NMLS Consumer Access',
    ]) {
      const box = await page.getByText(said, { exact: true }).first().boundingBox();
      expect((box?.y ?? Number.NaN) + (box?.height ?? 0), said).toBeLessThanOrEqual(phone.height);
    }
    await page.getByRole('link', { name: 'See if I qualify' }).click();
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.activeElement?.id === 'firstName');
    // Each part says how much of it is answered, and that it is done.
    const home = page.getByRole('group', { name: 'About your home' });
    const income = page.getByRole('group', { name: 'About your income' });
    await home.getByText('5 questions').waitFor();
    await field(visit, 'City').fill('Salt Lake City');
    await home.getByText('1 of 5 answered').waitFor();
    await field(visit, 'Annual income').fill('72000');
    await income.getByText('Done', { exact: true }).waitFor();
  });

  it('sent empty lists every missing answer, each with a link to its field', async ({ visit }) => {
    await visit.openForm();
    await visit.press('Check my offers');
    const summary = visit.summary();
    await summary.waitFor();
    expect(await summary.getByRole('link').allTextContents()).toEqual([
      'Please enter your first name.',
      'Please enter your last name.',
      'Please enter your email address.',
      'Please enter your phone number.',
      'Please enter correct date of birth.',
      'Home address is required.',
      'Please enter valid city name.',
      'State is required.',
      'Please enter 5 digits of zip code.',
      'Please select your Residence Type.',
      'Please enter your annual income.',
      'Please enter 9 digits of your SSN number.',
      'This checkbox is required.',
    ]);
    expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
    // Focus makes a screen reader announce it. A live region would announce it twice.
    expect(await visit.page.getByRole('alert').count()).toBe(0);
    await visit.mustBeAccessible();
    await summary.getByRole('link', { name: 'Please enter 5 digits of zip code.' }).click();
    expect(await field(visit, 'ZIP code').evaluate((element) => element === document.activeElement)).toBe(
      true,
    );
    expect(await field(visit, 'ZIP code').getAttribute('aria-invalid')).toBe('true');
  });

  it('explains how to fix each answer when the applicant leaves its field', async ({ visit }) => {
    await visit.openForm();
    for (const [name, value, message] of [
      ['First name', 'You won! Go to evil.com', 'Please enter only your first name, as on your ID.'],
      ['First name', '   ', 'Please enter your first name.'],
      ['Last name', '李', 'Please write your last name in Latin letters, as on your ID.'],
      ['Email', 'alex@', 'This is not a valid email address.'],
      ['Phone', '801555', 'Please enter 10 digits of your phone number.'],
      ['Phone', '5551234567', 'Please check this number. No US phone number starts like this.'],
      ['Date of birth', '02/31/1990', 'Please enter correct date of birth.'],
      ['Date of birth', '04/12/84', 'Use four digits for the year, like 04/12/1984.'],
      ['Social Security number', '66601', 'Please enter 9 digits of your SSN number.'],
      [
        'Social Security number',
        '000123456',
        'Please check your Social Security number. No one has this one.',
      ],
      ['Home address', 'PO Box 12', 'Please enter the street address where you live, not a PO box.'],
      ['City', 'Salt  Lake', 'Please enter valid city name.'],
      ['ZIP code', '841', 'Please enter 5 digits of zip code.'],
      ['Monthly payment', '100000', 'Please enter a whole amount from $0 to $99,999.'],
    ] as const) {
      await answer(visit, name, value);
      await visit.page.getByText(message).waitFor();
    }
    // A long name is refused, and never cut.
    const [first, long] = [field(visit, 'First name'), 'Wolfeschlegelsteinhausenbergerdorff'];
    await first.fill('');
    await first.pressSequentially(long);
    await first.blur();
    await visit.page.getByText("First name can't have more than 32 characters.").waitFor();
    expect(await first.inputValue()).toBe(long);
    await answer(visit, 'Email', 'alex@gmial.com');
    await visit.button('Did you mean alex@gmail.com?').click();
    expect(await field(visit, 'Email').inputValue()).toBe('alex@gmail.com');
    await visit.button('Did you mean alex@gmail.com?').waitFor({ state: 'detached' });

    const date = field(visit, 'Date of birth');
    await date.fill('');
    await date.pressSequentially('04122090');
    expect(await date.inputValue()).toBe(`04/12/${new Date().getFullYear()}`);
    const changed = visit.page.getByRole('status').filter({ hasText: 'We changed the year to' });
    await changed.waitFor();
    await visit.mustBeAccessible();
    await visit.mustFit();
    await date.fill('04/12/1885');
    await changed.waitFor({ state: 'detached' });
    await date.blur();
    await visit.page.getByText('Please enter correct date of birth.').waitFor();
  });

  it('notices a press even if the error of the field being left moves the button', async ({ visit }) => {
    await visit.openForm();
    const button = visit.button('Check my offers').first();
    await field(visit, 'Additional income').fill('9999999');
    await button.scrollIntoViewIfNeeded();
    const place = await button.boundingBox();
    if (!place) throw new Error('The button is not drawn.');
    await visit.page.mouse.move(place.x + place.width / 2, place.y + 4);
    await visit.page.mouse.down();
    // As slow as a person, so the page's own updates render in between.
    await visit.page.evaluate(
      () =>
        new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))),
    );
    await visit.page.mouse.up();
    await visit.summary().waitFor();
    expect(await visit.summary().evaluate((element) => element === document.activeElement)).toBe(true);
    await visit.page.getByText('Please enter a whole amount from $0 to $999,999.').first().waitFor();
  });

  it('cleans up pasted spaces, country codes and dollar signs', async ({ visit }) => {
    await visit.openForm();
    for (const [name, pasted, shaped] of [
      ['Phone', '+1 801 555 0100', '(801) 555-0100'],
      ['Social Security number', '666 01 0001', '666-01-0001'],
      ['Date of birth', '4/12/1985', '04/12/1985'],
      ['Annual income', '$72,000.00', '72,000'],
    ] as const) {
      await answer(visit, name, pasted);
      expect(await field(visit, name).inputValue(), name).toBe(shaped);
    }
  });

  it('covers the Social Security number until the applicant reveals it', async ({ visit }) => {
    await visit.openForm();
    const ssn = field(visit, 'Social Security number');
    await ssn.fill('666010001');
    const covered = () =>
      ssn.evaluate((element) => getComputedStyle(element).getPropertyValue('-webkit-text-security'));
    expect(await covered()).toBe('disc');
    await visit.button('Show Social Security number').click();
    expect(await covered()).toBe('none');
    await visit.page.emulateMedia({ media: 'print' });
    expect(await covered(), 'printed').toBe('disc');
    await visit.page.emulateMedia({ media: 'screen' });
    await visit.button('Hide Social Security number').click();
    expect(await covered()).toBe('disc');
  });

  it('shows people in a state that is not served where the lender lends', async ({ visit }) => {
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

  it('confirms what the browser filled in before hydration, one thing after the other', async ({ visit }) => {
    await visit.page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        for (const [id, value] of [
          ['email', 'alex@'],
          ['state', 'NY'],
          ['mainIncome', '450'],
        ] as const) {
          const field = document.getElementById(id);
          if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
        }
      });
    });
    await visit.openForm();
    const dialog = visit.dialog();
    await dialog.getByText(/New York/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.getByText(/\$450/).waitFor();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog.waitFor({ state: 'detached' });
    await visit.page.getByText('This is not a valid email address.').waitFor();
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
    expect(await visit.summary().evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await product.texts(applicant.phone)).toEqual([]);
  });

  it('questions an annual income that looks monthly, and accepts it when confirmed', {
    tags: ['full'],
  }, async ({ visit }) => {
    await visit.openForm();
    await answer(visit, 'Annual income', '3200');
    const dialog = visit.dialog();
    await dialog
      .getByText('Hmmm. Are you sure you entered the right amount? We are looking for annual income.')
      .waitFor();
    await dialog.getByText('You entered $3,200 a year.').waitFor();
    await visit.mustBeAccessible();
    await dialog.getByRole('button', { name: 'Change the amount' }).click();
    await dialog.waitFor({ state: 'detached' });
    await visit.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'mainIncome');
    await field(visit, 'Annual income').blur();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.waitFor({ state: 'detached' });
    await field(visit, 'Annual income').focus();
    await field(visit, 'Annual income').blur();
    expect(await dialog.count()).toBe(0);
  });

  it('shows each text to agree to, without ticking the box', { tags: ['full'] }, async ({ visit }) => {
    await visit.openForm();
    for (const title of [
      'Terms of Use',
      'Privacy Policy',
      'ESIGN Act Consent',
      'Credit Profile Authorization',
      'phone',
      'text messages',
      'email',
    ]) {
      const opener = visit.page.getByRole('main').getByRole('button', { name: title, exact: true }).first();
      await opener.click();
      const dialog = visit.dialog();
      await dialog.getByRole('paragraph').nth(1).waitFor();
      await visit.mustBeAccessible();
      await visit.mustFit();
      await visit.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await opener.evaluate((element) => element === document.activeElement), title).toBe(true);
    }
    expect(await visit.page.getByRole('checkbox', { name: /I have read and agreed/ }).isChecked()).toBe(
      false,
    );
  });

  it('suggests the address during typing, and accepts it by keyboard alone', async ({ visit }) => {
    await visit.openForm();
    const address = field(visit, 'Home address');
    await address.focus();
    // One input: keys of a busy machine are far enough apart for several searches.
    await visit.page.keyboard.insertText('350 S Main');
    const first = visit.page.getByRole('listbox').getByRole('option').first();
    await first.waitFor();
    expect(await address.getAttribute('aria-expanded')).toBe('true');
    const attribution = await visit.page.getByRole('listbox').evaluate((list) => {
      const { content, color, fontSize, visibility } = getComputedStyle(list, '::after');
      return { content, color, fontSize, visibility };
    });
    expect(attribution).toEqual({
      content: '"Google Maps"',
      color: 'rgb(94, 94, 94)',
      fontSize: expect.stringMatching(/^1[2-6](?:\.\d+)?px$/),
      visibility: 'visible',
    });
    await visit.mustBeAccessible();
    await visit.page.keyboard.press('ArrowDown');
    expect(await first.getAttribute('aria-selected')).toBe('true');
    expect(await address.getAttribute('aria-activedescendant')).toBe(await first.getAttribute('id'));
    // What is typed while the chosen address is read belongs to another session: this one ends with the reading.
    const answer = Promise.withResolvers<void>();
    await visit.page.route('**/api/v1/addresses/ChIJ*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    const reading = visit.page.waitForRequest('**/api/v1/addresses/ChIJ*');
    await visit.page.keyboard.press('Enter');
    const ended = new URL((await reading).url()).searchParams.get('session');
    const searching = visit.page.waitForRequest('**/api/v1/addresses/suggestions');
    await visit.page.keyboard.insertText(' St');
    const { session: begun } = (await searching).postDataJSON() as { session: string };
    expect([ended, begun]).toEqual([
      expect.stringMatching(/^[\w-]{36}$/),
      expect.not.stringMatching(`^${ended}$`),
    ]);
    answer.resolve();
    await eventually('the city', async () => (await field(visit, 'City').inputValue()) || undefined);
    expect(await address.inputValue()).toBe('350 S Main St');
    await visit.page.keyboard.press('Escape');
    expect(await field(visit, 'City').inputValue()).toBe('Salt Lake City');
    expect(await field(visit, 'State').inputValue()).toBe('UT');
    expect(await field(visit, 'ZIP code').inputValue()).toBe('84101');
    expect(await visit.page.getByRole('listbox').getByRole('option').count()).toBe(0);
  });

  it('explains that the lender lends only to adults', { tags: ['full'] }, async ({ visit, product }) => {
    const applicant = person(1, { 'Date of birth': '01/15/2015' });
    await visit.submit(applicant);
    await visit.arrive('too-young');
    await visit.page.getByText("We didn't contact a credit bureau.").waitFor();
    expect(await product.pulls(applicant.ssn)).toEqual([]);
    await visit.page.getByRole('link', { name: 'Back to the form' }).click();
    await visit.arrive('landing');
    expect(await field(visit, 'Home address').inputValue()).toBe(applicant.answers['Home address']);
    expect(await field(visit, 'Social Security number').inputValue()).toBe('');
  });

  it('requires an age of 19 in Alabama', { tags: ['full'] }, async ({ visit }) => {
    const year = new Date().getFullYear() - 18;
    // The server records the refusal.
    visit.expectConsole(/prequalifications/);
    await visit.submit(
      person(1, {
        'Date of birth': `01/01/${year}`,
        City: 'Birmingham',
        State: 'Alabama',
        'ZIP code': '35203',
      }),
    );
    await visit.arrive('too-young');
    await visit.page.getByText("We're sending you a notice about this, by email or by letter.").waitFor();
  });

  it('writes its variant into the address, and shows the longer one with a way back to the form', {
    tags: ['full'],
  }, async ({ visitWith }) => {
    const visit = await visitWith({ viewport: desktop });
    await visit.openForm('/get-a-loan?experience=nonsense&utm_source=news');
    expect(visit.path).toContain('experience=sp');
    expect(visit.path).toContain('utm_source=news');
    await visit.openForm('/get-a-loan?experience=ppc');
    expect(visit.path).toBe('/get-a-loan?experience=ppc');
    await visit.page.getByRole('heading', { name: 'How it works' }).waitFor();
    await visit.button('Check my offers').last().click();
    await visit.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'firstName');
  });

  it('keeps typed answers through a reload, except birth date and Social Security number', async ({
    visit,
  }) => {
    const { page } = visit;
    const { answers } = person(2);
    await visit.openForm();
    const amount = page.getByRole('radio', { name: '$5,000' });
    await amount.check();
    await fillForm(page, person(2, answers));
    await eventually('the typed answers', () =>
      page.evaluate(() =>
        JSON.stringify(history.state).includes('"agreeWithTermsOfUse":true') ? true : undefined,
      ),
    );
    const kept = await page.evaluate(() =>
      JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }]),
    );
    expect(kept).not.toContain(answers['Social Security number']);
    expect(kept).not.toContain(answers['Date of birth']);
    const stored = await page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)]);
    expect(stored.filter((key) => key !== 'branchline.privacy')).toEqual([]);
    await page.reload();
    await page.mouse.move(100, 101);
    const again = page.getByText("For your security, we don't keep this. Please enter it again.");
    await again.nth(1).waitFor();
    for (const name of ['First name', 'Email', 'Phone', 'Home address', 'Annual income'] as const)
      expect((await field(visit, name).inputValue()).replace(',', ''), name).toBe(answers[name]);
    expect(await field(visit, 'State').inputValue()).toBe('UT');
    expect(await amount.isChecked()).toBe(true);
    await page.getByText('You chose $5,000.').waitFor();
    expect(await page.getByRole('radio', { name: 'Rent', exact: true }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: /I have read and agreed/ }).isChecked()).toBe(true);
    for (const name of ['Date of birth', 'Social Security number'] as const) {
      expect(await field(visit, name).inputValue(), name).toBe('');
      await field(visit, name).fill(answers[name]);
    }
    await visit.button('Check my offers').first().click();
    await visit.arrive('phone-check');
    await page.goBack();
    await visit.arrive('landing');
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(answers.Email);
  });

  it('is sent with a captcha and a device session, and keeps nothing personal in the browser’s storage or address', async ({
    visit,
    product,
  }) => {
    const applicant = person(2);
    await visit.getOffers(applicant);
    expect(await product.answered('recaptcha')).toContain('POST /recaptcha/api/siteverify');
    expect(await product.answered('socure')).toEqual(
      expect.arrayContaining([
        'POST /socure/config/api/v1/session-window',
        'POST /socure/analytics/api/v1/session-data',
        'POST /socure/network/api/v1/capture',
      ]),
    );
    const kept = await visit.page.evaluate(() =>
      JSON.stringify([
        { ...sessionStorage },
        { ...localStorage },
        document.cookie,
        location.href,
        history.state,
      ]),
    );
    for (const secret of Object.values(applicant.answers).filter((value) => value.length > 4))
      expect(kept).not.toContain(secret);
  });

  it('has links to questions, legal texts and privacy choices in its footer', { tags: ['full'] }, async ({
    visit,
  }) => {
    await visit.page.clock.setFixedTime('2031-03-03T12:00:00');
    await visit.openForm();
    const footer = visit.page.getByRole('contentinfo');
    await footer.getByText(/^We lend in \d+ states/).click();
    await footer.getByText('State licensing notes').click();
    await footer.getByText('NMLS ID').waitFor();
    await footer.getByText('© 2023–2031 ').waitFor();
    await visit.button('Your Privacy Choices').click();
    const dialog = visit.dialog();
    await dialog.getByText("We don't sell your personal information.").waitFor();
    await visit.mustBeAccessible();
    await dialog.getByRole('button', { name: 'Save my choices' }).click();
    await dialog.waitFor({ state: 'detached' });
    await visit.page.getByRole('link', { name: 'Frequently asked questions' }).click();
    await visit.arrive('frequently-asked-questions');
    const question = visit.page.locator('summary', { hasText: 'affect my credit score?' });
    await question.waitFor();
    await visit.page.getByRole('main').getByRole('link', { name: 'Check my offers' }).click();
    await visit.arrive('landing');
    for (const [name, title] of [
      ['Privacy policy', 'Privacy Policy'],
      ['Cookie policy', 'Cookie Policy'],
      ['Licenses and disclosures', 'Licenses and Disclosures'],
      ['California notice', 'California Privacy Notice'],
      ['Accessibility', 'Accessibility Statement'],
    ] as const) {
      await visit.page.getByRole('contentinfo').getByRole('link', { name }).click();
      await visit.arrive('legal', { showing: 'In effect since', title });
    }
  });
});

describe('the text code', () => {
  it('goes to no foreign phone; a wrong one is refused with a sentence, and its field is emptied', async ({
    visit,
    product,
  }) => {
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
    await visit.page
      .getByText("This code isn't right. Check the text message and enter the code again.")
      .waitFor();
    expect(await field(visit, 'Code').inputValue()).toBe('');
    await visit.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'otp');
    await visit.mustBeAccessible();
    await visit.enterCode(code);
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
  });

  it('another code clears the error of a wrong one and empties the field', {
    tags: ['full'],
  }, async ({ visit, product }) => {
    const applicant = person(2);
    await visit.submit(applicant);
    await visit.arrive('phone-check');
    const code = await product.textCode(applicant.phone);
    await visit.enterCode(code === '123456' ? '654321' : '123456');
    await visit.page.getByText("This code isn't right.").waitFor();
    await visit.button('Resend code').click();
    await visit.page.getByText('The verification code has been resent.').waitFor();
    await visit.mustBeAccessible();
    expect((await product.texts(applicant.phone)).length).toBe(2);
    expect(await field(visit, 'Code').getAttribute('aria-invalid')).toBeNull();
    await visit.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'otp');
    await visit.enterCode(await product.textCode(applicant.phone));
    await visit.arriveAtOffers();
  });

  it('the page explains when fraud protection blocks a number, and how to use another', {
    tags: ['full'],
  }, async ({ visit, product }) => {
    const applicant = person(2, { Phone: '(500) 555-0005' });
    await visit.submit(applicant);
    await visit.arrive('phone-check', { showing: "We couldn't text a code to" });
    expect(await field(visit, 'Code').count()).toBe(0);
    await visit.page.getByText('There was an error generating the verification code.').waitFor();
    await visit.page.getByText("Our text service won't send a code to this number right now.").waitFor();
    expect(await visit.button('Resend code').getAttribute('aria-disabled')).toBe('true');
    await visit.mustBeAccessible();
    await visit.page.getByRole('link', { name: 'Correct my phone number' }).click();
    await visit.arrive('landing');
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

  it('goes to the corrected number', { tags: ['full'] }, async ({ visit, product }) => {
    const applicant = person(2);
    await visit.submit(applicant);
    await visit.arrive('phone-check', { showing: applicant.phone.slice(-4) });
    await visit.page.getByRole('link', { name: /Wrong number/ }).click();
    await visit.arrive('landing');
    const corrected = person(2, { ...applicant.answers, Phone: '(801) 555-7777' });
    await fillForm(visit.page, corrected);
    await visit.button('Check my offers').first().click();
    await visit.arrive('phone-check', { showing: '7777' });
    await visit.enterCode(await product.textCode('+18015557777'));
    await visit.arriveAtOffers();
  });
});
