// The verification job: reads owners and regular income from the linked bank and compares them with what was declared.
import { type JobStage, promiseAfterSeconds } from '#contract/jobs.ts';
import { type CashFlow, usesSource } from '../../credit-policy/attributes.ts';
import { lockApplication } from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { verifyFromBank } from '../../journey/jobs.ts';
import { move } from '../../journey/move.ts';
import { emailVerificationMade } from '../../messages/application-messages.ts';
import { daysAfter, secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId, LinkedBankId } from '../../platform/db/tables.ts';
import type { StageDone } from '../../platform/jobs/job-updates.ts';
import { type EndedInFailure, handle, type Outcome } from '../../platform/jobs/jobs.ts';
import { VendorUnavailable } from '../../platform/jobs/vendor-calls.ts';
import { readApplicant } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { policyOf } from '../../records/decisions.ts';
import { openHold } from '../../records/holds.ts';
import {
  linkedBankOf,
  type OpenBank,
  openBankOf,
  saveMask,
  stopWaitingForData,
  waitForData,
} from '../../records/linked-banks.ts';
import { checksOf, saveVerification } from '../../records/verifications.ts';
import type { Services, With } from '../../services.ts';
import { BankRefused, type Ownership, type RecurringTransactions } from '../../vendors/bank-data.ts';
import { readOwners, receivesMoney } from '../bank-link/accounts.ts';
import { recordProblem } from '../bank-link/problems.ts';
import { bankPoint, clearedPoints } from '../screening/screening.ts';
import { cashFlowDays, cashFlowOf } from './cash-flow.ts';
import { compareWithBank } from './compare.ts';
import { answerStepUp } from './step-up.ts';

const technicalTries = 4;
/** A bank that shows no regular income at first may still be loading data. */
const emptyTries = 3;

export const verificationJobs = (services: Services) => [
  handle(verifyFromBank, {
    run: ({ linkedBankId, unseen = false }, { applicationId, attempt, stageDone }) =>
      verify(services, applicationId, linkedBankId as LinkedBankId, { attempt, unseen, stageDone }),
    onExhausted: ({ linkedBankId }, { applicationId }) =>
      failed(services, applicationId, linkedBankId as LinkedBankId),
  }),
];

async function verify(
  services: Services,
  applicationId: ApplicationId,
  linkedBankId: LinkedBankId,
  { attempt, unseen, stageDone }: { attempt: number; unseen: boolean; stageDone: StageDone },
): Promise<Outcome | EndedInFailure> {
  const { db, vault, clock, metrics, jobs } = services;
  const bank = await openBankOf(services, applicationId);
  // The application now has another bank, or none.
  if (bank?.id !== linkedBankId) return async () => {};
  const applicant = await readApplicant(db, vault, applicationId);
  const { verification: rules, attributes } = (await policyOf(services, applicationId)).lender.policy;
  let bankData: Ownership & RecurringTransactions;
  let cashFlow: CashFlow | undefined;
  let found: ReturnType<typeof compareWithBank>;
  try {
    bankData = await readBank(services, applicationId, bank, { attempt, stageDone });
    if (usesSource(attributes, 'bank')) cashFlow = await readCashFlow(services, applicationId, bank);
    found = compareWithBank(applicant, bankData, rules, clock.now());
  } catch (error) {
    if (error instanceof BankRefused && error.kind === 'not-ready') {
      await waitForData(db, linkedBankId);
      throw error;
    }
    // A retry does not help if only the applicant can fix the problem.
    if (error instanceof BankRefused && (error.kind === 'item' || error.kind === 'request')) {
      const problem = error.kind === 'item' ? error.code : undefined;
      return { failure: failed(services, applicationId, linkedBankId, problem) };
    }
    // The tries of a bank that waited for its data were no failures.
    const isLast = error instanceof VendorUnavailable && attempt >= technicalTries;
    if (isLast && !(await linkedBankOf(db, applicationId))?.waits_for_data)
      return { failure: failed(services, applicationId, linkedBankId) };
    throw error;
  }
  const checks = checksOf(found);
  const cleared = await clearedPoints(services, applicationId);
  const points = (['identity', 'residence', 'income'] as const)
    .filter((check) => !checks[check])
    .map(bankPoint)
    .filter((point) => !cleared.has(point));
  const isVerified = points.length === 0;
  return async (tx) => {
    if (await answerStepUp(tx, services, applicationId, linkedBankId, found)) return;
    const since = await awaitingSince(tx, applicationId, linkedBankId);
    if (since === undefined) return;
    const isLate = secondsAfter(since, promiseAfterSeconds) <= clock.now();
    await move(tx, services, { applicationId }, isVerified ? 'verified' : 'notVerified');
    await saveVerification(tx, services, applicationId, linkedBankId, { ...found, cashFlow });
    if (!isVerified) {
      const reason = points.map((point) => point.replace('bank/', '')).join(', ');
      await openHold(tx, services, applicationId, {
        kind: 'bank',
        stage: 'verification',
        reason,
        evidence: found,
        points,
      });
    }
    if ((await linkedBankOf(tx, applicationId))?.waits_for_data)
      metrics.vendorEvents.inc({ vendor: 'bankData', by: 'polling' });
    await stopWaitingForData(tx, linkedBankId);
    const mask = (bankData.accounts.find(receivesMoney) ?? bankData.accounts[0])?.mask;
    if (mask !== undefined && mask !== '') await saveMask(tx, services, linkedBankId, mask);
    await audit(tx, clock, { applicationId }, { type: 'bank-compared', ...checks });
    // An applicant who is not verified gets an email about that anyway.
    if ((unseen || isLate) && isVerified)
      await jobs.enqueue(tx, emailVerificationMade, applicationId, { linkedBankId });
    metrics.outcomes.inc({ kind: 'verification', outcome: isVerified ? 'VERIFIED' : 'NOT_VERIFIED' });
  };
}

