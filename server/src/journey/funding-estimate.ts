// What an applicant can expect of the money: how much arrives by when, and until when the documents must be signed for it.
import type { FundingEstimate } from '#contract/funding-estimate.ts';
import { addBankingDays, isBankingDay, nextBankingDay } from '#finance/banking-days.ts';
import { type IsoDate, isoDate } from '#finance/dates.ts';
import { type Cents, cents } from '#finance/money.ts';
import type { Lender } from '#lender/load.ts';
import type { Funding } from '#lender/schema/funding.ts';
import { instantOf, localTime } from '#lender/zoned-time.ts';
import { proofs } from '../platform/authentication.ts';
import { lenderDay, secondsAfter } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { ApplicationId, ApprovedTerm } from '../platform/db/tables.ts';
import { findValidation } from '../records/account-validations.ts';
import { phonesReplacedAt } from '../records/audit.ts';
import { depositOf } from '../records/deposit-accounts.ts';
import { type FileDays, findDisbursement } from '../records/disbursements.ts';
import { readSignedAt } from '../records/envelopes.ts';
import { isPaymentStopped } from '../records/holds.ts';
import type { With } from '../services.ts';
import type { Application } from './applications.ts';
import { branchZone } from './branch-calls.ts';
import { stateOf } from './chart.ts';

/** The day of a file, and the banking day on which its credits arrive. For a same-day credit both are the same. */
export interface FundingDays {
  readonly fileDay: IsoDate;
  readonly effectiveOn: IsoDate;
}

/** The lender as far as its files go: their rules, and the clock that they are on. */
type Paying = Pick<Lender, 'funding' | 'brand'>;

/** A day has a file for each, in the order in which they close. */
export const achWindows = ['same-day', 'standard'] as const;
export type AchWindow = (typeof achWindows)[number];

/** A credit made before the cutoff can still enter its file this long afterwards; then the bank owns the file. */
const graceSeconds = 15 * 60;

/** The days of a credit of `amount` cents for a loan that is signed, and its account confirmed, at `now`: whichever arrives first. */
export function fundingDays(lender: Paying, now: Date, amount: number): FundingDays {
  const standard = standardDays(lender, now);
  const { sameDay } = lender.funding;
  if (sameDay === undefined || amount > sameDay.limit) return standard;
  const day = openDay(lender, sameDay.cutoff, now);
  return day < standard.effectiveOn ? { fileDay: day, effectiveOn: day } : standard;
}

/** The days of a credit that is not urgent, such as the micro-entries that confirm an account. */
export function standardDays(lender: Paying, now: Date): FundingDays {
  const fileDay = openDay(lender, lender.funding.cutoff, now);
  return { fileDay, effectiveOn: addBankingDays(fileDay, lender.funding.settlesAfterBankingDays) };
}

/** The file days on which money rests after an instant: the one whose file was open, up to the one on which it may go. */
function restOf(lender: Paying, since: Date) {
  const { cutoff } = lender.funding;
  return {
    from: openDay(lender, cutoff, secondsAfter(since, -graceSeconds)),
    until: addBankingDays(openDay(lender, cutoff, since), proofs.knowledge.moneyRestsBankingDays),
  };
}

/** Whether a branch recorded another phone so recently that money is not in the file of this day. */
export const restsOn = async (db: Db, { lender }: With<'lender'>, id: ApplicationId, day: string) =>
  (await phonesReplacedAt(db, id)).some((since) => {
    const { from, until } = restOf(lender, since);
    return from <= day && day < until;
  });

export const achWindowOf = (days: FileDays): AchWindow =>
  days.fileDay === days.effectiveOn ? 'same-day' : 'standard';

/** The lender's time of day (HH:MM) until which a file accepts credits. Undefined if the lender has no such file. */
export const cutoffOf = (funding: Funding, window: AchWindow): string | undefined =>
  window === 'same-day' ? funding.sameDay?.cutoff : funding.cutoff;

/** The lender's time of day (HH:MM) until which a signature leads to these days. */
export const signByOf = (funding: Funding, days: FundingDays): string =>
  cutoffOf(funding, achWindowOf(days)) ?? funding.cutoff;

/** Whether the bank may already have a day's file, so that we can't add to it. */
export function isClosed(lender: Paying, window: AchWindow, fileDay: string, now: Date) {
  const cutoff = cutoffOf(lender.funding, window);
  return cutoff === undefined || openDay(lender, cutoff, secondsAfter(now, -graceSeconds)) > fileDay;
}

