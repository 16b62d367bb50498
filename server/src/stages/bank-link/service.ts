// Turns what the bank-link widget hands to the page into a linked bank, once for each public token.

import { move } from '../../journey/move.ts';
import { canHappen, may, refuse } from '../../journey/policy.ts';
import type { Application } from '../../journey/request-context.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId, LinkedBankId, SessionId } from '../../platform/db/tables.ts';
import { isUniqueViolation } from '../../platform/db/unique-violation.ts';
import { Failure, fail } from '../../platform/failure.ts';
import { NoAnswer, NothingHappened, Underway } from '../../platform/jobs/vendor-calls.ts';
import { audit } from '../../records/audit.ts';
import {
  accessTokenOf,
  keepLink,
  linkedBankOf,
  linkOfToken,
  type NewLink,
  publicTokenLookup,
  replaceLink,
} from '../../records/linked-banks.ts';
import type { Parts } from '../../services.ts';
import type { LinkedItem } from '../../vendors/bank-data.ts';
import { endBankAccess } from './jobs.ts';
import { spendLinkToken } from './link-token.ts';
import { noteProblem } from './problems.ts';
import { verifyAgain } from './verify-again.ts';
import { verifyFromBank } from './verify-job.ts';

const exchangeSeconds = 8;

export interface Handed {
  readonly publicToken: string;
  readonly institutionId: string;
  readonly institutionName: string;
}

/** Links the bank, and begins the verification where the application stands before it. */
export async function linkBank(
  parts: Parts,
  application: Application,
  sessionId: SessionId,
  handed: Handed,
): Promise<void> {
  const { db, vault, limiter } = parts;
  const { id, state } = application;
  if (await linkOfToken(db, vault, id, handed.publicToken)) return;
  if (!may(state, 'exchange')) refuse();
  await limiter.spend('link-bank', id);
  // Whether the exchange succeeds or not, Link has used this token up.
  await spendLinkToken(db, id);
  const item = await exchangeOnce(parts, id, handed.publicToken);
  // A request with the same public token came first and has kept it.
  if (item === undefined) return;
  const link: NewLink = { ...handed, ...item };
  try {
    await transact(db, (tx) => keepCurrent(tx, parts, application, sessionId, link));
  } catch (error) {
    if (isUniqueViolation(error, 'linked_bank_public_token_lookup_key')) return;
    if (!(error instanceof Failure)) throw error;
    if (await linkOfToken(db, vault, id, handed.publicToken)) return;
    // Another bank was linked in another tab meanwhile: what this one opened is closed again.
    await transact(db, async (tx) => {
      const linkedBankId = await keepLink(tx, parts, id, link, 'replaced');
      await parts.jobs.enqueue(tx, endBankAccess, id, { linkedBankId });
    });
    throw error;
  }
}

async function keepCurrent(
  tx: Tx,
  parts: Parts,
  { id, state }: Application,
  sessionId: SessionId,
  link: NewLink,
): Promise<void> {
  const { clock, jobs } = parts;
  const subject = { applicationId: id, sessionId };
  const verifies = canHappen(state, 'bankLinked');
  // The row is locked from here on, and stands where it stood when the request came, or this is refused.
  if (verifies) await move(tx, clock, subject, 'bankLinked');
  else await mustStillStand(tx, id, state);
  const earlier = await replaceLink(tx, id);
  const linkedBankId: LinkedBankId = await keepLink(tx, parts, id, link, 'linked');
  await audit(tx, clock, subject, { type: 'bank-linked', institutionId: link.institutionId });
  if (earlier !== undefined) await jobs.enqueue(tx, endBankAccess, id, { linkedBankId: earlier });
  if (verifies) await jobs.enqueue(tx, verifyFromBank, id, { linkedBankId });
}

async function mustStillStand(tx: Tx, id: ApplicationId, state: string): Promise<void> {
  const row = await tx
    .selectFrom('application')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row?.state !== state) refuse();
}

/** Undefined where the token has become a link while this request waited for the one that was at it. */
async function exchangeOnce(
  { db, vault, outside, vendors, log }: Parts,
  id: ApplicationId,
  publicToken: string,
): Promise<LinkedItem | undefined> {
  const until = performance.now() + exchangeSeconds * 1000;
  for (;;) {
    try {
      return await outside.call({
        vendor: 'plaid',
        operation: 'exchange-public-token',
        key: `exchange:${id}:${publicTokenLookup(vault, publicToken)}`,
        applicationId: id,
        timeoutSeconds: exchangeSeconds,
        // The vendor tells nothing by our key. A token it has exchanged is refused, and a new link is as good.
        inDoubt: { rule: 'look-up', find: async () => undefined },
        perform: (signal) => vendors.bankData.exchange(publicToken, signal),
      });
    } catch (error) {
      if (error instanceof Underway && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        if (await linkOfToken(db, vault, id, publicToken)) return undefined;
        continue;
      }
      if (error instanceof NothingHappened || error instanceof NoAnswer || error instanceof Underway) {
        log.warn({ err: error, applicationId: id }, 'bank not linked');
        fail('try-again', 'We could not connect to your bank. Please try again.');
      }
      throw error;
    }
  }
}

/** After a new login at the linked bank: the vendor says whether it helped, and what had failed for it is tried again. */
export async function repairBank(
  parts: Parts,
  { id, state }: Application,
  sessionId: SessionId,
): Promise<void> {
  const { db, vault, clock, vendors, log } = parts;
  const bank = await linkedBankOf(db, id);
  const accessToken = bank && accessTokenOf(vault, bank);
  if (bank === undefined || accessToken === undefined) refuse();
  await spendLinkToken(db, id);
  const code = await vendors.bankData
    .problem(accessToken, AbortSignal.timeout(exchangeSeconds * 1000))
    .catch((error: unknown) => {
      if (!(error instanceof NothingHappened || error instanceof NoAnswer)) throw error;
      log.warn({ err: error, applicationId: id }, 'bank not asked');
      fail('try-again', 'We could not connect to your bank. Please try again.');
    });
  await transact(db, async (tx) => {
    await mustStillStand(tx, id, state);
    await noteProblem(tx, clock, bank.id, code ?? null);
    if (code === undefined && canHappen(state, 'verificationRetried'))
      await verifyAgain(tx, parts, { applicationId: id, sessionId }, bank.id);
  });
  if (code !== undefined) fail('try-again', 'Your bank still asks for a new login. Please try again.');
}

/** Forgets the bank and what it told; the application goes back to where one is linked. */
export async function removeBank(
  parts: Parts,
  application: Application,
  sessionId: SessionId,
): Promise<void> {
  const { db, clock, jobs } = parts;
  const subject = { applicationId: application.id, sessionId };
  await transact(db, async (tx) => {
    const linked = await tx
      .selectFrom('linked_bank')
      .select('id')
      .where('application_id', '=', application.id)
      .where('status', '=', 'linked')
      .executeTakeFirst();
    await move(tx, clock, subject, 'bankRemoved');
    await audit(tx, clock, subject, { type: 'bank-removed' });
    if (linked) await jobs.enqueue(tx, endBankAccess, application.id, { linkedBankId: linked.id });
  });
}
