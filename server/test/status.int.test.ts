// The status page's response, to the applicant alone, and its address in every email.
import { describe, expect, it } from 'vitest';
import type { ApplicationStatus } from '#contract/application-status.ts';
import { decidedAs, documentsSentAs } from './journeys.ts';
import { signHere } from './receive-funds.ts';
import { type Browser, form, openWorld, readUntil } from './world.ts';

const world = openWorld();

const statusIn = (browser: Browser): Promise<ApplicationStatus> => browser.read('status');

describe('an applicant', () => {
  it('reads the status, what was done when and what is next, up to the withdrawal', async () => {
    const browser = world.browser();
    await browser.post('/api/v2/prequalifications/', form(1));
    expect(await statusIn(browser)).toMatchObject({ heading: 'Confirm your phone', phase: 'live' });

    const decided = await decidedAs(world, 1);
    const status = await statusIn(decided.browser);
    expect(status).toMatchObject({
      heading: "You're prequalified",
      phase: 'live',
      button: expect.stringMatching(/^See my offers?$/),
      expiry: { label: 'Offers good through' },
    });
    const expected = ['You sent us your application', 'You confirmed your phone', 'We had offers for you'];
    expect(status.done.map(({ what }) => what)).toEqual(expected);
    expect(status.next).not.toEqual([]);

    await decided.browser.post(await decided.browser.link('withdraw'));
    const after = await statusIn(decided.browser);
    expect(after).toMatchObject({ heading: 'You withdrew your application', phase: 'ended' });
    expect(after.expiry).toBeUndefined();
    expect(after.done.at(-1)?.what).toBe('You withdrew it');
    expect((await decided.browser.journey()).links.withdraw).toBeUndefined();
  });

  it('sees the status of the money, and finds the page in every email', async () => {
    const { browser, sent } = await documentsSentAs(world);
    expect(await statusIn(browser)).toMatchObject({ heading: 'Your documents are ready to sign' });
    await signHere(browser);
    const paid = await readUntil(
      () => statusIn(browser),
      ({ done }) => done.some(({ what }) => what === 'We scheduled your deposit'),
    );
    const done = paid.done.map(({ what }) => what);
    for (const what of ['We verified your information', 'You signed your documents'])
      expect(done).toContain(what);
    expect(done).not.toContain('We sent your money');
    const mails = await world.mailTo(sent.email);
    expect(mails.length).toBeGreaterThan(2);
    const address = `${world.config.publicUrl}/status`;
    for (const { text, html } of mails) {
      expect(text).toContain(address);
      expect(html).toContain(`href="${address}"`);
    }
  });
});
