// What the bank sends back: a returned disbursement is paid again to another account, a returned debit is reported to the core
// system, and a notice of change corrects the account.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { traceNumber, writeNachaFile } from '#finance/nacha.ts';
import { runReturnsCommand } from '#server/cli/returns.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { findValidation } from '#server/records/account-validations.ts';
import { readDepositNumbers } from '#server/records/deposit-accounts.ts';
import { readReturnFolder } from '#server/stages/funding/return-folder.ts';
import { signedAs } from './journeys.ts';
import { operate } from './operator.ts';
import { typedAccount } from './receive-funds.ts';
import { eventually, openWorld } from './world.ts';

const world = openWorld({ onBankingMorning: true, applicantsWalk: true });

interface Sent {
  traceNumber: string;
  individualId: string;
}
interface Loan {
  idempotencyKey: string;
  updates: { kind: string; what?: string; code?: string; accountNumber?: string }[];
}

const writtenDisbursement = (id: ApplicationId) =>
  eventually(async () => {
    const row = await world.product.services.db
      .selectFrom('disbursement')
      .selectAll()
      .where('application_id', '=', id)
      .executeTakeFirst();
    return row?.written_at == null ? undefined : row;
  });
const writtenMicroEntries = (id: ApplicationId) =>
  eventually(async () => {
    const row = await findValidation(world.product.services.db, id);
    return row?.written_at == null ? undefined : row;
  });
const sentOf = async ({ loan_id: loanId, sequence }: { loan_id: string; sequence: number }) => {
  const sent = (await world.console<Sent[]>('ach')).find(
    (one) =>
      one.individualId === loanId.slice(-15).toUpperCase() && Number(one.traceNumber.slice(-7)) === sequence,
  );
  if (sent === undefined) throw new Error('The bank was not sent the disbursement.');
  return sent;
};
const traceOf = async (disbursement: { loan_id: string; sequence: number }) =>
  (await sentOf(disbursement)).traceNumber;

