// The status page's response, to the applicant alone, and its address in every email.
import { expect, it } from 'vitest';
import type { ApplicationStatus } from '#contract/application-status.ts';
import { documentsSentAs } from './journeys.ts';
import { signHere } from './receive-funds.ts';
import { type Browser, openWorld, readUntil } from './world.ts';

const world = openWorld();

const statusIn = (browser: Browser): Promise<ApplicationStatus> => browser.read('status');

it('an applicant sees the status of the money, and finds the page in every email', async () => {
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
