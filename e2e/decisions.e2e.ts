// What each decision shows the applicant.
import { describe, expect } from 'vitest';
import { pathOf } from '#contract/screens.ts';
import { photo } from '../server/test/photo.ts';
import { person } from './applicant.ts';
import { withDecision } from './by-calls.ts';
import { it } from './test.ts';

const error = "Sorry, we were not able to automatically process your loan request. Let's chat.";
const declined = 'Sorry, we do not have any loan offers available for you at this time.';
const softPull = "This was a soft inquiry. It doesn't affect your credit score.";

describe('an application', () => {
  it('declined ends with the reason, what helps most, and the phone to call', async ({ visit, page }) => {
    await visit.apply(person(10));
    await visit.arrive('declined', { showing: softPull });
    expect(await visit.heading()).toBe(declined);
    for (const name of ['Catch up on late accounts', 'Salt Lake City'])
      await page.getByRole('heading', { name }).waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: /^Call/ }).count()).toBe(1);
    await page.getByText('Read more').first().waitFor();
  });

  it('who is declined confirms before leaving for a partner', { tags: ['full'] }, async ({ visit }) => {
    await withDecision(visit, person(10), 'declined');
    await visit.open(pathOf('refer-to-partners'));
    await visit.arrive('declined', { showing: visit.button('Show our partners') });
    await visit.press('Show our partners');
    await visit.page.getByText('This checkbox is required.').waitFor();
    await visit.page.getByRole('checkbox', { name: /^Show me other lenders/ }).check();
    await visit.button('Show our partners').click();
    await visit.arrive('refer-to-partners', { showing: visit.button('See options from Harborlight Rates') });
    await visit.button('See options from Quarry Credit Guide').click();
    await visit.dialog().getByText("You're leaving this site").waitFor();
    await visit.mustBeAccessible();
    await visit.dialog().getByRole('button', { name: 'Cancel' }).click();
    await visit.dialog().waitFor({ state: 'detached' });
    const address = 'https://www.quarry-credit.example/next-steps';
    await visit.page.route(address, (route) => route.fulfill({ body: 'there' }));
    await visit.button('See options from Quarry Credit Guide').click();
    await visit.dialog().getByRole('button', { name: 'Allow' }).click();
    await visit.page.waitForURL(address);
  });

  it('an applicant to be verified learns the deadline, sends documents, books a call', async ({ visit }) => {
    await withDecision(visit, person(13), 'verification-needed');
    await visit.page.getByText('Please send them by').first().waitFor();
    expect(await visit.heading()).toBe('We were unable to verify your information automatically.');
    const { page } = visit;
    await page.getByRole('link', { name: 'Send documents' }).click();
    await visit.arrive('verification-documents', { showing: visit.button('Send to my branch') });
    await visit.press('Send to my branch');
    await page.getByText('Add at least one file first.').waitFor();
    const files = page.locator('input[type=file]:not([capture])');
    const id = { name: 'id.jpg', mimeType: 'image/jpeg', buffer: photo({ orientation: 6, note: 'GPS' }) };
    const wrong = { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('a text') };
    await files.first().setInputFiles([id, wrong]);
    await page.getByText("We can't open this kind of file.").waitFor();
    await page.getByText(/^Added, 1 KB$/).waitFor();
    const seen = page.getByRole('list', { name: 'What your branch gets of id.jpg' });
    const drawn = (picture: Element) => (picture as HTMLImageElement).decode().then(() => true);
    expect(await seen.getByRole('img', { name: 'Page 1' }).evaluate(drawn)).toBe(true);
    await visit.mustBeAccessible();
    await visit.button('Remove letter.jpg').waitFor();
    // The file that failed keeps no other from being sent.
    await visit.button('Send to my branch').click();
    await page.getByRole('heading', { level: 1, name: 'We received your documents' }).waitFor();
    await page.getByText(/^Photo ID, 1 file, on /).waitFor();
    await page.getByText('We still need a bill with your address.').waitFor();
    // The card of the photo ID is folded away.
    await files.first().setInputFiles([id]);
    await visit.button('Send to my branch').click();
    await page.getByText(/^Bill with your address, 1 file, on /).waitFor();
    await visit.open('/verification-needed');
    await visit.arrive('verification-needed', { showing: 'We received your documents.' });
    expect(await page.getByText('Please send them by').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Send documents' }).count()).toBe(0);
    await visit.followLink('Send something else', 'verification-documents');
    await visit.unfold('Send something else');
    await files.first().setInputFiles([id]);
    await page.getByText(/^Added, 1 KB$/).waitFor();
    // With a file that is not sent yet the page opens unfolded, and removing it folds nothing away.
    await page.reload();
    await visit.button(/^Remove/).click();
    await visit.button(/^Remove/).waitFor({ state: 'detached' });
    await visit.button(/^Choose files of your photo ID/).waitFor();

    await visit.button('Choose a time').click();
    await page.getByLabel('Time').selectOption({ index: 1 });
    await visit.button('Book this call').click();
    await page.getByText('Your call is booked').waitFor();
    await visit.mustBeAccessible();
  });

  it('a file removed before its upload ends is not sent', { tags: ['full'] }, async ({ visit, page }) => {
    await withDecision(visit, person(13), 'verification-needed');
    await visit.open(pathOf('verification-documents'));
    await visit.arrive('verification-documents', { showing: visit.button('Send to my branch') });
    await visit.hydrated();
    const [isStored, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    visit.allowConsole(/ERR_/);
    await page.route(
      '**/uploads/photo-id',
      async (route) => {
        const response = await route.fetch();
        isStored.resolve();
        await answer.promise;
        await route.fulfill({ response }).catch(() => {});
      },
      { times: 1 },
    );
    const image = { mimeType: 'image/jpeg', buffer: photo({ orientation: 6, note: 'GPS' }) };
    const files = page.locator('input[type=file]:not([capture])');
    await files.first().setInputFiles([{ name: 'wrong.jpg', ...image }]);
    await isStored.promise;
    const early = page.getByText('Please wait until every file is uploaded.');
    // The button looks disabled, but explains itself.
    await visit.button('Send to my branch').click({ force: true });
    await early.waitFor();
    await visit.button('Remove wrong.jpg').click();
    answer.resolve();
    await files.nth(1).setInputFiles([{ name: 'bill.jpg', ...image }]);
    await visit.button('Remove bill.jpg').waitFor();
    await page.getByText(/^Added, 1 KB$/).waitFor();
    await early.waitFor({ state: 'detached' });
    await visit.button('Send to my branch').click();
    await page.getByText(/^Bill with your address, 1 file, on /).waitFor();
    expect(await page.getByText(/^Photo ID, 1 file, on /).count()).toBe(0);
  });

  it('a rejected application ends on the error page', { tags: ['full'] }, async ({ visit, product }) => {
    const applicant = await visit.apply(person(14));
    await visit.arrive('error', { showing: visit.page.getByRole('heading', { name: 'Salt Lake City' }) });
    expect(await visit.heading()).toBe(error);
    expect(await product.pulls(applicant.ssn)).toEqual([]);
  });

  it('a present borrower is led to the customer login, and gets no text code', async ({ visit, product }) => {
    const applicant = await visit.submit(person(15));
    await visit.arrive('customer-login', { showing: 'You already have an account with us' });
    const login = visit.page.getByRole('link', { name: 'Log in to my account' });
    expect(await login.getAttribute('href')).toMatch(/^https:/);
    expect(await product.texts(applicant.phone)).toEqual([]);
  });

  it('a second application elsewhere is a duplicate', { tags: ['full'] }, async ({ visit, visitWith }) => {
    const applicant = await visit.getOffers(person(2));
    const other = await visitWith({});
    await other.submit(applicant);
    await other.arrive('duplicate');
    // A refused step leads to where the application is now.
    const tab = await other.anotherTab();
    await tab.open(pathOf('duplicate'));
    await tab.arrive('duplicate');
    await tab.page.route('**/earlier-application', (route) =>
      route.fulfill({ status: 409, json: { errors: [{ code: 'not-now', message: 'Not now.' }] } }),
    );
    for (const each of [other, tab]) await each.follow('Text me a code', 'phone-check');
  });

  it('an applicant far from every branch gets no loan', { tags: ['full'] }, async ({ visit, product }) => {
    const applicant = await visit.apply(person(1, { City: 'Marfa', State: 'Texas', 'ZIP code': '79843' }));
    await visit.arrive('out-of-trade-area');
    expect(await visit.heading()).toBe('Sorry, we do not currently have a branch in your area.');
    expect(await product.pulls(applicant.ssn)).toEqual([]);
  });
});
