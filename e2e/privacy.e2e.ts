// Privacy choices: asked at the first visit, nothing loaded or sent before consent, and never what the applicant typed.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { measure, reportError } from '#contract/measurements.ts';
import { pathOf } from '#contract/screens.ts';
import { person } from './applicant.ts';
import { eventually } from './product.ts';
import { it } from './test.ts';
import { phone } from './visit.ts';

interface Sent {
  readonly path: string;
  readonly body: string;
}

function watch(page: Page): { readonly sent: Sent[]; readonly loaded: string[] } {
  const [sent, loaded]: [Sent[], string[]] = [[], []];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/assets\/reporting/.test(pathname)) loaded.push(pathname);
    if (pathname === measure.path || pathname === reportError.path)
      sent.push({ path: pathname, body: request.postData() ?? '' });
  });
  return { sent, loaded };
}

const banner = (page: Page) => page.getByRole('region', { name: 'Privacy choices' });
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('branchline.privacy'));

describe('a first visit', () => {
  it('shows its question; one press refuses, and nothing is loaded, sent or shown', async ({ visitWith }) => {
    const visit = await visitWith({ isFirst: true });
    const { page } = visit;
    const { sent, loaded } = watch(page);
    await visit.open(pathOf('landing'));
    await banner(page).waitFor();
    await visit.arrive('landing');
    const [asked, allow, refuse] = await Promise.all(
      [
        banner(page),
        banner(page).getByRole('button', { name: 'Allow all' }),
        banner(page).getByRole('button', { name: 'Refuse all' }),
      ].map((one) => one.boundingBox()),
    );
    const expected = phone.height * 0.08;
    expect(asked?.height, 'the part of a phone that the question takes').toBeLessThanOrEqual(expected);
    expect(refuse, 'refusing is as prominent as allowing').toEqual({ ...allow, x: refuse?.x });
    const covered = () =>
      page.evaluate(() => {
        const question = document.getElementById('privacy') as Element;
        const { bottom } = question.getBoundingClientRect();
        return (document.getElementById('root') as Element).getBoundingClientRect().top < bottom;
      });
    expect(await covered(), 'the question lies over the page').toBe(false);
    await page.keyboard.press('Tab');
    expect(await banner(page).locator(':focus').count(), 'the question comes first by keyboard').toBe(1);
    await banner(page).getByRole('button', { name: 'Refuse all' }).press('Enter');
    await banner(page).waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.id), 'the focus after it').toBe('content');
    await visit.press('Check my offers');
    await page.getByText('Please check these answers').waitFor();
    await page.reload();
    await visit.arrive('landing');
    expect(await banner(page).isVisible()).toBe(false);
    await visit.open(pathOf('frequently-asked-questions'));
    await visit.arrive('frequently-asked-questions');
    expect(await banner(page).isVisible()).toBe(false);
    expect({ sent, loaded }).toEqual({ sent: [], loaded: [] });
    const until = Date.parse(JSON.parse((await kept(page)) ?? '{}').until);
    expect(Math.round((until - Date.now()) / 86_400_000)).toBeGreaterThan(363);
  });

  it('with consent is counted by names only, until withdrawn', { tags: ['full'] }, async ({ visitWith }) => {
    const applicant = person(2);
    const visit = await visitWith({ isFirst: true });
    const { page } = visit;
    const { sent } = watch(page);
    await visit.open(pathOf('landing'));
    await banner(page).getByRole('button', { name: 'Choose' }).click();
    const dialog = visit.dialog();
    await dialog.getByRole('checkbox', { name: /Analytics/ }).check();
    await dialog.getByRole('checkbox', { name: /Error reporting/ }).check();
    expect(await dialog.getByRole('checkbox', { name: /Advertising/ }).isChecked()).toBe(false);
    await visit.mustBeAccessible();
    expect(sent).toEqual([]);
    await dialog.getByRole('button', { name: 'Save my choices' }).click();
    await banner(page).waitFor({ state: 'hidden' });
    const events = () =>
      sent.flatMap(({ path, body }): object[] => (path === measure.path ? JSON.parse(body).events : []));
    // The script that counts is fetched only now, and sees nothing of what came before it.
    await expect.poll(events).toContainEqual({ type: 'screen', screen: 'landing' });
    await page.getByLabel('Social Security number', { exact: true }).fill('123');
    await visit.press('Check my offers');
    await page.getByText('Please check these answers').waitFor();
    await expect.poll(events).toContainEqual({ type: 'refused', screen: 'landing', field: 'ssn' });
    await visit.submit(applicant);
    await visit.arrive('phone-check');
    await expect.poll(events).toContainEqual({ type: 'step', screen: 'landing' });
    await expect.poll(events).toContainEqual({ type: 'screen', screen: 'phone-check' });

    const [script] = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /\/assets\/start-[\w-]+\.js$/.exec(name)?.[0] ?? []),
    );
    await page.evaluate((file) => {
      const error = new TypeError('alex@example.com');
      error.stack = `TypeError: alex@example.com\n    at x (${location.origin}${file}:1:200)`;
      dispatchEvent(new ErrorEvent('error', { error }));
    }, script as string);
    await eventually('the error', async () => sent.find(({ path }) => path === reportError.path));
    const reported = JSON.stringify(sent);
    for (const secret of [...Object.values(applicant.answers), applicant.phone, 'alex@example.com']) {
      if (secret.length > 4) expect(reported).not.toContain(secret);
    }

    // What was switched off stops at once.
    await visit.button('Your Privacy Choices').click();
    await dialog.getByRole('button', { name: 'Refuse all' }).click();
    await dialog.waitFor({ state: 'detached' });
    const before = sent.length;
    await page.getByLabel('Code', { exact: true }).fill('1');
    await visit.press('Verify');
    await page.reload();
    await visit.arrive('phone-check');
    expect(sent.length).toBe(before);
    expect(await page.evaluate(() => sessionStorage.getItem('branchline.visit'))).toBeNull();
  });

  it('with Global Privacy Control shows no question, and explains its choices', async ({ visitWith }) => {
    const visit = await visitWith({ isFirst: true });
    const { page } = visit;
    await visit.context.addInitScript(() => {
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
    });
    await visit.openForm();
    expect(await banner(page).isVisible()).toBe(false);
    await visit.button('Your Privacy Choices').click();
    const dialog = visit.dialog();
    await dialog.getByText('Your browser sends the Global Privacy Control signal.').waitFor();
    expect(await dialog.getByRole('checkbox', { name: /Advertising/ }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Allow all' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(JSON.parse((await kept(page)) ?? '{}')).toMatchObject({ analytics: true, advertising: false });
  });
});
