// Waiting pages: each stage is shown as it happens, and applicants who close the page after the promise get the outcome once.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { promiseAfterSeconds } from '#contract/jobs.ts';
import { linkBank, verified } from './bank.ts';
import { acceptedAs, approvalDecidedAs } from './journeys.ts';
import { replaceCall } from './replace.ts';
import { jobsEnded, longWaits } from './waits.ts';
import { applicationOf, applyAs, type Browser, createWorld, eventually, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await answers('bureau');
});
afterAll(() => world?.close());

const slow = (vendor: string) => world.fault(vendor, { mode: 'slow', delayMs: 600_000 });
const answers = (vendor: string) => world.fault(vendor, { mode: 'none' });
const poll = async (browser: Browser, href: string) =>
  (await browser.get(href, { prefer: 'wait=25' })).json() as { status: string; stages?: string[] };

const subjects = async (to: unknown) =>
  (await world.mailTo(to)).map(({ subject }) => subject.replace(/ – .*/, ''));
const outcomeTexts = async (to: unknown) =>
  (await world.textsTo(to))
    .map(({ body }) => body)
    .filter((body) => body.includes('We have an update on your loan application'));

/** Every email and text that is due has gone. */
const settled = () => jobsEnded(world);

describe('the stages of a decision', () => {
  it('are reported as each happens, to a held poll and to a reloaded page', async () => {
    await slow('bureau');
    const { browser, job } = await applyAs(world, 1);
    // The page shows that the phone is confirmed. The next response is sent with the identity, not after 25 seconds.
    expect(await poll(browser, `${job}?stages=1`)).toEqual({
      status: 'PENDING',
      stages: ['phone', 'identity'],
    });
    expect((await browser.journey()).stages).toEqual(['phone', 'identity']);
    const held = poll(browser, `${job}?stages=2`);
    await answers('bureau');
    const update = await held;
    if (update.status === 'PENDING') expect(update.stages).toEqual(['phone', 'identity', 'report']);
    await eventually(async () => (await poll(browser, `${job}?stages=3`)).status === 'SUCCESS' || undefined);
    expect((await browser.journey()).stages).toBeUndefined();
  });

  it('are refused if the number is more than any job has', async () => {
    const { browser, job } = await applyAs(world, 1);
    expect((await browser.get(`${job}?stages=1000`)).statusCode).toBe(400);
    expect((await browser.get(`${job}?stages=-1`)).statusCode).toBe(400);
  });

  it('of a comparison with the bank are the bank’s responses', async () => {
    const { browser, links } = await acceptedAs(world);
    const { verificationHref } = await linkBank(world, browser, links);
    const seen = new Set<string>();
    await eventually(async () => {
      const { status, stages = [] } = await poll(browser, `${verificationHref}?stages=${seen.size}`);
      for (const stage of stages) seen.add(stage);
      return status === 'FINISHED' || undefined;
    });
    const { stages } = await world.product.services.db
      .selectFrom('job')
      .select('stages')
      .where('name', '=', 'verify-from-bank')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    expect([...stages].sort()).toEqual(['bank', 'income', 'owner']);
    expect([...seen].every((stage) => (stages as readonly string[]).includes(stage))).toBe(true);
  });
});

describe('an applicant who closes the page that promised a message', () => {
  /** The page is closed: nothing polls anymore. */
  const wait = () => world.clock.advance(promiseAfterSeconds * 1000);

  it('gets one email and one text when the offers are there', async () => {
    await slow('bureau');
    const { sent, browser, job } = await applyAs(world, 1);
    await poll(browser, `${job}?stages=1`);
    wait();
    await answers('bureau');
    await eventually(async () => (await outcomeTexts(sent.phone)).length > 0 || undefined);
    await settled();
    expect(await outcomeTexts(sent.phone)).toHaveLength(1);
    expect((await subjects(sent.email)).filter((one) => one === 'Your loan offers are ready')).toHaveLength(
      1,
    );
  });

  it('gets one email and one text when the bank has responded', async () => {
    const { sent, browser, links } = await acceptedAs(world);
    await settled();
    const before = (await outcomeTexts(sent.phone)).length;
    let answer = () => {};
    const silent = new Promise<void>((resolve) => {
      answer = resolve;
    });
    replaceCall(world.product.services.vendors.bankData, 'ownership', (real) => async (...args) => {
      await silent;
      return real(...args);
    });
    const { verificationHref } = await linkBank(world, browser, links);
    wait();
    answer();
    expect((await verified(browser, verificationHref)).status).toBe('FINISHED');
    await settled();
    expect(await outcomeTexts(sent.phone)).toHaveLength(before + 1);
    expect(
      (await subjects(sent.email)).filter((one) => one === 'Your bank confirmed your information'),
    ).toHaveLength(1);
  });

  it('gets no message about what the page showed at once', async () => {
    const { sent, status, links } = await approvalDecidedAs(world);
    expect(status).toBe('SUCCESS');
    await settled();
    const long = await longWaits(world, applicationOf(links.createPlaidLinkToken));
    expect(await outcomeTexts(sent.phone)).toHaveLength(long.length);
    const received = await subjects(sent.email);
    expect(received.filter((one) => one === 'Your bank confirmed your information')).toHaveLength(
      long.filter((job) => job === 'verify-from-bank').length,
    );
    expect(received.filter((one) => one === 'Your loan application is approved')).toHaveLength(
      long.filter((job) => job === 'decide-approval').length,
    );
  });
});
