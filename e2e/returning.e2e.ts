// Arriving by a partner's link, and returning by an emailed link on another device.
import { describe, expect } from 'vitest';
import { pathOf } from '#contract/screens.ts';
import { pageTitles } from '#web/wording/titles.ts';
import { person } from './applicant.ts';
import { withTerms } from './by-calls.ts';
import { it } from './test.ts';

describe('an applicant', () => {
  it('of a partner sees what they requested', { tags: ['full'] }, async ({ visit, visitWith, product }) => {
    const { ssn, email, phone, answers } = person(2);
    const link = await product.lead({
      leadId: `lead-${ssn}`,
      firstName: 'Alex',
      lastName: 'Rivera',
      email,
      dob: answers['Date of birth'],
      ssn,
      address: { streetAddress: '350 S Main St', city: 'Salt Lake City', state: 'UT', zipCode: '84101' },
      income: { mainIncome: 72_000 },
      loanAmount: 5300,
      loanTerm: 36,
    });
    const { page } = visit;
    await visit.open(link);
    await visit.arrive('update-application-details', { showing: visit.button('Continue') });
    expect(visit.path).toBe(pathOf('update-application-details'));
    await page.getByText("We see you're coming from:").waitFor();
    await page.getByRole('img', { name: 'Harborlight Rates' }).waitFor();

    // The link now belongs to this browser; the page says so in another browser, which gets its own link by email.
    const other = await visitWith({});
    await other.open(link);
    const title = pageTitles.refusedLink;
    await other.arrive('expired', { showing: 'This link was opened in another browser', title });
    await other.button('Email me a link for this browser').click();
    await other.page.getByText('If there is an application to open, a link is on its way').waitFor();
    await other.mustBeAccessible();
    expect(other.page.url()).not.toContain('token');
    await product.emailedLink(email);

    await visit.press('Continue');
    await page.getByText('Please check these answers').waitFor();
    await visit.mustBeAccessible();
    await page.getByLabel('Phone', { exact: true }).fill(answers.Phone);
    await page.getByRole('radio', { name: 'Rent', exact: true }).check();
    await page.getByLabel('Monthly payment', { exact: true }).fill('1200');
    await page.getByRole('checkbox', { name: /I have read and agreed to the: Terms of Use/ }).check();
    await visit.follow('Continue', 'phone-check', { showing: phone.slice(-4) });
    await visit.enterCode(await product.textCode(phone));
    await visit.arriveAtOffers();
    await page.getByText('For a loan of $5,300').waitFor();
    expect(await visit.offers().first().textContent()).toContain('36 months');
    await visit.choose();
    expect(await page.getByRole('main').getByRole('checkbox').count()).toBe(2);
    await visit.acceptTerms();
    expect(await product.pulls(ssn)).toHaveLength(1);
  });

  it('who finishes later continues on another device', async ({ visit, visitWith, product }) => {
    const applicant = await withTerms(visit, person(1));
    await visit.openChoices();
    await visit.button('Email me a link to finish later').click();
    await visit.page.getByText(`A link is on its way to ${applicant.email}.`).waitFor();
    await visit.mustBeAccessible();

    const link = await product.emailedLink(applicant.email);
    const other = await visitWith({});
    const requests: { call: string; urls: string }[] = [];
    other.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const urls = request.url() + (request.headers().referer ?? '');
      requests.push({ call: `${request.method()} ${pathname}`, urls });
    });
    await other.open(link);
    await other.arrive('phone-check', { showing: "Next, we'll take you back to where you left off." });
    // The token is exchanged before anything but the page's pictures is requested, and nothing else carries it.
    const calls = requests.map(({ call }) => call).filter((call) => !call.endsWith('.svg'));
    expect(calls.slice(0, 2)).toEqual(['GET /resume', 'POST /api/v1/leads/resume/']);
    expect(requests.filter(({ urls }) => urls.includes('token='))).toHaveLength(1);
    expect(other.path).toBe(pathOf('phone-check'));
    await other.open(pathOf('bank-link'));
    await other.arrive('phone-check', { showing: applicant.phone.slice(-4) });
    await other.enterCode(await product.textCode(applicant.phone, 2));
    await other.arrive('bank-link', { showing: other.button('Connect my bank') });

    // The header leads to where the application stands, and from there to the next step.
    await other.followLink('My application', 'status', { showing: 'You chose your loan' });
    expect(await other.heading()).toBe('Connect your bank');
    await other.page.getByText('Offers good through').waitFor();
    await other.followLink('Connect my bank', 'bank-link', { showing: other.button('Connect my bank') });

    // It opens again, here without a code, and the first browser keeps working too.
    await other.open(link);
    await other.arrive('bank-link', { showing: other.button('Connect my bank') });
    await visit.page.reload();
    await visit.arrive('bank-link', { showing: visit.button('Connect my bank') });
    expect(await product.pulls(applicant.ssn)).toHaveLength(1);

    await visit.button('Sign out').click();
    await visit.page.getByText("We'll keep your application.").waitFor();
    await visit.mustBeAccessible();
    const dialog = visit.page.getByRole('dialog');
    visit.expectConsole(/502/);
    await visit.page.route('**/api/v1/session/end', (route) => route.fulfill({ status: 502 }), { times: 1 });
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await visit.button('Sign out').click();
    await visit.page.getByText("We'll keep your application.").waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await visit.arrive('session-ended', { showing: "You're signed out" });
    expect(await visit.button('Text me a code').count()).toBe(0);
    await visit.open(pathOf('bank-link'));
    await visit.arrive('landing');
    // Without a session the page says nothing of the application.
    await visit.followLink('My application', 'status', { showing: 'Email on your application' });
    expect(await visit.page.getByText('You chose your loan').count()).toBe(0);
    await other.page.reload();
    await other.arrive('bank-link', { showing: other.button('Connect my bank') });
  });
});
