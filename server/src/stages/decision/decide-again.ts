// Decides an application again after its details changed, from the stored credit file and without a bureau request.

import { storedAttributes } from '../../credit-policy/attributes.ts';
import type { PolicyInputs } from '../../credit-policy/inputs.ts';
import { readApplication } from '../../journey/applications.ts';
import { move } from '../../journey/move.ts';
import { lenderToday } from '../../platform/clock.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { Outcome } from '../../platform/jobs/jobs.ts';
import type { Details } from '../../records/applicant-fields.ts';
import { policyOf, readDecision, saveDecision } from '../../records/decisions.ts';
import type { With } from '../../services.ts';
import { recordStepUp } from '../screening/screening.ts';
import { eventOf, requireCounteroffer } from './decide.ts';
import { lendsOnVehicle } from './vehicle.ts';

/** Undefined if the vehicle opens no program: then the offers stay. They keep their expiration either way. */
export async function decideWithVehicle(
  services: With<'clock' | 'db' | 'vault' | 'jobs' | 'lender' | 'policies'>,
  applicationId: ApplicationId,
  vehicle: NonNullable<PolicyInputs['vehicle']>,
): Promise<Outcome | undefined> {
  const { before, application, policy, byPolicy } = await readDecided(services, applicationId);
  const inputs: PolicyInputs = { ...before.inputs, vehicle };
  const decision = policy.decidePrequalification(inputs, lenderToday(services));
  if (!lendsOnVehicle(decision)) return undefined;
  return async (tx) => {
    const subject = { applicationId };
    await saveDecision(tx, services, applicationId, 'prequalification', { inputs, decision });
    // The applicant is choosing an offer, so the fast path is not opened anymore.
    await move(tx, services, subject, 'prequalified', {
      loan_amount: null,
      is_auto_secured: true,
      prequalified_amount: null,
    });
    await requireCounteroffer(tx, byPolicy, application, { inputs, decision }, before);
  };
}

/** Returns what to write: the new decision, and the move that follows. The offers keep their expiration. */
export async function decideAgain(
  services: With<'clock' | 'db' | 'vault' | 'jobs' | 'lender' | 'policies'>,
  applicationId: ApplicationId,
  details: Pick<Details, 'residentialStatus' | 'monthlyPayment'>,
): Promise<Outcome> {
  const { before, application, policy, byPolicy } = await readDecided(services, applicationId);
  const { ssn_conflict: ssnConflict } = application;
  const inputs: PolicyInputs = {
    ...before.inputs,
    housingPaymentCents: details.monthlyPayment * 100,
    residentialStatus: details.residentialStatus,
    ssnConflict,
    // Nothing was delivered for an attribute that was declared since.
    attributes: storedAttributes(policy.lender.policy.attributes, {}, before.inputs.attributes),
  };
  const isSame =
    inputs.housingPaymentCents === before.inputs.housingPaymentCents &&
    inputs.residentialStatus === before.inputs.residentialStatus &&
    inputs.ssnConflict === (before.inputs.ssnConflict ?? false);
  // A new phone alone changes no offer, even if a cap has changed meanwhile.
  const decision = isSame ? before.decision : policy.decidePrequalification(inputs, lenderToday(services));
  return async (tx) => {
    const subject = { applicationId };
    if (!isSame) await saveDecision(tx, services, applicationId, 'prequalification', { inputs, decision });
    await move(tx, services, subject, eventOf(decision), {
      // The amount chosen earlier may no longer be offered.
      ...(isSame ? {} : { loan_amount: null, is_auto_secured: lendsOnVehicle(decision) }),
      prequalified_amount: null,
    });
    await requireCounteroffer(tx, byPolicy, application, { inputs, decision }, before);
    if (decision.kind === 'STEP_UP')
      await recordStepUp(tx, services, application, 'prequalification', decision.points);
  };
}

async function readDecided(
  services: With<'clock' | 'db' | 'vault' | 'jobs' | 'lender' | 'policies'>,
  id: ApplicationId,
) {
  const { db, vault } = services;
  const [before, application, policy] = await Promise.all([
    readDecision(db, vault, id, 'prequalification'),
    readApplication(db, id),
    policyOf(services, id),
  ]);
  if (before === undefined) throw new Error('An application without a decision cannot be decided again.');
  return { before, application, policy, byPolicy: { ...services, lender: policy.lender } };
}
