// Kills the app at every step. After a restart everything has been done exactly once.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { promiseAfterSeconds } from '#contract/jobs.ts';
import { readNachaFile } from '#finance/nacha-reader.ts';
import { runOps } from '#server/cli/ops.ts';
import { acceptTerms, linkBank } from './bank.ts';
import { type CrashWorld, createCrashWorld, type Halt, killAt } from './crash.ts';
import { approvalDecidedAs } from './journeys.ts';
import { authorizeAutopay } from './payouts.ts';
import { killAll } from './process.ts';
import { atSigningPage, chooseDeposit, sendDocuments } from './receive-funds.ts';
import { casesOf, pullsOf } from './vendors.ts';
import { type Browser, eventually, form, hasServer, textCode } from './world.ts';

type Moment = 'before the vendor acts' | 'before its response' | 'before the outcome is written';

interface Step {
  readonly what: string;
  /** Starts the step; omitted if the previous step starts it. */
  readonly begin?: () => Promise<unknown>;
  readonly halt: Halt;
  readonly until?: () => Promise<unknown>;
}

const achFileLock = 4_201_337;

afterAll(killAll);

// The embedded database has one process and one connection, so no test can read or halt it while the app runs.
describe.runIf(hasServer)('killed at every step', () => {
  const goThroughAll = async (moment: Moment) => {
    const world = await createCrashWorld();
    try {
      await goThrough(world, moment);
    } finally {
      await world.close();
    }
  };
  it.each(['before its response', 'before the vendor acts', 'before the outcome is written'] as const)(
    '%s',
    { timeout: 900_000, tags: ['full'] },
    goThroughAll,
  );
});

