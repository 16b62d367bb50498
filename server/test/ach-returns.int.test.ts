// What the bank sends back: returned disbursements and debits, and notices of change.
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { writeNachaFile } from '#finance/nacha.ts';
import { readReturnFolder } from '#server/funding/ach/return-files.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { amountsOf, findValidation } from '#server/records/account-validations.ts';
import { findAutopay, readDebited } from '#server/records/autopay.ts';
import { readDepositNumbers } from '#server/records/deposit-accounts.ts';
import { signedAs } from './journeys.ts';
import { operate } from './operator.ts';
import * as payouts from './payouts.ts';
import { typedAccount } from './receive-funds.ts';
import { rowsOf } from './rows.ts';
import { jobsEnded } from './waits.ts';
import { openWorld, refusalOf, someOf } from './world.ts';

const world = openWorld({ onBankingMorning: true, applicantsWalk: true });

const written = (id: ApplicationId) => payouts.writtenPayment(world, id);
const returned = (entry: Parameters<typeof payouts.bankReturns>[1]) => payouts.bankReturns(world, entry);
const individualIdOf = (loanId: string) => loanId.slice(-15).toUpperCase();
const traceOfLoan = async (id: ApplicationId) => payouts.traceOf(world, (await written(id)).sequence);
const reported = (id: ApplicationId, kind: string) => someOf(() => payouts.updatesOf(world, id, kind));
/** The core system sends its own debits and credits through the same bank, with its own sequences. */
function coreEntry(kind: 'WEB' | 'PPD', sequence: number, individualId: string): { traceNumber: string } {
  const day = isoDate('2026-03-02');
  const text = writeNachaFile({
    destination: world.services.lender.funding.destination,
    origin: world.services.lender.funding.origin,
    createdOn: day,
    createdAt: '0900',
    idModifier: 'C',
    batches: [
      {
        kind,
        companyName: world.services.lender.funding.companyName,
        companyId: world.services.lender.funding.companyId,
        entryDescription: 'Payment',
        effectiveOn: day,
        originatingBank: world.services.lender.funding.originatingBank,
        entries: [
          {
            sequence,
            routingNumber: '021000021',
            accountNumber: '000123456789',
            accountType: 'checking',
            amount: cents(18_360),
            individualId,
            individualName: 'Alex Rivera',
          },
        ],
      },
    ],
  });
  // The sandbox's bank looks into the last file by name first.
  writeFileSync(join(world.config.dataDirectory, 'ach', `of-core-${kind}-${sequence}.ach`), text);
  return { traceNumber: payouts.traceOf(world, sequence) };
}

