// The prequalification decision: the place of the home, trade area, fraud and identity checks, soft pull, and credit policy.
import { readApplication, updateApplication } from '../../journey/applications.ts';
import { move } from '../../journey/move.ts';
import { lenderToday } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { readApplicant } from '../../records/applicants.ts';
import { homeElsewhere, openHold, wasReleased } from '../../records/holds.ts';
import type { Services } from '../../services.ts';
import { isElsewhere, nearestBranch } from '../branches/nearest.ts';
import { type DecisionSubject, gatherEvidence } from './decision-inputs.ts';
import { type Decided, outcomeOf } from './outcome.ts';

export async function decide(
  services: Services,
  applicationId: ApplicationId,
  {
    enteredVehicle,
    stageDone = async () => {},
  }: Partial<Pick<DecisionSubject, 'enteredVehicle' | 'stageDone'>> = {},
): Promise<Decided> {
  const { db, vault } = services;
  const [application, applicant] = await Promise.all([
    readApplication(db, applicationId),
    readApplicant(db, vault, applicationId),
  ]);
  if (isElsewhere(services.lender, applicant) && !(await wasReleased(db, applicationId, homeElsewhere)))
    return {
      // A reviewer settles in which state the home is, before any vendor or rule judges the applicant by it.
      write: async (tx) => {
        services.metrics.outcomes.inc({ kind: 'prequalification', outcome: 'STEP_UP' });
        await move(tx, services, { applicationId }, 'steppedUp');
        await openHold(tx, services, applicationId, homeElsewhere);
      },
    };
  // The place may have been corrected since the form.
  const branch = nearestBranch(services.lender, applicant)?.id ?? null;
  const { write, ...decided } =
    branch === null
      ? { write: async (tx: Tx) => void (await move(tx, services, { applicationId }, 'outOfTradeArea')) }
      : await decideByPolicy(services, { application, applicant, enteredVehicle, stageDone });
  return {
    ...decided,
    write: async (tx) => {
      if (branch !== application.branch_id) await updateApplication(tx, applicationId, { branch_id: branch });
      await write(tx);
    },
  };
}

async function decideByPolicy(services: Services, subject: DecisionSubject): Promise<Decided> {
  for (;;) {
    const policy = services.policies.current(lenderToday(services));
    const evidence = await gatherEvidence(services, policy, subject);
    const today = lenderToday(services);
    // What is requested depends on the policy, so it is gathered again, from the stored responses, if another one took effect meanwhile.
    if (services.policies.current(today).lender !== policy.lender) continue;
    const decision = policy.decidePrequalification(evidence.inputs, today);
    // A failed vehicle search delays only a decline that a vehicle could avert; offers without one go out.
    const { failure } = evidence.vehicle;
    if (failure && decision.kind === 'DECLINED') throw failure;
    const byPolicy = { ...services, lender: policy.lender };
    return outcomeOf(byPolicy, subject.application, evidence, decision, subject.enteredVehicle !== undefined);
  }
}
