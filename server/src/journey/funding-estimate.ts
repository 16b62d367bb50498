// What an applicant can expect of the money: how much arrives by when, and until when the documents must be signed for it.
import type { FundingEstimate } from '#contract/funding-estimate.ts';
import { type IsoDate, isoDate } from '#finance/dates.ts';
import { type Cents, cents } from '#finance/money.ts';
import { instantOf } from '#lender/zoned-time.ts';
import { lenderDay } from '../platform/clock.ts';
import type { ApprovedTerm } from '../platform/db/tables.ts';
import { findValidation } from '../records/account-validations.ts';
import { depositOf } from '../records/deposit-accounts.ts';
import { findDisbursement } from '../records/disbursements.ts';
import { readSignedAt } from '../records/envelopes.ts';
import type { With } from '../services.ts';
import type { Application } from './applications.ts';
import { branchZone } from './branch-calls.ts';
import { stateOf } from './chart.ts';
import { fundingDays, signByOf } from './funding-days.ts';

type Needs = With<'db' | 'vault' | 'lender' | 'clock'>;
type Terms = Pick<
  Application,
  'id' | 'state' | 'branch_id' | 'approved_term' | 'accepted_term' | 'selected_term'
>;

/** What is paid out of an approved offer: the amount without the fees, in cents. */
export const paidOutOf = ({ amount, fees }: Pick<ApprovedTerm, 'amount' | 'fees'>): Cents =>
  cents(amount - (fees?.origination ?? 0) - (fees?.filing ?? 0));

/**
 * Undefined where nothing can be promised. A secured loan has no day before it is paid, because a person
 * must see its insurance after the signature. Reads the database only once a loan is approved.
 */
export async function fundingEstimateOf(
  services: Needs,
  application: Terms,
): Promise<FundingEstimate | undefined> {
  const { db, vault, lender, clock } = services;
  const { id, state, approved_term: approved } = application;
  const { phase, signing } = stateOf(state);
  const isSigned = signing === 'completed';
  const term = approved ?? application.accepted_term ?? application.selected_term;
  const isOpen = phase === 'live' || (phase === 'ended' && isSigned);
  if (term === null || !isOpen) return undefined;
  const amount = paidOutOf(term);
  if (approved === null)
    return { amount, ...(!term.isAutoSecured && ifSignedNow(services, application, amount)) };
  const [deposit, validation, paid] = await Promise.all([
    depositOf(db, vault, id),
    findValidation(db, id),
    findDisbursement(db, id),
  ]);
  const shown = { amount, ...(deposit && { mask: deposit.mask }) };
  if (paid !== undefined) {
    const hasArrived = paid.effective_on < lenderDay(lender, clock.now());
    return hasArrived ? undefined : { ...shown, arrivesOn: isoDate(paid.effective_on) };
  }
  if (approved.isAutoSecured) return isSigned ? undefined : shown;
  if (validation !== undefined && validation.status !== 'VALID') return undefined;
  if (!isSigned) return { ...shown, ...ifSignedNow(services, application, amount) };
  return { ...shown, arrivesOn: await fundsArriveOn(services, application, approved) };
}

/** When the money arrives if the documents are signed before the cutoff that comes next. */
function ifSignedNow({ lender, clock }: With<'lender' | 'clock'>, application: Terms, amount: number) {
  const { funding, brand } = lender;
  const zone = brand.hours.timeZone;
  const days = fundingDays(funding, zone, clock.now(), amount);
  return {
    arrivesOn: days.effectiveOn,
    signBy: instantOf(zone, days.fileDay, signByOf(funding, days)).toISOString(),
    timeZone: branchZone(lender, application),
  };
}

export async function fundsArriveOn(
  { db, lender, clock }: With<'db' | 'lender' | 'clock'>,
  { id }: Pick<Application, 'id'>,
  approved: NonNullable<Application['approved_term']>,
): Promise<IsoDate> {
  const [disbursement, signedAt, validation] = await Promise.all([
    findDisbursement(db, id),
    readSignedAt(db, id),
    findValidation(db, id),
  ]);
  if (disbursement !== undefined) return isoDate(disbursement.effective_on);
  const now = clock.now();
  // The loan is paid once it is signed and its account is confirmed, whichever comes last. A secured one also waits for a reviewer.
  const isConfirmed = validation?.status === 'VALID' && !approved.isAutoSecured;
  const confirmedAt = isConfirmed ? (validation.settled_at ?? now) : now;
  const payableAt = signedAt !== undefined && signedAt > confirmedAt ? signedAt : confirmedAt;
  return fundingDays(lender.funding, lender.brand.hours.timeZone, payableAt, paidOutOf(approved)).effectiveOn;
}
