// The payment of a signed loan: in which file it is, what the core system hears of it, and what the bank returns.
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Autopay } from '#contract/autopay.ts';
import { traceNumber } from '#finance/nacha.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { findValidation } from '#server/records/account-validations.ts';
import { findDisbursement } from '#server/records/disbursements.ts';
import type { Boarding } from '#server/vendors/core/boarding.ts';
import { type Browser, eventually, sendJson, type World } from './world.ts';

/** The account with its micro-entries, once they are in the file of their day. */
export const writtenMicroEntries = ({ product }: Pick<World, 'product'>, id: ApplicationId) =>
  eventually(async () => {
    const validation = await findValidation(product.services.db, id);
    return validation?.written_at ? validation : undefined;
  });

/** The payment, once it is in the file of its day. */
export const writtenPayment = ({ product }: Pick<World, 'product'>, id: ApplicationId) =>
  eventually(async () => {
    const payment = await findDisbursement(product.services.db, id);
    return payment?.written_at ? payment : undefined;
  });

/** Stores a payment of $5,000 for a loan that was never booked. */
export const insertPayment = (
  { product, clock }: Pick<World, 'product' | 'clock'>,
  id: ApplicationId,
  payment: { file_day: string; effective_on: string; written_at?: Date },
) =>
  product.services.db
    .insertInto('disbursement')
    .values({
      ...{ application_id: id, amount: 500_000, loan_id: `LN-${id}` },
      ...{ created_at: clock.now(), written_at: null, ...payment },
    })
    .returning('sequence')
    .executeTakeFirstOrThrow();

/** The ACH files that have the payment of a loan. */
export function achFilesWith({ config }: Pick<World, 'config'>, { loan_id: loan }: { loan_id: string }) {
  const folder = join(config.dataDirectory, 'ach');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ach')) : [];
  const individual = loan.slice(-15).toUpperCase();
  return names.filter((name) => readFileSync(join(folder, name), 'utf8').includes(individual));
}

export const traceOf = ({ product }: Pick<World, 'product'>, sequence: number) =>
  traceNumber(product.services.lender.funding.originatingBank, sequence);

/** The bank returns or corrects an entry that it was sent. The answer is the path of its file. */
export async function bankReturns(
  { sandboxUrl, config }: Pick<World, 'sandboxUrl' | 'config'>,
  entry: { traceNumber: string; code: string; corrected?: string },
): Promise<string> {
  const { file } = await sendJson<{ file: string }>(`${sandboxUrl}/console/api/ach/returns`, entry);
  const path = `${config.dataDirectory}/ach/returns/${file}`;
  // A file that changed just now may still be uploading, so it is not read.
  utimesSync(path, 0, 0);
  return path;
}

interface BookedLoan {
  readonly idempotencyKey: string;
  readonly loan: Boarding;
  readonly updates: readonly { readonly kind: string }[];
}

export const loansOf = async (world: Pick<World, 'console'>, id: ApplicationId) =>
  (await world.console<BookedLoan[]>('loans')).filter(({ idempotencyKey }) => idempotencyKey === id);

/** What the core system heard of a loan, of one kind. */
export const updatesOf = async (world: Pick<World, 'console'>, id: ApplicationId, kind: string) =>
  (await loansOf(world, id)).flatMap(({ updates }) => updates).filter((update) => update.kind === kind);

/** The authorization of automatic payments that the page shows, for one of its accounts. */
export const authorization = ({ accounts, days }: Autopay, daysBeforeDue = 0, account = 0) => ({
  choice: 'authorize',
  accountId: accounts[account]?.accountId,
  daysBeforeDue,
  firstDebit: days.find((day) => day.daysBeforeDue === daysBeforeDue)?.firstDebit ?? '2026-01-01',
  acceptAuthorization: true,
});

export const authorizeAutopay = async (browser: Browser, account = 0) =>
  browser.put(await browser.link('autopay'), authorization(await browser.read('autopay'), 0, account));
