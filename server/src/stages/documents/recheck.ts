// Rechecks an approved loan by its own policy when its documents are rendered and when they return signed.
import { cents } from '#finance/money.ts';
import { offerTerms } from '../../credit-policy/offers.ts';
import { readApplication } from '../../journey/applications.ts';
import { paidOutOf } from '../../journey/funding-estimate.ts';
import { daysAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { readApplicant } from '../../records/applicants.ts';
import { readDecision } from '../../records/decisions.ts';
import { readVerifiedAt } from '../../records/verifications.ts';
import type { With } from '../../services.ts';
import { pricingToday } from '../offers/service.ts';
import { readMilitaryResult, saveMilitaryCheck, searchMilitary } from '../screening/military.ts';

/** What no longer holds. `military-unknown`: the military database did not respond, so the status is unknown. */
type Objection = 'military-unknown' | 'military' | 'caps' | 'verification';

/** `objection`: undefined if the loan may be made as approved. Call `save` in the transaction that follows. */
export async function recheckLoan(
  services: With<'clock' | 'db' | 'vault' | 'vendorCalls' | 'lender' | 'policies' | 'vendors'>,
  id: ApplicationId,
) {
  const { db, vault, clock, policies } = services;
  const [application, made] = await Promise.all([
    readApplication(db, id),
    readDecision(db, vault, id, 'approval'),
  ]);
  const { approved_term: approved } = application;
  if (made?.decision.kind !== 'APPROVED' || approved === null)
    throw new Error('An application without an approved offer cannot be checked again.');
  const { answer, save } = await currentMilitaryAnswer(services, id);
  const found = (objection: Objection | undefined) => ({ objection, save });

  // 32 CFR 232.4 and 232.8: a borrower who is covered now must not get a loan priced and secured as for anyone else.
  if (answer === 'unknown') return found('military-unknown');
  if (answer === 'covered' && !made.inputs.militaryCovered) return found('military');

  const { programs } = made.decision;
  const { lender } = await policies.of(made.decision);
  // The branch may have corrected the address since: the documents name the state on file.
  const inputs = { ...made.inputs, state: (await readApplicant(db, vault, id)).state };
  // The lender's own ceiling takes back no approval from before it.
  const context = { ...pricingToday(services, { programs, inputs, lender }), ceilingLifted: true };
  const today = offerTerms(programs, cents(approved.amount), context).find(
    (term) => term.months === approved.months && term.isAutoSecured === approved.isAutoSecured,
  );
  const costsMore = today && paidOutOf({ ...today, amount: approved.amount }) > paidOutOf(approved);
  if (today === undefined || costsMore || today.interestRate < approved.interestRate) return found('caps');

  // The fast path has no comparison with a bank.
  const verifiedAt = await readVerifiedAt(db, id);
  const oldest = daysAfter(clock.now(), -lender.policy.verification.validDays);
  if (verifiedAt !== undefined && verifiedAt < oldest) return found('verification');
  return found(undefined);
}

/** The newest result, or a new one if that is older than the check is valid (32 CFR 232.5(b)). */
async function currentMilitaryAnswer(
  services: With<'clock' | 'db' | 'vault' | 'vendorCalls' | 'lender' | 'vendors'>,
  id: ApplicationId,
) {
  const { db, vault, clock, lender } = services;
  const last = await readMilitaryResult(db, vault, id);
  const oldest = daysAfter(clock.now(), -lender.policy.mla.checkValidDays);
  if (last !== undefined && last.checkedAt >= oldest) return { answer: last.answer, save: async () => {} };
  const search = await searchMilitary(services, id);
  return { answer: search.answer.answer, save: (tx: Tx) => saveMilitaryCheck(tx, services, id, search) };
}
