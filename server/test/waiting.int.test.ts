// Waiting pages: each stage is shown as it happens, and applicants who close the page after the promise get the outcome once.
import { afterEach, describe, expect, it } from 'vitest';
import { promiseAfterSeconds } from '#contract/jobs.ts';
import { linkBank, verified } from './bank.ts';
import { acceptedAs, approvalDecidedAs } from './journeys.ts';
import { holdCall } from './replace.ts';
import { rowsOf } from './rows.ts';
import { jobsEnded, longWaits } from './waits.ts';
import { applyAs, type Browser, eventually, openWorld } from './world.ts';

const world = openWorld();
afterEach(() => answers('bureau'));

const slow = (vendor: string) => world.fault(vendor, { mode: 'slow', delayMs: 600_000 });
const answers = (vendor: string) => world.fault(vendor, { mode: 'none' });
const poll = async (browser: Browser, href: string) =>
  (await browser.get(href, { prefer: 'wait=25' })).json() as { status: string; stages?: string[] };

const mailsOf = async (to: unknown, about: string) =>
  (await world.mailTo(to)).filter(({ subject }) => subject.replace(/ – .*/, '') === about).length;
const outcomeTexts = async (to: unknown) =>
  (await world.textsTo(to))
    .map(({ body }) => body)
    .filter((body) => body.includes('We have an update on your loan application'));

describe('the stages of a decision', () => {
  it('are reported as each happens, to a held poll and to a reloaded page', async () => {
    await slow('bureau');
    const { browser, job } = await applyAs(world, 1);
    // The page shows that the phone is confirmed. The next response is sent with the identity, not after 25 seconds.
    const update = await poll(browser, `${job}?stages=1`);
    expect(update).toEqual({ status: 'PENDING', stages: ['phone', 'identity'] });
    expect((await browser.journey()).stages).toEqual(['phone', 'identity']);
    const held = poll(browser, `${job}?stages=2`);
    await answers('bureau');
    const next = await held;
    if (next.status === 'PENDING') expect(next.stages).toEqual(['phone', 'identity', 'report']);
    await eventually(async () => (await poll(browser, `${job}?stages=3`)).status === 'SUCCESS');
    expect((await browser.journey()).stages).toBeUndefined();
  });

  it('of a comparison with the bank are the bank’s responses', async () => {
    const { browser, links, id } = await acceptedAs(world);
    const { verificationHref } = await linkBank(world, browser, links);
    const seen = new Set<string>();
    await eventually(async () => {
      const { status, stages = [] } = await poll(browser, `${verificationHref}?stages=${seen.size}`);
      for (const stage of stages) seen.add(stage);
      return status === 'FINISHED';
    });
    const [job] = await rowsOf(world, 'job', id, { name: 'verify-from-bank' });
    expect([...(job?.stages ?? [])].sort()).toEqual(['bank', 'income', 'owner']);
    expect(job?.stages).toEqual(expect.arrayContaining([...seen]));
  });
});

describe('an applicant who closes the page that promised a message', () => {
  const wait = () => world.clock.advance(promiseAfterSeconds * 1000);

  it('gets one email and one text when the offers are there', async () => {
    await slow('bureau');
    const { sent, browser, job } = await applyAs(world, 1);
    await poll(browser, `${job}?stages=1`);
    wait();
    await answers('bureau');
    await eventually(async () => (await outcomeTexts(sent.phone)).length > 0);
    await jobsEnded(world);
    expect(await outcomeTexts(sent.phone)).toHaveLength(1);
    expect(await mailsOf(sent.email, 'Your loan offers are ready')).toBe(1);
  });

  it('gets one email and one text when the bank has responded', async () => {
    const { sent, browser, links } = await acceptedAs(world);
    await jobsEnded(world);
    const before = (await outcomeTexts(sent.phone)).length;
    const answer = holdCall(world.services.vendors.bankData, 'ownership');
    const { verificationHref } = await linkBank(world, browser, links);
    wait();
    answer.go();
    expect((await verified(browser, verificationHref)).status).toBe('FINISHED');
    await jobsEnded(world);
    expect(await outcomeTexts(sent.phone)).toHaveLength(before + 1);
    expect(await mailsOf(sent.email, 'Your bank confirmed your information')).toBe(1);
  });

  it('gets no message about what the page showed at once', async () => {
    const { sent, status, id } = await approvalDecidedAs(world);
    expect(status).toBe('SUCCESS');
    await jobsEnded(world);
    const long = await longWaits(world, id);
    expect(await outcomeTexts(sent.phone)).toHaveLength(long.length);
    const waited = (job: string) => long.filter((one) => one === job).length;
    const confirmed = await mailsOf(sent.email, 'Your bank confirmed your information');
    expect(confirmed).toBe(waited('verify-from-bank'));
    expect(await mailsOf(sent.email, 'Your loan application is approved')).toBe(waited('decide-approval'));
  });
});