/** The bank returns an entry; its file is in the folder of the day's files. */
async function bankReturns(body: { traceNumber: string; code: string; corrected?: string }): Promise<string> {
  const answer = await fetch(`${world.sandboxUrl}/console/api/ach/returns`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { file } = (await answer.json()) as { file: string };
  return join(world.config.dataDirectory, 'ach', 'returns', file);
}
const updatesOf = (id: ApplicationId, kind: string) =>
  eventually(async () => {
    const loan = (await world.console<Loan[]>('loans')).find((one) => one.idempotencyKey === id);
    const updates = loan?.updates.filter((one) => one.kind === kind) ?? [];
    return updates.length > 0 ? updates : undefined;
  });
/** The core system sends its own debits and credits through the same bank, with its own sequences. */
function coreEntry(kind: 'WEB' | 'PPD', sequence: number, individualId: string): { traceNumber: string } {
  const { funding } = world.product.services.lender;
  const day = isoDate('2026-03-02');
  const text = writeNachaFile({
    destination: funding.destination,
    origin: funding.origin,
    createdOn: day,
    createdAt: '0900',
    idModifier: 'C',
    batches: [
      {
        kind,
        companyName: funding.companyName,
        companyId: funding.companyId,
        entryDescription: 'Payment',
        effectiveOn: day,
        originatingBank: funding.originatingBank,
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
  return { traceNumber: traceNumber(funding.originatingBank, sequence) };
}

it('a returned disbursement waits for another account and is paid there exactly once', async () => {
  const { browser, id, sent } = await signedAs(world);
  const first = await writtenDisbursement(id);
  await bankReturns({ traceNumber: await traceOf(first), code: 'R03' });
  await readReturnFolder(world.product.services);

  const journey = await browser.journey();
  expect([journey.defaultScreen, journey.choices.depositAccount?.validation]).toEqual([
    'other-account',
    'INVALID',
  ]);
  expect((await world.mailAbout(sent.email, /^Your bank returned your money/)).text).toMatch(
    /\/resume\?token=/,
  );
  expect(await updatesOf(id, 'entry-returned')).toMatchObject([{ what: 'disbursement', code: 'R03' }]);

  // The bank's file may come twice.
  const again = await bankReturns({ traceNumber: await traceOf(first), code: 'R03' });
  await readReturnFolder(world.product.services);
  expect((await browser.journey()).defaultScreen).toBe('other-account');
  expect(readFileSync(again.replace('returns/', 'returns/read/'), 'utf8')).toContain('R03');

  const href = journey.links.directEntry as string;
  const same = await browser.post(href, typedAccount('000123456789'));
  expect([same.statusCode, same.json().errors[0].field]).toEqual([400, 'accountNumber']);
  const presses = await Promise.all([1, 2].map(() => browser.post(href, typedAccount('000987654321'))));
  expect(presses.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
  expect((await browser.journey()).defaultScreen).toBe('success');
  const second = await writtenDisbursement(id);
  expect(second.sequence).toBeGreaterThan(first.sequence);
  expect([second.amount, second.loan_id]).toEqual([first.amount, first.loan_id]);
  const entries = (await world.console<Sent[]>('ach')).filter(
    (one) => one.individualId === first.loan_id.slice(-15).toUpperCase(),
  );
  expect(entries.map((one) => Number(one.traceNumber.slice(-7))).sort()).toEqual(
    [first.sequence, second.sequence].sort(),
  );
});

it('a returned debit is reported to the core system exactly once, and moves nothing', async () => {
  const { browser, id } = await signedAs(world);
  const disbursement = await writtenDisbursement(id);
  const { individualId } = await sentOf(disbursement);
  const returned = { ...coreEntry('WEB', 9_000_001, individualId), code: 'R01' };
  const defaultScreen = (await browser.journey()).defaultScreen;

  const path = await bankReturns(returned);
  const file = readFileSync(path);
  await readReturnFolder(world.product.services);
  // The bank's file comes twice.
  writeFileSync(path, file);
  await readReturnFolder(world.product.services);
  const updates = { what: 'debit', code: 'R01', amountCents: 18_360, originalTrace: returned.traceNumber };
  expect(await updatesOf(id, 'entry-returned')).toMatchObject([updates]);
  const { db } = world.product.services;
  const recorded = await db
    .selectFrom('audit_event')
    .select('type')
    .where('application_id', '=', id)
    .where('type', '=', 'entry-returned')
    .execute();
  expect(recorded).toHaveLength(1);
  const jobs = await db.selectFrom('job').select('name').where('application_id', '=', id).execute();
  expect(jobs.filter(({ name }) => name === 'report-return')).toHaveLength(1);
  expect((await browser.journey()).defaultScreen).toBe(defaultScreen);
  expect(await writtenDisbursement(id)).toEqual(disbursement);
});

it('takes no entry of the core system for one of ours that has the same number', async () => {
  const other = await signedAs(world, '000111222');
  const { browser, id } = await signedAs(world);
  const disbursement = await writtenDisbursement(id);
  const { individualId } = await sentOf(disbursement);
  const { db, vault } = world.product.services;
  const before = await writtenMicroEntries(other.id);
  const numbers = await readDepositNumbers(db, vault, [other.id]);
  const defaultScreen = (await browser.journey()).defaultScreen;

  const debit = coreEntry('WEB', before.sequences?.[2] ?? 0, individualId);
  await bankReturns({ ...debit, code: 'R01' });
  await bankReturns({ ...debit, code: 'C01', corrected: '000123456780' });
  await bankReturns({ ...coreEntry('PPD', before.sequences?.[0] ?? 0, 'REFUND-1'), code: 'R03' });
  await bankReturns({ ...coreEntry('PPD', disbursement.sequence, 'REFUND-2'), code: 'R03' });
  await readReturnFolder(world.product.services);

  expect(await updatesOf(id, 'entry-returned')).toMatchObject([{ what: 'debit', code: 'R01' }]);
  expect(await findValidation(db, other.id)).toEqual(before);
  expect(await readDepositNumbers(db, vault, [other.id])).toEqual(numbers);
  expect((await browser.journey()).defaultScreen).toBe(defaultScreen);
  expect(await writtenDisbursement(id)).toEqual(disbursement);
});

it('a notice of change corrects the account, and a file with a wrong total changes nothing', async () => {
  const { browser, id } = await signedAs(world);
  const { vault } = world.product.services;
  const trace = await traceOf(await writtenDisbursement(id));
  const path = await bankReturns({ traceNumber: trace, code: 'C01', corrected: '000123456780' });

  const damaged = join(world.config.dataDirectory, 'damaged.ach');
  writeFileSync(damaged, readFileSync(path, 'utf8').replace(/^(8.{31})0/m, '$11'));
  await expect(operate(world, runReturnsCommand, damaged)).rejects.toThrow(
    /The file is refused, and none of it was applied\..*the total of credits is right\./,
  );
  const lines = [
    await operate(world, runReturnsCommand, path),
    await operate(world, runReturnsCommand, path),
  ].flatMap((output) => output.split('\n'));
  expect(lines.filter((line) => line.includes('applied'))).toEqual([
    '1 applied, 0 applied before, 0 unmatched, 0 refused.',
    '0 applied, 1 applied before, 0 unmatched, 0 refused.',
  ]);
  expect((await readDepositNumbers(world.product.services.db, vault, [id])).get(id)?.accountNumber).toBe(
    '000123456780',
  );
  expect(await updatesOf(id, 'account-corrected')).toMatchObject([
    { code: 'C01', accountNumber: '000123456780' },
  ]);
  expect((await browser.journey()).choices.depositAccount).toMatchObject({
    mask: '6780',
    validation: 'VALID',
  });
});

/** The batches of files of one entry each in one file, which a bank sends once a day. */
function inOneFile(...texts: string[]): string {
  const files = texts.map((text) => text.split('\n'));
  const sum = (from: number, to: number) =>
    String(files.reduce((total, file) => total + Number(file[5]?.slice(from, to)), 0)).padStart(
      to - from,
      '0',
    );
  const batches = files.flatMap((file, n) =>
    file.slice(1, 5).map((record) => record.replace(/^([58].*)1$/, `$1${n + 1}`)),
  );
  const counts = [files.length, Math.ceil((batches.length + 2) / 10)].map((n) => String(n).padStart(6, '0'));
  const end = `9${counts.join('')}${sum(13, 21)}${sum(21, 31)}${sum(31, 43)}${sum(43, 55)}${' '.repeat(39)}`;
  return `${[files[0]?.[0], ...batches, end].join('\n')}\n`;
}
async function returnOf(...entry: Parameters<typeof bankReturns>): Promise<string> {
  const path = await bankReturns(...entry);
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  return text;
}
async function applied(...texts: string[]): Promise<string> {
  const path = join(world.config.dataDirectory, 'of-the-day.ach');
  writeFileSync(path, inOneFile(...texts));
  return operate(world, runReturnsCommand, path);
}

it('the entry of ours is applied, whatever the bank returns to other departments in the same file', async () => {
  const { browser, id } = await signedAs(world);
  const ours = await returnOf({ traceNumber: await traceOf(await writtenDisbursement(id)), code: 'R03' });
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
  expect((await browser.journey()).defaultScreen).toBe('other-account');
});

it('an entry of ours that is malformed or has an unknown code is refused alone', async () => {
  const [{ browser, id }, other] = [await signedAs(world), await signedAs(world)];
  const validated = await signedAs(world, '000111222');
  const { sequences } = await writtenMicroEntries(validated.id);
  const microEntry = traceNumber(world.product.services.lender.funding.originatingBank, sequences?.[0] ?? 0);
  const trace = await traceOf(await writtenDisbursement(other.id));
  const ours = await returnOf({ traceNumber: trace, code: 'R03' });
  const [, amount = ''] = /^621.{26}(\d{10})/m.exec(ours) ?? [];
  const output = await applied(
    ours.replace('R03', 'R99'),
    ours.replace('R03', 'RXX'),
    ours.replaceAll(amount, String(Number(amount) + 1).padStart(10, '0')),
    ours.replace(`R03${trace}`, `R03${' '.repeat(15)}`),
    (await returnOf({ traceNumber: microEntry, code: 'R03' })).replace(
      `R03${microEntry}`,
      `R03${' '.repeat(15)}`,
    ),
    await returnOf({ traceNumber: trace, code: 'C02', corrected: '021000020' }),
    (await returnOf({ traceNumber: trace, code: 'C01', corrected: '000123456780' })).replace('COR', 'PPD'),
    // Corrects the class of an international payment.
    await returnOf({ traceNumber: trace, code: 'C14' }),
    await returnOf({ traceNumber: await traceOf(await writtenDisbursement(id)), code: 'R03' }),
  );
  expect(output).toContain('2 applied, 0 applied before, 0 unmatched, 7 refused.');
  expect(output.match(new RegExp(`for application ${other.id}, `, 'g'))).toHaveLength(6);
  expect(output).toContain(`for application ${validated.id}, does not name the trace number of our entry`);
  expect((await browser.journey()).defaultScreen).toBe('other-account');
  expect((await other.browser.journey()).defaultScreen).not.toBe('other-account');
});

it('refused entries and a refused file in the folder of returns are counted for an alert', async () => {
  const { id } = await signedAs(world);
  const { metrics } = world.product.services;
  const counted = async () => (await metrics.returnsNotApplied.get()).values[0]?.value;
  // What earlier tests left in the folder.
  await readReturnFolder(world.product.services);
  const before = (await counted()) ?? 0;
  const path = await bankReturns({ traceNumber: await traceOf(await writtenDisbursement(id)), code: 'R99' });
  const text = readFileSync(path, 'utf8');
  await readReturnFolder(world.product.services);
  expect(await counted()).toBe(before + 1);

  writeFileSync(path, text.replace(/^9000001/m, '9000002'));
  await readReturnFolder(world.product.services);
  expect(await counted()).toBe(before + 2);
});
