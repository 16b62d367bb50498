// What is around the form on the landing page: its first view, its variants and its footer.
import { describe, expect } from 'vitest';
import { field } from './fields.ts';
import { it } from './test.ts';
import { phone } from './visit.ts';

describe('the form', () => {
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
});