async function goThrough(world: CrashWorld, moment: Moment): Promise<void> {
  const isBefore = moment === 'before the vendor acts';
  const isOpen = moment === 'before its response';
  let browser = world.browser();
  let sent = form(1);
  let verifyHref = '';

  /** Where a job calls a vendor, and where it writes the outcome. */
  const at = (vendor: string, path: string | undefined, outcome: string): Halt =>
    isBefore || isOpen ? world.callTo(vendor, path, isBefore ? 'timeout' : 'held') : world.writing(outcome);
  const acceptHardPull = async () =>
    browser.post(await browser.link('submitApproval'), { acceptHardPull: true });

  const steps: Step[] = [
    {
      what: 'the text code',
      begin: async () => {
        const { verifyOtp } = (await browser.post('/api/v2/prequalifications/', sent)).json();
        verifyHref = verifyOtp.verifyOtp.href;
      },
      halt: at('twilio', '/Verifications', 'update job send-text-code'),
    },
    {
      what: 'the soft pull',
      begin: async () => {
        const otp = await textCode(world, sent.phone as string);
        await browser.post(verifyHref, { phone: sent.phone, otp });
      },
      halt: at('bureau', '/prequal/', 'update job decide-prequalification'),
      until: () => browser.arriveAt('offers'),
    },
    {
      what: 'reading the bank',
      begin: async () => linkBank(world, browser, await acceptTerms(browser)),
      halt: at('plaid', '/identity/get', 'update job verify-from-bank'),
      until: () => browser.arriveAt('verification-success'),
    },
    // Killed here, the app hasn't requested anything yet.
    ...(isBefore
      ? [
          {
            what: 'signing in to the bureau',
            begin: acceptHardPull,
            halt: world.callTo('bureau', '/oauth2/', 'timeout'),
          },
        ]
      : []),
    {
      what: 'the hard pull, with the military check in it',
      ...(isBefore ? {} : { begin: acceptHardPull }),
      halt: at('bureau', '/credit-profile/', 'update job decide-approval'),
      until: afterHardPull,
    },
    {
      what: 'the envelope',
      begin: async () => {
        await chooseDeposit(browser);
        await sendDocuments(browser, sent.email as string);
      },
      halt: at('docusign', '/envelopes', 'update envelope'),
    },
    {
      what: 'the documents mail',
      halt: at('mail', undefined, 'update job send-documents'),
      until: () => world.mailAbout(sent.email, /ready to sign/),
    },
    {
      what: 'the signature',
      // The vendor reports the signature and retries until it is acknowledged; the browser never returns.
      begin: async () => {
        const { docusignUrl } = (await browser.post(await browser.link('signature'))).json();
        if (isBefore) await world.kill();
        await atSigningPage(docusignUrl, 'sign');
      },
      halt: isBefore
        ? atOnce
        : world.writing(isOpen ? 'insert job check-envelope-status' : 'update job check-envelope-status'),
    },
    ...(isBefore || isOpen
      ? [{ what: 'the signed documents', halt: at('docusign', '/documents/', '') }]
      : []),
    { what: 'the loan', halt: at('core', '/v1/loans', 'update job fund-loan') },
    {
      what: 'the ACH file',
      halt: world.writing(
        isBefore ? achFileLock : isOpen ? 'update disbursement' : 'update job write-ach-file',
      ),
      until: async () => {
        await world.mailAbout(sent.email, /signed loan documents/);
        const written = 'select 1 from disbursement where written_at is not null';
        await eventually(async () => (await world.query(written)).length > 0);
      },
    },
    {
      what: 'the email about the authorization',
      begin: async () => {
        await browser.arriveAt('docusign-success');
        await authorizeAutopay(browser);
      },
      halt: at('mail', undefined, 'update job email-notice'),
      until: () => world.mailAbout(sent.email, /autopay/),
    },
  ];

  for (const [index, { what, begin, halt, until }] of steps.entries()) {
    try {
      if (begin) {
        await halt.arm();
        await begin();
      }
      await killAt(world, halt);
      const next = steps[index + 1];
      if (next !== undefined && !next.begin) await next.halt.arm();
      await world.minutesPass();
      await world.start();
      await until?.();
    } catch (cause) {
      throw new Error(`Killed at ${what}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  }
  await browser.arriveAt('success');
  const underWay = `select 1 from job where status not in ('SUCCESS', 'FAILURE')`;
  await eventually(async () => (await world.query(underWay)).length === 0);
  await mustBeDoneOnce(world, browser, sent, isBefore);

  /** A pull that may have happened isn't repeated: until an operator settles it, the applicant sees the phone to call. */
  async function afterHardPull(): Promise<void> {
    if (!isBefore && !isOpen) {
      await browser.arriveAt('approval-payment');
      return;
    }
    await browser.arriveAt('contact');
    const lines: string[] = [];
    const settings = { DATABASE_URL: world.databaseUrl, DATA_DIR: world.folder };
    const operator = (...args: string[]) => runOps(settings, ['calls', ...args], (line) => lines.push(line));
    await operator();
    const call = lines[0]?.split(' ')[0] as string;
    if (isBefore) {
      expect(await pullsOf(world, sent.ssn)).toEqual(['soft']);
      await operator('settle', call, '--did-not-happen');
      await browser.arriveAt('approval-payment');
      return;
    }
    expect(await pullsOf(world, sent.ssn)).toEqual(['hard', 'soft']);
    await operator('settle', call, '--happened');
    expect(await pullsOf(world, sent.ssn)).toEqual(['hard', 'soft']);
    await browser.arriveAt('contact');
    // Another applicant continues from here.
    ({ browser, sent } = await approvalDecidedAs(world));
  }
}

/** All external effects, as counted by the vendors and the bank. */
async function mustBeDoneOnce(
  world: CrashWorld,
  browser: Browser,
  sent: Record<string, unknown>,
  wasParked: boolean,
): Promise<void> {
  expect(await pullsOf(world, sent.ssn)).toEqual(['hard', 'soft']);
  const texts = await world.textsTo(sent.phone);
  const codes = texts.flatMap(({ body }) => body.match(/\b\d{6}\b/) ?? []);
  // If the outcome of sending is unknown, the same code is sent again.
  expect(new Set(codes).size).toBe(1);
  expect(codes.length).toBeLessThanOrEqual(2);
  // The outcome of a wait of more than 20 seconds is texted and emailed as well, and a restart may take that long.
  const messages = texts
    .map(({ body }) => body)
    .filter((body) => !/\b\d{6}\b|We have an update on your loan application/.test(body));
  // The text about the money follows the bank's file, which is not made here.
  expect(messages).toEqual([expect.stringContaining('Automatic payments for your loan were turned on')]);
  const envelopes = await world.console<{ status: string }[]>(`envelopes?email=${sent.email}`);
  expect(envelopes.map((one) => one.status)).toEqual(['completed']);
  const id = await browser.applicationId();
  const late = `select 1 from notice join job using (application_id)
    where application_id = $1 and kind = 'approval' and name = 'decide-approval'
      and required_at >= job.created_at + interval '${promiseAfterSeconds} seconds'`;
  const wasApprovalLate = (await world.query(late, [id])).length > 0;
  const mails = (await world.mailTo(sent.email))
    .map((mail) => mail.subject.replace(/ – .*/, ''))
    .filter((subject) => subject !== 'Your bank confirmed your information');
  expect(mails.sort()).toEqual([
    'Confirm your email address',
    // An applicant whose hard pull may have been lost is notified until an operator settles it.
    ...(wasParked ? ["We're checking on your credit report"] : []),
    'Your autopay authorization',
    // An approval that the applicant had to wait for is emailed, too; a restart may take that long.
    ...(wasParked || wasApprovalLate ? ['Your loan application is approved'] : []),
    'Your loan documents are ready to sign',
    'Your loan offers are ready',
    'Your signed loan documents',
  ]);
  // Whose hard pull was left unresolved has a case of their own.
  expect(await casesOf(world, id)).toMatchObject([{ reason: 'loan-signed' }]);
  const loans = await world.console<{ id: string; idempotencyKey: string }[]>('loans');
  expect(loans.map((loan) => loan.idempotencyKey)).toEqual([id]);

  const folder = join(world.folder, 'ach');
  const entries = readdirSync(folder).flatMap((name) =>
    readNachaFile(readFileSync(join(folder, name), 'utf8')).batches.flatMap((batch) => batch.entries),
  );
  expect(entries.map((entry) => [entry.individualId, entry.amount])).toEqual([
    [loans[0]?.id.slice(-15).toUpperCase(), 500_000],
  ]);

  const events = await world.query<{ type: string; count: number }>(
    `select type, count(*)::int as count from audit_event
     where application_id = $1 and type in ('documents-signed', 'disbursed', 'autopay-authorized', 'job-failed')
     group by type order by type`,
    [id],
  );
  expect(events).toEqual([
    { type: 'autopay-authorized', count: 1 },
    { type: 'disbursed', count: 1 },
    { type: 'documents-signed', count: 1 },
    ...(wasParked ? [{ type: 'job-failed', count: 1 }] : []),
  ]);
  const unsettled = "select key from vendor_call where status in ('intended', 'unresolved')";
  expect(await world.query(unsettled)).toEqual([]);
}

const atOnce: Halt = { arm: async () => {}, isReached: async () => true, disarm: async () => {} };
