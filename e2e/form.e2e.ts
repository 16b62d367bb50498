// The landing page: the form with its errors and explanations, and what is around it.
import { describe, expect } from 'vitest';
import { fillForm, person } from './applicant.ts';
import { answer, field } from './fields.ts';
import { eventually } from './product.ts';
import { it } from './test.ts';
import { phone } from './visit.ts';

describe('the form', () => {
  it('sent empty lists every missing answer, each with a link to its field', async ({ visit }) => {
    await visit.openForm();
    await visit.press('Check my offers');
    const summary = visit.summary();
    await summary.waitFor();
    expect(await summary.getByRole('link').allTextContents()).toEqual(
      [
        'Please enter your first name. | Please enter your last name.',
        'Please enter your email address. | Please enter your phone number.',
        'Please enter correct date of birth. | Home address is required.',
        'Please enter valid city name. | State is required. | Please enter 5 digits of zip code.',
        'Please select your Residence Type. | Please enter your annual income.',
        'Please enter 9 digits of your SSN number. | This checkbox is required.',
      ].flatMap((line) => line.split(' | ')),
    );
    await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
    // Focus makes a screen reader announce it. A live region would announce it twice.
    expect(await visit.page.getByRole('alert').count()).toBe(0);
    await visit.mustBeAccessible();
    await summary.getByRole('link', { name: 'Please enter 5 digits of zip code.' }).click();
    const zip = field(visit, 'ZIP code');
    expect(await zip.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await field(visit, 'ZIP code').getAttribute('aria-invalid')).toBe('true');
  });

  it('explains how to fix each answer once its field is left', { tags: ['full'] }, async ({ visit }) => {
    await visit.openForm();
    for (const [name, value, message] of [
      ['First name', 'You won! Go to evil.com', 'Please enter only your first name, as on your ID.'],
      ['Date of birth', '04-12-84', 'Which year do you mean? Use four digits for the year, like 04/12/1984.'],
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
    const changed = visit.page.getByRole('status').filter({ hasText: 'We changed it to' });
    await date.fill('');
    await date.pressSequentially('13/04/1984');
    await changed.filter({ hasText: 'You typed 13/04/1984. We changed it to 12/04/1984.' }).waitFor();
    expect(await date.inputValue()).toBe('12/04/1984');
    await visit.mustBeAccessible();
    await visit.mustFit();
    await date.fill('04/12/1885');
    await changed.waitFor({ state: 'detached' });
    await date.blur();
    await visit.page.getByText('Please enter correct date of birth.').waitFor();
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
    await visit.mustBeAccessible();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog.waitFor({ state: 'detached' });
    const income = field(visit, 'Annual income');
    await visit.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'mainIncome');
    await income.blur();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.waitFor({ state: 'detached' });
    await income.focus();
    await income.blur();
    expect(await dialog.count()).toBe(0);
    await visit.page.getByText('This is not a valid email address.').waitFor();
  });

  it('shows each text to agree to, without ticking the box', { tags: ['full'] }, async ({ visit }) => {
    await visit.openForm();
    for (const title of [
      'Terms of Use | Privacy Policy | ESIGN Act Consent | Credit Profile Authorization | phone',
      'text messages | email',
    ].flatMap((line) => line.split(' | '))) {
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
    const agreed = visit.page.getByRole('checkbox', { name: /I have read and agreed/ });
    expect(await agreed.isChecked()).toBe(false);
  });

  it('suggests the address, and takes it by keyboard alone', { tags: ['full'] }, async ({ visit }) => {
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
    const style = { content: '"Google Maps"', color: 'rgb(94, 94, 94)', visibility: 'visible' };
    expect(attribution).toEqual({ ...style, fontSize: expect.stringMatching(/^1[2-6](?:\.\d+)?px$/) });
    await visit.mustBeAccessible();
    await visit.page.keyboard.press('ArrowDown');
    expect(await first.getAttribute('aria-selected')).toBe('true');
    expect(await address.getAttribute('aria-activedescendant')).toBe(await first.getAttribute('id'));
    // What is typed while the chosen address is read belongs to another session: this one ends with the reading.
    const release = await visit.hold('**/api/v1/addresses/ChIJ*');
    const reading = visit.page.waitForRequest('**/api/v1/addresses/ChIJ*');
    await visit.page.keyboard.press('Enter');
    const ended = new URL((await reading).url()).searchParams.get('session');
    expect(await address.inputValue()).toBe('350 S Main St');
    const searching = visit.page.waitForRequest('**/api/v1/addresses/suggestions');
    await visit.page.keyboard.insertText(' Apt 4');
    const { session: begun } = (await searching).postDataJSON() as { session: string };
    expect(ended).toMatch(/^[\w-]{36}$/);
    expect(begun).not.toBe(ended);
    // So it stays, whatever the reading returns.
    await field(visit, 'City').fill('Murray');
    const read = visit.page.waitForResponse('**/api/v1/addresses/ChIJ*');
    release();
    await (await read).finished();
    await field(visit, 'ZIP code').fill('84107');
    expect(await address.inputValue()).toBe('350 S Main St Apt 4');
    expect(await field(visit, 'City').inputValue()).toBe('Murray');
    expect(await field(visit, 'State').inputValue()).toBe('');

    await visit.page.unroute('**/api/v1/addresses/ChIJ*');
    await visit.page.route('**/api/v1/addresses/ChIJ*', (route) => route.fulfill({ status: 500 }), {
      times: 1,
    });
    visit.expectConsole(/500.*addresses/);
    const chooseFirst = async () => {
      await address.fill('350 S Main');
      await first.click();
    };
    await chooseFirst();
    const unread = visit.page.locator('p', { hasText: "We couldn't fill in the rest." });
    await unread.waitFor();
    await visit.mustBeAccessible();
    await chooseFirst();
    await unread.waitFor({ state: 'detached' });
    expect(await address.inputValue()).toBe('350 S Main St');
    expect(await field(visit, 'City').inputValue()).toBe('Salt Lake City');
    expect(await field(visit, 'State').inputValue()).toBe('UT');
    expect(await field(visit, 'ZIP code').inputValue()).toBe('84101');
    expect(await visit.page.getByRole('listbox').getByRole('option').count()).toBe(0);

    const readOn = await visit.hold('**/api/v1/addresses/ChIJ*');
    await field(visit, 'City').fill('');
    await chooseFirst();
    await visit.page.keyboard.insertText(' Apt 4');
    readOn();
    await expect.poll(() => field(visit, 'City').inputValue()).toBe('Salt Lake City');
    expect(await address.inputValue()).toBe('350 S Main St Apt 4');
  });

  it('asks about an unknown ZIP code, and needs an answer on one in another state', async ({ visit }) => {
    const { page } = visit;
    await visit.openForm();
    await fillForm(page, person(1, { State: 'Texas', 'ZIP code': '75408' }));
    await page.getByText("We don't know 75408. Is it right?").waitFor();
    await field(visit, 'ZIP code').fill('84101');
    const texas = page.getByRole('checkbox', { name: 'Yes, my home is in Texas.' });
    await texas.check();
    await field(visit, 'ZIP code').fill('30303');
    const question = '30303 is in Georgia. Is your home in Texas?';
    await page.getByRole('paragraph').filter({ hasText: question }).waitFor();
    expect(await texas.isChecked()).toBe(false);
    visit.expectConsole(/400.*prequalifications/);
    await visit.press('Check my offers');
    await visit.summary().getByRole('link', { name: question }).waitFor();
    await visit.mustBeAccessible();
    await texas.check();
    expect(await field(visit, 'ZIP code').getAttribute('aria-invalid')).toBeNull();
    await visit.press('Check my offers');
    await visit.arrive('phone-check');
  });

  it('suggests the city of the ZIP code, and never chooses it', { tags: ['full'] }, async ({ visit }) => {
    const { page } = visit;
    await visit.openForm();
    await fillForm(page, person(1, { City: 'Provo' }));
    const question = page.getByText('84101 is Salt Lake City, Utah. Change the city?');
    await question.waitFor();
    expect(await field(visit, 'City').inputValue()).toBe('Provo');
    await visit.mustBeAccessible();
    await visit.press('Change it to Salt Lake City');
    await question.waitFor({ state: 'detached' });
    expect(await field(visit, 'City').inputValue()).toBe('Salt Lake City');
  });

  it('keeps answers and amount through a reload, but no birth date or SSN', async ({ visit, product }) => {
    const { page } = visit;
    const applicant = person(1);
    const { answers } = applicant;
    await visit.openForm();
    const amount = page.getByRole('radio', { name: '$7,500' });
    await amount.check();
    await page.locator('#loan-7500').getByText('$7,500 over 48 months at 31.22% APR').waitFor();
    expect(await page.locator('#loan-5000').isVisible()).toBe(false);
    await fillForm(page, applicant);
    await eventually('the typed answers', () =>
      page.evaluate(() => JSON.stringify(history.state).includes('"agreeWithTermsOfUse":true')),
    );
    const kept = await page.evaluate(() => JSON.stringify([history.state, sessionStorage, localStorage]));
    expect(kept).not.toContain(answers['Social Security number']);
    expect(kept).not.toContain(answers['Date of birth']);
    const stored = await page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)]);
    expect(stored.filter((key) => key !== 'branchline.privacy')).toEqual([]);
    await page.reload();
    await page.mouse.move(100, 101);
    await page.getByText("For your security, we don't keep this. Please enter it again.").nth(1).waitFor();
    for (const name of ['First name', 'Email', 'Phone', 'Home address', 'Annual income'] as const)
      expect((await field(visit, name).inputValue()).replace(',', ''), name).toBe(answers[name]);
    expect(await field(visit, 'State').inputValue()).toBe('UT');
    expect(await amount.isChecked()).toBe(true);
    await page.getByText('You chose $7,500.').waitFor();
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
    expect(await amount.isChecked()).toBe(true);
    await page.goForward();
    await visit.arrive('phone-check');
    await visit.enterCode(await product.textCode(applicant.phone));
    await visit.arriveAtOffers();
    expect(await visit.offers().first().textContent()).toContain('$7,500');
  });

  it('is sent with captcha and device session, and keeps nothing personal', async ({ visit, product }) => {
    const applicant = await visit.getOffers(person(2));
    expect(await product.answered('recaptcha')).toContain('POST /recaptcha/api/siteverify');
    await expect
      .poll(() => product.answered('socure'))
      .toEqual(
        expect.arrayContaining([
          'POST /socure/config/api/v1/session-window',
          'POST /socure/analytics/api/v1/session-data',
          'POST /socure/network/api/v1/capture',
        ]),
      );
    const kept = await visit.page.evaluate(() =>
      JSON.stringify([sessionStorage, localStorage, document.cookie, location.href, history.state]),
    );
    for (const secret of Object.values(applicant.answers).filter((value) => value.length > 4))
      expect(kept).not.toContain(secret);
  });

  it('says in a state that is not served where we lend', { tags: ['full'] }, async ({ visit }) => {
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

  it('follows a first view that fits a phone, with a button to the first question', async ({ visit }) => {
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
    await field(visit, 'City').fill('Salt Lake City');
    await home.getByText('1 of 5 answered').waitFor();
    // Whose branch it is, and who sees the answers, is said before the Social Security number, and nothing moves for it.
    const income = page.getByRole('group', { name: 'About your income' });
    await field(visit, 'State').selectOption('UT');
    const boxOf = (part: typeof home) =>
      part.evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
    const before = await boxOf(home);
    await field(visit, 'ZIP code').fill('84101');
    await home.getByText(/At our company, .+ Your branch: .+\. .+, Branch Manager\./).waitFor();
    expect((await boxOf(home)).height).toBe(before.height);
    expect((await boxOf(income)).top - (await boxOf(home)).bottom).toBeCloseTo(40);
    await field(visit, 'Annual income').fill('72000');
    await income.getByText('Done', { exact: true }).waitFor();
  });

  it('shows the example in the first view with every amount, or not', async ({ product, browser }) => {
    const html = await (await fetch(`${product.url}/get-a-loan?experience=sp`)).text();
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: phone });
    const page = await context.newPage();
    const example = page.getByText('$5,000 over 48 months at 31.22% APR');
    for (const [arrived, isShown] of [
      [html.lastIndexOf('name="loanAmount"'), false],
      [html.length, true],
    ] as const) {
      await page.route('**/get-a-loan*', (route) =>
        route.fulfill({ contentType: 'text/html', body: html.slice(0, arrived) }),
      );
      await page.goto(`${product.url}/get-a-loan?experience=sp`);
      await page.getByText('$5,000', { exact: true }).waitFor();
      expect(await example.isVisible()).toBe(isShown);
    }
    await context.close();
  });

  it('has questions, legal texts, privacy choices in its footer', { tags: ['full'] }, async ({ visit }) => {
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
    await visit.followLink('Frequently asked questions', 'frequently-asked-questions');
    await visit.page.locator('summary', { hasText: 'affect my credit score?' }).waitFor();
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

  it('keeps its choices after a capture of the whole page', { tags: ['full'] }, async ({ visitWith }) => {
    const visit = await visitWith({ viewport: { width: 1440, height: 900 } });
    await visit.openForm();
    await visit.page.screenshot({ fullPage: true });
    expect(await visit.page.locator('[name=residentialStatus]:visible').count()).toBe(4);
  });
});
