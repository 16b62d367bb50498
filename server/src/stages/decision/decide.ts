// The prequalification decision: trade area, fraud and identity checks, soft pull, and credit policy.
import { readApplication } from '../../journey/applications.ts';
import { move } from '../../journey/move.ts';
import { lenderToday } from '../../platform/clock.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { StageDone } from '../../platform/jobs/job-stages.ts';
import { readApplicant } from '../../records/applicants.ts';
import type { Services } from '../../services.ts';
import { type About, type Given, gatherEvidence } from './decision-inputs.ts';
import { type Decided, outcomeOf } from './outcome.ts';

export async function decide(
  services: Services,
  applicationId: ApplicationId,
  { given, stageDone = async () => {} }: { readonly given?: Given; readonly stageDone?: StageDone } = {},
): Promise<Decided> {
  const { db, vault } = services;
  const [application, applicant] = await Promise.all([
    readApplication(db, applicationId),
    readApplicant(db, vault, applicationId),
  ]);
  if (application.branch_id === null) {
    return {
      write: async (tx) => {
        await move(tx, services, { applicationId }, 'outOfTradeArea');
      },
    };
  }
  const { evidence, policy, on } = await gatherForOnePolicy(
    services,
    { application, applicant },
    { given, stageDone },
  );
  const decision = policy.decidePrequalification(evidence.inputs, on);
  // A failed vehicle search delays only a decline that a vehicle could avert; offers without one go out.
  const { failure } = evidence.vehicle;
  if (failure && decision.kind === 'DECLINED') throw failure;
  const byPolicy = { ...services, lender: policy.lender };
  return outcomeOf(byPolicy, application, evidence, decision, given !== undefined);
}

/** What is requested depends on the policy, so it is gathered again, from the stored responses, if another one took effect meanwhile. */
async function gatherForOnePolicy(services: Services, ...about: About) {
  for (;;) {
    const policy = services.policies.current(lenderToday(services));
    const evidence = await gatherEvidence(services, policy, ...about);
    const on = lenderToday(services);
    if (services.policies.current(on).lender === policy.lender) return { evidence, policy, on };
  }
}
