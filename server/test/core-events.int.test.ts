// What the core system reports of a booked loan: signed, applied once, shown to the applicant and to operators.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Autopay } from '#contract/autopay.ts';
import { readReturnFiles } from '#finance/nacha-returns.ts';
import { signedEvent } from '#sandbox/vendors/core/events.ts';
import { readReturnFolder } from '#server/funding/ach/return-files.ts';
import { humanQueues } from '#server/operations/queues.ts';
import { findAutopay, readDebited } from '#server/records/autopay.ts';
import { findDisbursement } from '#server/records/disbursements.ts';
import { signedAs } from './journeys.ts';
import { operate } from './operator.ts';
import { authorizeAutopay, bankReturns, traceOf, updatesOf, writtenPayment } from './payouts.ts';
import { replaceCall } from './replace.ts';
import { posted } from './vendors.ts';
import { jobsEnded } from './waits.ts';
import { eventually, extendSessions, openWorld, readUntil, someOf } from './world.ts';

const world = openWorld({ onBankingMorning: true });

async function report(event: object, key = world.config.CORE_WEBHOOK_KEY as string) {
  const signed = signedEvent(event, key, world.clock.now());
  return (await posted(world, { url: '/webhooks/core', ...signed })).statusCode;
}

const eventsAbout = (loanId: string) => (type: string, more: object) => ({
  id: randomUUID(),
  type,
  loanId,
  occurredAt: world.clock.now().toISOString(),
  ...more,
});