/** Until when a credit can be taken out before the bank has the file. Undefined without such a file. */
export function closesAt({ funding, brand }: Paying, days: FileDays): Date | undefined {
  const cutoff = cutoffOf(funding, achWindowOf(days));
  return cutoff === undefined ? undefined : instantOf(brand.hours.timeZone, days.fileDay, cutoff);
}

/** The banking day whose file is open: today until the cutoff, then the next. */
function openDay({ brand }: Paying, cutoff: string, now: Date): IsoDate {
  const { day, time } = localTime(brand.hours.timeZone, now);
  const today = isoDate(day);
  return isBankingDay(today) && time < cutoff ? today : nextBankingDay(today);
}
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
  services: With<'db' | 'vault' | 'lender' | 'clock'>,
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
    return {
      amount,
      ...(!term.isAutoSecured &&
        ifSignedNow(services, application, fundingDays(lender, clock.now(), amount))),
    };
  const [deposit, validation, paid, isHeld] = await Promise.all([
    depositOf(db, vault, id),
    findValidation(db, id),
    findDisbursement(db, id),
    isSigned && isPaymentStopped(db, id),
  ]);
  if (isHeld && !paid?.sent_at) return undefined;
  const shown = { amount, ...(deposit && { mask: deposit.mask }) };
  if (paid !== undefined) {
    const hasArrived = paid.effective_on < lenderDay(lender, clock.now());
    return hasArrived ? undefined : { ...shown, arrivesOn: isoDate(paid.effective_on) };
  }
  if (approved.isAutoSecured) return isSigned ? undefined : shown;
  if (validation !== undefined && validation.status !== 'VALID') return undefined;
  if (!isSigned)
    return {
      ...shown,
      ...ifSignedNow(services, application, await paymentDays(services, id, clock.now(), amount)),
    };
  return { ...shown, arrivesOn: await fundsArriveOn(services, application, approved) };
}

/** When the money arrives if the documents are signed before the cutoff that comes next. */
function ifSignedNow({ lender }: With<'lender'>, application: Terms, days: FundingDays) {
  const { funding, brand } = lender;
  const zone = brand.hours.timeZone;
  return {
    arrivesOn: days.effectiveOn,
    signBy: instantOf(zone, days.fileDay, signByOf(funding, days)).toISOString(),
    timeZone: branchZone(lender, application),
  };
}

/** The days of a credit made at an instant. Money rests after a branch has recorded another phone. */
async function paymentDays(
  { db, lender }: With<'db' | 'lender'>,
  id: ApplicationId,
  at: Date,
  amount: number,
): Promise<FundingDays> {
  const [since] = await phonesReplacedAt(db, id);
  if (since === undefined) return fundingDays(lender, at, amount);
  const rested = instantOf(lender.brand.hours.timeZone, restOf(lender, since).until, '00:00');
  return fundingDays(lender, rested > at ? rested : at, amount);
}

export async function fundsArriveOn(
  services: With<'db' | 'lender' | 'clock'>,
  { id }: Pick<Application, 'id'>,
  approved: ApprovedTerm,
): Promise<IsoDate> {
  const disbursement = await findDisbursement(services.db, id);
  if (disbursement !== undefined) return isoDate(disbursement.effective_on);
  const at = await payableSince(services, id, approved);
  return (await paymentDays(services, id, at, paidOutOf(approved))).effectiveOn;
}

/** The days of the credit that is made now: those that the pages promise, while the file of that day takes it. */
export async function creditDays(
  services: With<'db' | 'lender' | 'clock'>,
  id: ApplicationId,
  approved: ApprovedTerm,
): Promise<FundingDays> {
  const now = services.clock.now();
  const since = await payableSince(services, id, approved);
  const at = secondsAfter(since, graceSeconds) > now ? since : now;
  return paymentDays(services, id, at, paidOutOf(approved));
}

async function payableSince(
  { db, clock }: With<'db' | 'clock'>,
  id: ApplicationId,
  approved: ApprovedTerm,
): Promise<Date> {
  const [signedAt, validation] = await Promise.all([readSignedAt(db, id), findValidation(db, id)]);
  const now = clock.now();
  // The loan is paid once it is signed and its account is confirmed, whichever comes last. A secured one also waits for a reviewer.
  const isConfirmed = validation?.status === 'VALID' && !approved.isAutoSecured;
  const confirmedAt = isConfirmed ? (validation.settled_at ?? now) : now;
  return signedAt !== undefined && signedAt > confirmedAt ? signedAt : confirmedAt;
}
