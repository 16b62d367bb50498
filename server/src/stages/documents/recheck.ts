// Rechecks an approved loan when its documents are drawn and when they return signed: the military check's age, the day's caps, the
// policy in force, and the age of the comparison with the bank.
import type { OfferTerm } from '#contract/offers.ts';
import { isoDate } from '#finance/dates.ts';
import { readApplication } from '../../journey/applications.ts';
import { lenderDay } from '../../journey/consents.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { QualifiedProgram } from '../../policy/offers.ts';
import { readDecision } from '../../records/decisions.ts';
import { readMilitaryAnswer } from '../../records/military-checks.ts';
import { readVerifiedAt } from '../../records/verifications.ts';
import type { With } from '../../services.ts';
import { termsOf } from '../offers/service.ts';
import { saveMilitarySearch, searchMilitary } from '../screening/military.ts';

/** What no longer holds. `military-unknown`: the military database did not respond, so the status is unknown. */
export type Objection = 'military-unknown' | 'military' | 'caps' | 'policy' | 'verification';

interface Recheck {
  /** Undefined if the loan may be made as approved. */
  readonly objection: Objection | undefined;
  /** Stores a military search that was made. */
  readonly save: (tx: Tx) => Promise<void>;
}

export async function recheckLoan(
  services: With<'clock' | 'db' | 'vault' | 'vendorCalls' | 'lender' | 'policy' | 'vendors'>,
  id: ApplicationId,
): Promise<Recheck> {
  const { db, vault, clock, lender, policy } = services;
  const [application, made] = await Promise.all([
    readApplication(db, id),
    readDecision(db, vault, id, 'approval'),
  ]);
  const { approved_term: approved } = application;
  if (made?.decision.kind !== 'APPROVED' || approved === null)
    throw new Error('An application without an approved offer cannot be checked again.');
  const military = await currentMilitaryAnswer(services, id);
  const save = military.save;
  const found = (objection: Objection | undefined): Recheck => ({ objection, save });

  // 32 CFR 232.4 and 232.8: a borrower who is covered now must not get a loan priced and secured as for anyone else.
  if (military.answer === 'unknown') return found('military-unknown');
  if (military.answer === 'covered' && !made.inputs.militaryCovered) return found('military');

  const { inputs, decision } = made;
  /** The approved term as these programs would price it under today's caps; undefined if they don't lend it. */
  const today = (programs: readonly QualifiedProgram[]): OfferTerm | undefined =>
    termsOf(services, { programs, inputs }, approved.amount).find(
      (term) => term.months === approved.months && term.isAutoSecured === approved.isAutoSecured,
    );
  const repriced = today(decision.programs);
  if (repriced === undefined || repriced.interestRate < approved.interestRate) return found('caps');

  // A changed rate is no reason to withdraw an approval; a loan that is no longer made is.
  const again = policy.decideApproval(inputs, isoDate(lenderDay(services)));
  if (again.kind !== 'APPROVED' || today(again.programs) === undefined) return found('policy');

  // The fast path has no comparison with a bank.
  const verifiedAt = await readVerifiedAt(db, id);
  const oldest = secondsAfter(clock.now(), -lender.policy.verification.validDays * 86_400);
  if (verifiedAt !== undefined && verifiedAt < oldest) return found('verification');
  return found(undefined);
}

/** The newest result, or a new one if that is older than the check is valid (32 CFR 232.5(b)). */
async function currentMilitaryAnswer(
  services: With<'clock' | 'db' | 'vault' | 'vendorCalls' | 'lender' | 'vendors'>,
  id: ApplicationId,
) {
  const { db, vault, clock, lender } = services;
  const last = await readMilitaryAnswer(db, vault, id);
  const oldest = secondsAfter(clock.now(), -lender.policy.mla.checkValidDays * 86_400);
  if (last !== undefined && last.checkedAt >= oldest) return { answer: last.answer, save: async () => {} };
  const search = await searchMilitary(services, id);
  return {
    answer: search.answer.answer,
    save: (tx: Tx) => saveMilitarySearch(tx, services, id, search),
  };
}
