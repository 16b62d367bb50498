// Turns the bank-link widget's result into a linked bank, once per public token, and repairs or removes it.

import type { HandedLink } from '#contract/bank-link.ts';
import { transactOn } from '../../journey/applications.ts';
import { takesBank } from '../../journey/bank-linking.ts';
import { stateOf } from '../../journey/chart.ts';
import { assertAllowed, refuseStep } from '../../journey/guard.ts';
import { verifyFromBank } from '../../journey/jobs.ts';
import { move, tryMove } from '../../journey/move.ts';
import type { ApplicationContext } from '../../journey/request-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/rows.ts';
import type { ApplicationId, JobId, LinkedBankId, SessionId } from '../../platform/db/tables.ts';
import { Failure, fail } from '../../platform/failure.ts';
import { shortLivedCalls } from '../../platform/jobs/call-records.ts';
import { ifUnanswered, ifUnavailable, singleFlight } from '../../platform/jobs/vendor-calls.ts';
import { audit } from '../../records/audit.ts';
import {
  linkedBankOf,
  linkOfToken,
  type NewLink,
  openBankOf,
  publicTokenLookup,
  replaceLink,
  saveLink,
} from '../../records/linked-banks.ts';
import type { Services, With } from '../../services.ts';
import type { LinkedItem } from '../../vendors/bank-data.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { endBankAccess } from './jobs.ts';
import { spendLinkToken } from './link-token.ts';
import { recordProblem } from './problems.ts';

const exchangeSeconds = 8;

export async function linkBank(services: Services, context: ApplicationContext, linkResult: HandedLink) {
  const { db, vault, limiter } = services;
  const { application } = context;
  const { id } = application;
  if (await linkOfToken(db, vault, id, linkResult.publicToken)) return;
  assertAllowed(application, 'exchange');
  if (!(await takesBank(services, application))) refuseStep();
  await limiter.spend('link-bank', id);
  // Link has used up this token, whether or not the exchange succeeds.
  await spendLinkToken(db, id);
  const item = await exchange(services, id, linkResult.publicToken);
  const link: NewLink = { ...linkResult, ...item };
  try {
    await transactOn(db, id, (tx) => saveCurrentLink(tx, services, context, link));
  } catch (error) {
    if (isUniqueViolation(error, 'linked_bank_public_token_lookup_key')) return;
    if (!(error instanceof Failure)) throw error;
    if (await linkOfToken(db, vault, id, linkResult.publicToken)) return;
    // Another tab linked a different bank meanwhile, so close the access this request opened.
    await transactOn(db, id, async (tx) => {
      const linkedBankId = await saveLink(tx, services, id, link, 'replaced');
      await services.jobs.enqueue(tx, endBankAccess, id, { linkedBankId });
    });
    throw error;
  }
}

async function saveCurrentLink(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs'>,
  { application, subject }: ApplicationContext,
  link: NewLink,
): Promise<void> {
  const { clock, jobs } = services;
  const { id, state } = application;
  // The row is locked from here on. Another tab may have moved the application since the request arrived.
  const moved = await move(tx, services, subject, 'bankLinked');
  if (moved.from !== state) refuseStep();
  const earlier = await replaceLink(tx, id);
  const linkedBankId: LinkedBankId = await saveLink(tx, services, id, link, 'linked');
  await audit(tx, clock, subject, { type: 'bank-linked' });
  if (earlier !== undefined) await jobs.enqueue(tx, endBankAccess, id, { linkedBankId: earlier });
  if (moved.state !== state || stateOf(state).heldFor === 'identity')
    await jobs.enqueue(tx, verifyFromBank, id, { linkedBankId });
}

/** Two requests with the same token get the same item. */
async function exchange(
  { vault, vendorCalls, vendors, log }: With<'vault' | 'vendorCalls' | 'vendors' | 'log'>,
  id: ApplicationId,
  publicToken: string,
): Promise<LinkedItem> {
  return singleFlight(vendorCalls, {
    vendor: vendors.bankData.vendor,
    operation: shortLivedCalls.bankData.exchangeToken,
    key: `exchange:${id}:${publicTokenLookup(vault, publicToken)}`,
    applicationId: id,
    timeoutSeconds: exchangeSeconds,
    // The vendor cannot look up our key and refuses a token twice, and a new link works just as well.
    onUnknownOutcome: { rule: 'look-up', find: async () => undefined },
    perform: (signal) => vendors.bankData.exchange(publicToken, signal),
  }).catch(
    ifUnanswered((error) => {
      log.warn({ err: error, applicationId: id }, 'bank not linked');
      return fail('try-again', errorMessages['try-again'].bankNotConnected);
    }),
  );
}

/** After a new login at the linked bank, checks whether it fixed the problem, and retries what had failed because of it. */
export async function repairBank(
  services: With<'clock' | 'log' | 'db' | 'vault' | 'jobs' | 'vendors'>,
  { application: { id, state }, subject }: ApplicationContext,
): Promise<void> {
  const { db, clock, vendors, log } = services;
  const bank = (await openBankOf(services, id)) ?? refuseStep();
  await spendLinkToken(db, id);
  const code = await vendors.bankData
    .problem(bank.accessToken, vendors.timeouts.signal(exchangeSeconds))
    .catch(
      ifUnavailable((error) => {
        log.warn({ err: error, applicationId: id }, 'bank not checked');
        return fail('try-again', errorMessages['try-again'].bankNotConnected);
      }),
    );
  await transactOn(db, id, async (tx, current) => {
    if (current.state !== state) refuseStep();
    await recordProblem(tx, clock, bank.id, code ?? null);
    if (code === undefined) await verifyAgain(tx, services, subject, bank.id);
  });
  if (code !== undefined) fail('try-again', errorMessages['try-again'].bankWantsLogin);
}

/**
 * Retries a verification that failed for a technical reason, with the same bank. Does nothing in any other state. `unseen`: the
 * applicant did not request the retry, so we email its outcome.
 */
export async function verifyAgain(
  tx: Tx,
  services: With<'clock' | 'jobs'>,
  subject: { readonly applicationId: ApplicationId; readonly sessionId?: SessionId },
  linkedBankId: LinkedBankId,
  { unseen = false } = {},
): Promise<JobId | undefined> {
  if (!(await tryMove(tx, services, subject, 'verificationRetried'))) return undefined;
  return services.jobs.enqueue(tx, verifyFromBank, subject.applicationId, { linkedBankId, unseen });
}

/** Returns the application to linking. After the hard pull it stays, with all that was confirmed. */
export async function removeBank(
  services: With<'clock' | 'db' | 'jobs'>,
  subject: ApplicationContext['subject'],
): Promise<void> {
  const { db, clock, jobs } = services;
  const { applicationId: id } = subject;
  await transactOn(db, id, async (tx) => {
    const linked = await linkedBankOf(tx, id);
    const { from, state } = await move(tx, services, subject, 'bankRemoved');
    if (linked === undefined && state === from) return;
    await audit(tx, clock, subject, { type: 'bank-removed' });
    if (linked) await jobs.enqueue(tx, endBankAccess, id, { linkedBankId: linked.id });
  });
}