const bankCall = { timeoutSeconds: 12, onUnknownOutcome: { rule: 'repeat' } } as const;

async function readBank(
  services: With<'vendorCalls' | 'vendors'>,
  applicationId: ApplicationId,
  bank: OpenBank,
  { attempt, stageDone }: { attempt: number; stageDone: StageDone },
): Promise<Ownership & RecurringTransactions> {
  const { bankData } = services.vendors;
  const reporting = async <A>(stage: JobStage, call: Promise<A>): Promise<A> => {
    const answer = await call;
    await stageDone(stage);
    return answer;
  };
  const [ownership, recurringTransactions] = await Promise.all([
    reporting('owner', readOwners(services, applicationId, bank)),
    reporting(
      'income',
      services.vendorCalls.call({
        ...bankCall,
        vendor: bankData.vendor,
        operation: 'read-income',
        key: `bank-income:${bank.id}`,
        applicationId,
        perform: async (signal) => {
          const read = await bankData.recurringTransactions(bank.accessToken, signal);
          if (read.inflows.length === 0 && attempt < emptyTries) throw new BankRefused('not-ready', 'EMPTY');
          return read;
        },
      }),
    ),
  ]);
  return { ...ownership, ...recurringTransactions };
}

/** Only what was measured is stored, no transaction. */
async function readCashFlow(
  { vendorCalls, vendors, clock }: With<'vendorCalls' | 'vendors' | 'clock'>,
  applicationId: ApplicationId,
  { id, accessToken }: OpenBank,
): Promise<CashFlow> {
  const now = clock.now();
  const day = (at: Date) => at.toISOString().slice(0, 10);
  const days = { from: day(daysAfter(now, -cashFlowDays)), to: day(now) };
  return vendorCalls.call({
    ...bankCall,
    vendor: vendors.bankData.vendor,
    operation: 'read-cash-flow',
    key: `bank-cash-flow:${id}`,
    applicationId,
    perform: async (signal) =>
      cashFlowOf((await vendors.bankData.transactions(accessToken, days, signal)) ?? [], now),
  });
}

/** We still accept data that the bank delivers later: it triggers another comparison. */
const failed =
  (services: Services, applicationId: ApplicationId, linkedBankId: LinkedBankId, problem?: string): Outcome =>
  async (tx) => {
    if (await answerStepUp(tx, services, applicationId, linkedBankId, undefined)) return;
    if ((await awaitingSince(tx, applicationId, linkedBankId)) === undefined) return;
    await move(tx, services, { applicationId }, 'failed');
    if (problem !== undefined) await recordProblem(tx, services.clock, linkedBankId, problem);
    services.metrics.outcomes.inc({ kind: 'verification', outcome: 'FAILED' });
  };

/** Undefined if another worker finished the wait, or another bank was linked. Locks the application's row. */
async function awaitingSince(tx: Tx, applicationId: ApplicationId, linkedBankId: LinkedBankId) {
  const { state, state_since: since } = await lockApplication(tx, applicationId);
  const awaits =
    stateOf(state).verification === 'PENDING' && (await linkedBankOf(tx, applicationId))?.id === linkedBankId;
  return awaits ? since : undefined;
}