it('a returned disbursement waits for another account and is paid there exactly once', async () => {
  const { browser, id, sent } = await signedAs(world);
  const first = await written(id);
  const entry = { traceNumber: payouts.traceOf(world, first.sequence), code: 'R03' };
  await returned(entry);
  await readReturnFolder(world.services);

  const journey = await browser.journey();
  const expected = { defaultScreen: 'other-account', choices: { depositAccount: { validation: 'INVALID' } } };
  expect(journey).toMatchObject(expected);
  const mail = await world.mailAbout(sent.email, /^Your bank returned your money/);
  expect(mail.text).toMatch(/\/resume\?token=/);
  expect(await reported(id, 'entry-returned')).toMatchObject([{ what: 'disbursement', code: 'R03' }]);

  const again = await returned(entry);
  await readReturnFolder(world.services);
  expect(await browser.screen()).toBe('other-account');
  expect(readFileSync(again.replace('returns/', 'returns/read/'), 'utf8')).toContain('R03');

  const href = journey.links.directEntry as string;
  expect(refusalOf(await browser.post(href, typedAccount('000123456789')), 400).field).toBe('accountNumber');
  const presses = await Promise.all([1, 2].map(() => browser.post(href, typedAccount('000987654321'))));
  expect(presses.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
  expect(await browser.screen()).toBe('success');
  const second = await written(id);
  expect(second.sequence).toBeGreaterThan(first.sequence);
  expect(second).toMatchObject({ amount: first.amount, loan_id: first.loan_id });
  const entries = await world.console<{ traceNumber: string; individualId: string }[]>('ach');
  const own = entries.filter(({ individualId }) => individualId === individualIdOf(first.loan_id));
  const sequences = own.map(({ traceNumber }) => Number(traceNumber.slice(-7)));
  expect(sequences.sort()).toEqual([first.sequence, second.sequence].sort());
});

it('a returned disbursement ends autopay from its account in the core system too', async () => {
  const { browser, id } = await signedAs(world);
  const traceNumber = await traceOfLoan(id);
  expect((await payouts.authorizeAutopay(browser)).json().status).toBe('ACTIVE');
  await reported(id, 'autopay-set');
  const authorized = await findAutopay(world.db, world.services.vault, id);
  await returned({ traceNumber, code: 'R03' });
  await readReturnFolder(world.services);
  await jobsEnded(world, { of: id });
  expect(await payouts.updatesOf(world, id, 'autopay-ended')).toMatchObject([
    { authorizationId: authorized?.authorizationId },
  ]);
});

it('a returned debit is reported to the core system exactly once, and moves nothing', async () => {
  const { browser, id } = await signedAs(world);
  const disbursement = await written(id);
  const debit = { ...coreEntry('WEB', 9_000_001, individualIdOf(disbursement.loan_id)), code: 'R01' };
  const screen = await browser.screen();

  const path = await returned(debit);
  const file = readFileSync(path);
  await readReturnFolder(world.services);
  writeFileSync(path, file);
  utimesSync(path, 0, 0);
  await readReturnFolder(world.services);
  const updates = { what: 'debit', code: 'R01', amountCents: 18_360, originalTrace: debit.traceNumber };
  expect(await reported(id, 'entry-returned')).toMatchObject([updates]);
  expect(await rowsOf(world, 'audit_event', id, { type: 'entry-returned' })).toHaveLength(1);
  expect(await rowsOf(world, 'job', id, { name: 'report-return' })).toHaveLength(1);
  expect(await browser.screen()).toBe(screen);
  expect(await written(id)).toEqual(disbursement);
});

it('takes no entry of the core system for ours with the same number', { tags: ['full'] }, async () => {
  const other = await signedAs(world, '000111222');
  const { browser, id } = await signedAs(world);
  const disbursement = await written(id);
  const before = await payouts.writtenMicroEntries(world, other.id);
  const numbers = await readDepositNumbers(world.db, world.services.vault, [other.id]);
  const screen = await browser.screen();

  const debit = coreEntry('WEB', before.sequences?.[2] ?? 0, individualIdOf(disbursement.loan_id));
  await returned({ ...debit, code: 'R01' });
  await returned({ ...debit, code: 'C01', corrected: '000123456780' });
  await returned({ ...coreEntry('PPD', before.sequences?.[0] ?? 0, 'REFUND-1'), code: 'R03' });
  await returned({ ...coreEntry('PPD', disbursement.sequence, 'REFUND-2'), code: 'R03' });
  await readReturnFolder(world.services);

  expect(await reported(id, 'entry-returned')).toMatchObject([{ what: 'debit', code: 'R01' }]);
  expect(await findValidation(world.db, other.id)).toEqual(before);
  expect(await readDepositNumbers(world.db, world.services.vault, [other.id])).toEqual(numbers);
  expect(await browser.screen()).toBe(screen);
  expect(await written(id)).toEqual(disbursement);
});

it('a notice of change corrects an account; a wrong total, nothing', { tags: ['full'] }, async () => {
  const { browser, id } = await signedAs(world);
  const trace = await traceOfLoan(id);
  const path = await returned({ traceNumber: trace, code: 'C01', corrected: '000123456780' });

  const damaged = join(world.config.dataDirectory, 'damaged.ach');
  writeFileSync(damaged, readFileSync(path, 'utf8').replace(/^(8.{31})0/m, '$11'));
  const expected = /The file is refused, and none of it was applied\..*the total of credits is right\./;
  await expect(operate(world, 'returns', damaged)).rejects.toThrow(expected);
  const run = () => operate(world, 'returns', path);
  const lines = [await run(), await run()].flatMap((output) => output.split('\n'));
  expect(lines.filter((line) => line.includes('applied'))).toEqual([
    '1 applied, 0 applied before, 0 unmatched, 0 refused.',
    '0 applied, 1 applied before, 0 unmatched, 0 refused.',
  ]);
  const numbers = await readDepositNumbers(world.db, world.services.vault, [id]);
  expect(numbers.get(id)?.accountNumber).toBe('000123456780');
  const corrected = { code: 'C01', accountNumber: '000123456780' };
  expect(await reported(id, 'account-corrected')).toMatchObject([corrected]);
  const { depositAccount } = (await browser.journey()).choices;
  expect(depositAccount).toMatchObject({ mask: '6780', validation: 'VALID' });
});

it('a notice of change leaves alone what is debited from another account', async () => {
  const { browser, id } = await signedAs(world);
  const { sequence, loan_id: loan } = await written(id);
  expect((await payouts.authorizeAutopay(browser, 1)).json().status).toBe('ACTIVE');
  await jobsEnded(world, { of: id });
  const { db, vault } = world.services;
  const debited = async () =>
    readDebited(db, vault, id, (await findAutopay(db, vault, id))?.authorizationId ?? '');
  const before = await debited();

  // The core system debited the account of the funds until the applicant chose another one.
  const { traceNumber } = coreEntry('WEB', 9_000_003, individualIdOf(loan));
  const ofDebit = await returnOf({ traceNumber, code: 'C02', corrected: '011000015' });
  expect(await applied(ofDebit)).toContain('debit, about another account than we use now: look into it');
  expect(await debited()).toEqual(before);
  const ofCredit = { traceNumber: payouts.traceOf(world, sequence), code: 'C01', corrected: '000123456780' };
  expect(await applied(await returnOf(ofCredit))).toContain('disbursement, corrected');
  expect((await readDepositNumbers(db, vault, [id])).get(id)?.accountNumber).toBe('000123456780');
  expect(await debited()).toEqual(before);
  await jobsEnded(world, { of: id });
  expect(await payouts.updatesOf(world, id, 'account-corrected')).toEqual([]);
});

it('a notice of change about micro-entries reaches the core system once it has the loan', async () => {
  const { browser, id } = await signedAs(world, '000111222');
  const validation = await payouts.writtenMicroEntries(world, id);
  const traceNumber = payouts.traceOf(world, validation.sequences?.[0] ?? 0);
  // The sandbox's bank finds them in their file, which is not sent yet, only until they are confirmed.
  await returned({ traceNumber, code: 'C01', corrected: '000111220' });
  const amounts = amountsOf(world.services.vault, validation);
  await browser.post(await browser.link('accountValidation'), { amounts });
  await written(id);
  await readReturnFolder(world.services);
  await jobsEnded(world, { of: id });
  const corrected = { code: 'C01', accountNumber: '000111220' };
  expect(await payouts.updatesOf(world, id, 'account-corrected')).toMatchObject([corrected]);
});

/** The batches of files of one entry each in one file, which a bank sends once a day. */
function inOneFile(...texts: string[]): string {
  const files = texts.map((text) => text.split('\n'));
  const sum = (from: number, to: number) => {
    const total = files.reduce((all, file) => all + Number(file[5]?.slice(from, to)), 0);
    return String(total).padStart(to - from, '0');
  };
  const batches = files.flatMap((file, n) =>
    file.slice(1, 5).map((record) => record.replace(/^([58].*)1$/, `$1${n + 1}`)),
  );
  const counts = [files.length, Math.ceil((batches.length + 2) / 10)].map((n) => String(n).padStart(6, '0'));
  const end = `9${counts.join('')}${sum(13, 21)}${sum(21, 31)}${sum(31, 43)}${sum(43, 55)}${' '.repeat(39)}`;
  return `${[files[0]?.[0], ...batches, end].join('\n')}\n`;
}
async function returnOf(...entry: Parameters<typeof returned>): Promise<string> {
  const path = await returned(...entry);
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  return text;
}
async function applied(...texts: string[]): Promise<string> {
  const path = join(world.config.dataDirectory, 'of-the-day.ach');
  writeFileSync(path, inOneFile(...texts));
  return operate(world, 'returns', path);
}

it('the entry of ours is applied, whatever else the bank returns', { tags: ['full'] }, async () => {
  const { browser, id } = await signedAs(world);
  const ours = await returnOf({ traceNumber: await traceOfLoan(id), code: 'R03' });
  const { traceNumber } = coreEntry('PPD', 9_000_002, 'REFUND-3');
  const foreign = await returnOf({ traceNumber, code: 'R04' });
  const output = await applied(
    foreign.replaceAll('0000018360', '0000000000'),
    foreign.replace('R04', 'R99'),
    foreign.replace('R04', 'RXX'),
    foreign.replace(/^799R04.*$/m, (record) => record.replaceAll(traceNumber, ' '.repeat(15))),
    foreign.replace(/^621/m, '622'),
    await returnOf({ traceNumber, code: 'C02', corrected: '021000020' }),
    ours,
  );
  expect(output).toContain('1 applied, 0 applied before, 6 unmatched, 0 refused.');
  expect(await browser.screen()).toBe('other-account');
});

it('explains an entry, applies it without our id, and passes on what banks write about it after', async () => {
  const { browser, id } = await signedAs(world);
  const trace = await traceOfLoan(id);
  const { loan_id: loan } = await written(id);
  const ours = await returnOf({ traceNumber: trace, code: 'R03' });
  const nameless = ours.replace(individualIdOf(loan).padEnd(15), ' '.repeat(15));
  expect(nameless).not.toBe(ours);
  const path = join(world.config.dataDirectory, 'nameless.ach');
  // Another file of the same transfer is damaged.
  writeFileSync(path, nameless + ours.replace(/^9000001/m, '9000002'));
  const explained = () => operate(world, 'returns', 'explain', path);
  expect((await explained()).split('\n')).toEqual([
    'Refused, with all its entries. File 2 of 2: Line 6: the count of batches is right.',
    `R03 (no account, or not found) of ${trace}: application ${id}, disbursement, will be applied`,
  ]);
  expect(await browser.screen()).not.toBe('other-account');
  await expect(operate(world, 'returns', path)).rejects.toThrow('Part of the file is refused');
  expect(await browser.screen()).toBe('other-account');
  expect(await explained()).toContain(`of ${trace}: applied before`);

  const output = await applied(...['R61', 'R73', 'R02'].map((code) => ours.replace('R03', code)));
  expect(output).toContain('disbursement, our bank did not accept the return.');
  expect(output).toContain('disbursement, the other bank contests that our bank did not accept its return.');
  expect(output).toContain(`for application ${id}, was returned before, with R03`);
  expect(output).toContain('2 applied, 0 applied before, 0 unmatched, 1 refused.');
  expect(await browser.screen()).toBe('other-account');
});

it('a malformed entry of ours, or one of an unknown code, is refused alone', { tags: ['full'] }, async () => {
  const [{ browser, id }, other] = [await signedAs(world), await signedAs(world)];
  const validated = await signedAs(world, '000111222');
  const { sequences } = await payouts.writtenMicroEntries(world, validated.id);
  const microEntry = payouts.traceOf(world, sequences?.[0] ?? 0);
  const trace = await traceOfLoan(other.id);
  const ours = await returnOf({ traceNumber: trace, code: 'R03' });
  const [, amount = ''] = /^621.{26}(\d{10})/m.exec(ours) ?? [];
  const none = ' '.repeat(15);
  const output = await applied(
    ours.replace('R03', 'R99'),
    ours.replace('R03', 'RXX'),
    ours.replaceAll(amount, String(Number(amount) + 1).padStart(10, '0')),
    ours.replace(`R03${trace}`, `R03${none}`),
    (await returnOf({ traceNumber: microEntry, code: 'R03' })).replace(`R03${microEntry}`, `R03${none}`),
    await returnOf({ traceNumber: trace, code: 'C02', corrected: '021000020' }),
    (await returnOf({ traceNumber: trace, code: 'C01', corrected: '000123456780' })).replace('COR', 'PPD'),
    // Corrects the class of an international payment.
    await returnOf({ traceNumber: trace, code: 'C14' }),
    await returnOf({ traceNumber: await traceOfLoan(id), code: 'R03' }),
  );
  expect(output).toContain('2 applied, 0 applied before, 0 unmatched, 7 refused.');
  expect(output.match(new RegExp(`for application ${other.id}, `, 'g'))).toHaveLength(6);
  expect(output).toContain(`for application ${validated.id}, does not name the trace number of our entry`);
  expect(await browser.screen()).toBe('other-account');
  expect(await other.browser.screen()).not.toBe('other-account');
});

it('waits for the end of an upload, and for no file that cannot be read', async () => {
  const path = await returned({ traceNumber: await traceOfLoan((await signedAs(world)).id), code: 'R03' });
  const text = readFileSync(path, 'utf8');
  const unreadable = join(path, '../a-folder.ach');
  mkdirSync(unreadable);
  utimesSync(unreadable, 0, 0);
  onTestFinished(() => rmdirSync(unreadable));
  const round = () => expect(readReturnFolder(world.services)).rejects.toThrow('EISDIR');
  writeFileSync(path, text.slice(0, 200));
  const now = world.clock.now();
  utimesSync(path, now, now);
  await round();
  expect(readFileSync(path, 'utf8')).toBe(text.slice(0, 200));
  writeFileSync(path, text);
  utimesSync(path, 0, 0);
  await round();
  expect(readFileSync(path.replace('returns/', 'returns/read/'), 'utf8')).toBe(text);
  expect(existsSync(path)).toBe(false);
});

it('refused entries and a refused file of returns are counted for an alert', { tags: ['full'] }, async () => {
  const { id } = await signedAs(world);
  const counted = async () => (await world.services.metrics.returnsNotApplied.get()).values[0]?.value;
  await readReturnFolder(world.services);
  const before = (await counted()) ?? 0;
  const path = await returned({ traceNumber: await traceOfLoan(id), code: 'R99' });
  const text = readFileSync(path, 'utf8');
  await readReturnFolder(world.services);
  expect(await counted()).toBe(before + 1);

  writeFileSync(path, text.replace(/^9000001/m, '9000002'));
  utimesSync(path, 0, 0);
  await readReturnFolder(world.services);
  expect(await counted()).toBe(before + 2);
});
