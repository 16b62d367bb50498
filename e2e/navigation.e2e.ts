// Navigation: reloads, Back, second tabs, double clicks, and URLs that redirect.
import { describe, expect } from 'vitest';
import { pathOf } from '#contract/screens.ts';
import { pageTitles } from '#web/wording/titles.ts';
import { fillForm, person } from './applicant.ts';
import { withOffers, withTerms } from './by-calls.ts';
import { changePage } from './page-scripts.ts';
import { it } from './test.ts';

describe('an applicant', () => {
  it('who wants to verify at a branch is promised a call', { tags: ['full'] }, async ({ visit, product }) => {
    const { phone } = await withTerms(visit, person(1));
    await visit.followLink('Verify at a branch instead', 'bank-link-later', {
      showing: 'Nothing goes to your branch until you ask',
    });
    await visit.button('Ask my branch to call me').click();
    await visit.page.getByText('A branch will call you within 24 to 48 hours').waitFor();
    await visit.page.reload();
    await visit.arrive('bank-link-later', { showing: 'A branch will call you within 24 to 48 hours' });
    expect((await product.branchCases(phone)).map(({ reason }) => reason)).toEqual(['verify-at-branch']);
  });

  it('who reloads sees the step before its scripts; presses count', { tags: ['full'] }, async ({ visit }) => {
    await withOffers(visit, person(1));
    await visit.seeAmounts();
    await visit.unfold('Borrow more with your vehicle');
    await visit.button(/^\$15,000/).click();
    await visit.arriveAtOffers();
    /** Reloads the page, and lets the scripts through only after something was done on it. */
    const reloadAnd = async (act: () => Promise<void>) => {
      const release = await visit.hold('**/assets/*.js');
      await visit.page.reload({ waitUntil: 'commit' });
      await act();
      release();
    };
    await reloadAnd(async () => (await visit.vehicleSwitch()).click());
    await visit.arrive('offers', { showing: 'For a loan of $12,000' });
    expect(await (await visit.vehicleSwitch()).isChecked()).toBe(false);
    const choose = visit.button(/^(?:Choose|Continue with) this offer/).nth(1);
    await reloadAnd(() => choose.click());
    await visit.arriveAtPreview();
    await visit.page.goBack();
    // On a page with other words React renders another button in place of the pressed one.
    visit.allowConsole(/Minified React error #418/);
    await reloadAnd(async () => {
      const pressed = await choose.elementHandle();
      await changePage(visit.page, ['other words']);
      await pressed?.click();
    });
    await visit.arriveAtPreview();
  });

  it('who types early types into the new screen', { tags: ['full'] }, async ({ visit, page }) => {
    const applicant = person(2);
    const processor = await visit.context.newCDPSession(page);
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await visit.open(pathOf('landing'));
    // The first key begins to bring the page to life, and all of them count.
    const income = page.getByLabel('Additional income', { exact: true });
    await income.pressSequentially('5000');
    await fillForm(page, applicant);
    await visit.button('Check my offers').first().click();
    await page.waitForURL(({ pathname }) => pathname === pathOf('phone-check'), { waitUntil: 'commit' });
    await page.keyboard.type('1234');
    expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe('1234');
    await visit.page.goBack();
    await visit.page.waitForURL(({ pathname }) => pathname === pathOf('landing'), { waitUntil: 'commit' });
    expect(await income.inputValue()).toBe('5,000');
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await visit.arrive('landing');
  });

  it('who goes back sees nothing more of what they left', { tags: ['full'] }, async ({ visit, page }) => {
    await withOffers(visit, person(2));
    await visit.seeAmounts();
    const release = await visit.hold('**/allowed-steps');
    await page.goBack({ waitUntil: 'commit' });
    await page.getByText("One moment. We're getting this page for you.").waitFor();
    expect(visit.path).toBe(pathOf('terms'));
    expect(await page.title()).toBe('Choose your payment terms | Branchline');
    expect(await visit.button('$5,000').isVisible()).toBe(false);
    release();
    await visit.arrive('terms');
    await page.unroute('**/allowed-steps');
  });

  it('who opens another application sees that alone', { tags: ['full'] }, async ({ visit }) => {
    await withOffers(visit, person(2));
    await visit.choose();
    const other = await visit.anotherTab();
    await withOffers(other, person(1));
    visit.expectConsole(/404.*accepted-terms/);
    await visit.accept();
    await visit.arriveAtOffers();
    expect(await visit.heading()).toBe(await other.heading());
  });

  it('confirms the email address by the link, however often', async ({ visit, visitWith, product }) => {
    const applicant = await withOffers(visit, person(2));
    const { text } = await product.mail(applicant.email, /email-verification/);
    const link = /http\S*email-verification\S*/.exec(text)?.[0] ?? '';
    const other = await visitWith({});
    for (let times = 0; times < 2; times += 1) {
      await other.open(link);
      const showing = 'Your email address is confirmed.';
      await other.arrive('email-verification', { showing, title: pageTitles.emailConfirmed });
      expect(other.path).toBe('/email-verification/-/-');
      await other.page.reload();
      await other.arrive('email-verification', { showing, title: pageTitles.emailConfirmed });
    }
    await other.open(link.replace(/\/[^/]+$/, '/nonsense'));
    const showing = 'Sorry, this email address validation link is not valid.';
    await other.arrive('email-verification', { showing, title: pageTitles.emailLinkInvalid });
  });
});