it('processes each signed event of a loan once, notifies the applicant, and shows it to operators', async () => {
  const { browser, id, sent } = await signedAs(world);
  const { loan_id: loanId, sequence } = await writtenPayment(world, id);
  const about = eventsAbout(loanId);
  const autopay = async () => (await browser.read('autopay')) as Autopay;
  const mails = async (subject: string) =>
    (await world.mailTo(sent.email)).filter((mail) => mail.subject.startsWith(subject));
  const mailed = (subject: string) => someOf(() => mails(subject));
  expect((await authorizeAutopay(browser, 1)).json().status).toBe('ACTIVE');
  const [set] = await someOf(() => updatesOf(world, id, 'autopay-set'));
  const { authorizationId } = set as unknown as { authorizationId: string };

  // Events with another signature are refused, and so are those of an unknown loan.
  const returned = about('entry-returned', {
    what: 'debit',
    code: 'R01',
    trace: '021000020000777',
    originalTrace: '091000010000777',
    amountCents: 18_360,
  });
  const stranger = { ...about('loan-paid', { paidOn: '2026-07-06' }), loanId: 'LN-unknown' };
  expect(await report(returned, 'another-key')).toBe(400);
  expect(await report({ ...returned, code: 'R99' })).toBe(400);
  expect(await report(stranger)).toBe(404);
  expect((await autopay()).returnedPayment).toBeUndefined();

  // A returned payment, reported twice at once and again by the bank's own file.
  expect(await Promise.all([report(returned), report(returned)])).toEqual([200, 200]);
  expect(await report({ ...returned, amountCents: 1 })).toBe(400);
  expect(await report({ ...returned, id: randomUUID() })).toBe(200);
  expect((await autopay()).returnedPayment?.amount).toBe(18_360);
  const [mail] = await mailed('Your bank returned your payment');
  expect(mail?.text).toContain('$183.60');

  // A notice of change about the debited account leaves the account of the funds as it is.
  const change = { what: 'debit', code: 'C01', trace: '021000020000778', originalTrace: '091000010000777' };
  const corrected = { ...change, accountNumber: '000999888777' };
  expect(await report(about('account-changed', { ...corrected, routingNumber: '021000020' }))).toBe(400);
  expect(await report(about('account-changed', corrected))).toBe(200);
  expect((await browser.journey()).choices.depositAccount?.mask).toBe('6789');
  const debited = await readDebited(world.db, world.services.vault, id, authorizationId);
  expect(debited?.accountNumber).toBe('000999888777');

  // Automatic payments end there. An authorization that is not in force has nothing to end.
  const stop = { authorizationId, reason: 'lender' };
  expect(await report(about('autopay-stopped', { ...stop, authorizationId: randomUUID() }))).toBe(200);
  expect((await autopay()).status).toBe('ACTIVE');
  expect(await report(about('autopay-stopped', stop))).toBe(200);
  expect(await report(about('autopay-stopped', stop))).toBe(200);
  expect(await autopay()).toMatchObject({ status: 'CANCELED', stopped: 'lender' });
  expect(await mailed('Your autopay is off')).toHaveLength(1);
  const texts = () => world.textsTo(sent.phone);
  await readUntil(texts, (all) => all.some(({ body }) => /payments for your loan were changed/.test(body)));

  expect(await report(about('loan-paid', { paidOn: '2026-07-06' }))).toBe(200);
  expect(await report(about('loan-paid', { paidOn: '2026-07-06' }))).toBe(200);
  expect(await autopay()).toMatchObject({ paidOn: '2026-07-06' });
  expect((await authorizeAutopay(browser)).statusCode).toBe(409);
  expect((await mailed('Your loan is paid off'))[0]?.text).toContain('July 6, 2026');

  // The credit itself is returned: the core system reports it before the bank's file does.
  world.clock.advance(60_000);
  await extendSessions(world);
  const path = await bankReturns(world, { traceNumber: traceOf(world, sequence), code: 'R03' });
  const [file] = readReturnFiles(readFileSync(path, 'utf8'));
  const [entry] = file && 'entries' in file ? file.entries : [];
  const { trace, originalTrace, code, amount } = entry as NonNullable<typeof entry>;
  const moneyBack = { what: 'disbursement', trace, originalTrace, code };
  expect(await report(about('entry-returned', { ...moneyBack, amountCents: amount - 1 }))).toBe(404);
  expect(await report(about('entry-returned', { ...moneyBack, amountCents: amount }))).toBe(200);
  expect(await browser.screen()).toBe('other-account');
  await readReturnFolder(world.services);
  expect(await mailed('Your bank returned your money')).toHaveLength(1);

  // Each email once, and no event of the core system was sent back to it.
  for (const subject of ['Your bank returned your payment', 'Your autopay is off', 'Your loan is paid off'])
    expect(await mails(subject)).toHaveLength(1);
  for (const kind of ['entry-returned', 'account-corrected', 'autopay-ended'])
    expect(await updatesOf(world, id, kind)).toEqual([]);

  const unmatched = await humanQueues['core-events'].read(world.services, world.clock.now());
  const shown = await operate(world, 'applications', id);
  expect(unmatched).toHaveLength(2);
  expect(unmatched.some(({ what }) => what.includes('LN-unknown'))).toBe(true);
  const lines = shown.split('\n').filter((line) => / (applied|nothing-to-do|unmatched) /.test(line));
  expect(lines.map((line) => line.trim().split('  ')[1])).toEqual(
    [
      'entry-returned: applied | entry-returned: nothing-to-do | account-changed: applied',
      'autopay-stopped: nothing-to-do | autopay-stopped: applied',
      'autopay-stopped: nothing-to-do | loan-paid: applied | loan-paid: nothing-to-do',
      'entry-returned: unmatched | entry-returned: applied',
    ].flatMap((line) => line.split(' | ')),
  );
  expect(shown).not.toContain('000999888777');
});

it('has nothing to do for a canceled loan, whose autopay and reports end', { tags: ['full'] }, async () => {
  replaceCall(world.services.vendors.core, 'setDates', () => async () => {
    throw new Error('The core system is unavailable.');
  });
  const { browser, id, sent } = await signedAs(world);
  const { loan_id: loanId } = await eventually(() => findDisbursement(world.db, id));
  expect((await authorizeAutopay(browser, 1)).json().status).toBe('ACTIVE');
  expect((await browser.post(await browser.link('withdraw'))).statusCode).toBe(200);
  const saved = await findAutopay(world.db, world.services.vault, id);
  expect(saved).toMatchObject({ status: 'CANCELED', stoppedReason: null });
  const about = eventsAbout(loanId);
  const stopped = { authorizationId: saved?.authorizationId, reason: 'lender' };
  expect(await report(about('autopay-stopped', stopped))).toBe(200);
  expect(await report(about('loan-paid', { paidOn: '2026-07-06' }))).toBe(200);
  await jobsEnded(world, { of: id });
  const mails = await world.mailTo(sent.email);
  expect(mails.map(({ subject }) => subject).join()).not.toMatch(/payments are off|paid off/);
});
