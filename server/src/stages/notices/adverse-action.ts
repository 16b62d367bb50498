// Builds the content of an adverse action notice from the saved decision and the lender's data.
import type { IsoDate } from '#finance/dates.ts';
import { isoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import { readApplication } from '../../journey/applications.ts';
import { addressLines } from '../../pdf/format.ts';
import { dayIn } from '../../platform/clock.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { PolicyInputs } from '../../policy/inputs.ts';
import { keyFactors, reasonWording } from '../../policy/reasons.ts';
import { readApplicant } from '../../records/applicants.ts';
import { readDecision } from '../../records/decisions.ts';
import type { Services } from '../../services.ts';
import type { AdverseAction } from '../../wording/adverse-action.ts';

/** The basis of the denial: one of the saved decisions, or no branch within the trade area. */
export const bases = ['prequalification', 'approval', 'trade-area'] as const;
export type Basis = (typeof bases)[number];

type Denied = Pick<AdverseAction, 'reasons' | 'report'>;

/** The reasons for the denial and, separately, what the credit report said. */
export function denialOf(
  lender: Lender,
  date: IsoDate,
  made: {
    decision: { kind: string; reasons?: Parameters<typeof reasonWording>[1] };
    inputs: PolicyInputs;
  },
): Denied {
  const { decision, inputs } = made;
  if (decision.kind !== 'DECLINED' || decision.reasons === undefined || decision.reasons.length === 0)
    throw new Error(`A decision of ${decision.kind} owes no adverse action notice.`);
  return {
    reasons: reasonWording(lender, decision.reasons),
    // We request the report only after the identity check passes, and the policy reads all of it.
    ...(inputs.fraudDecision === 'ACCEPT'
      ? {
          report: {
            bureau: lender.policy.adverseAction.bureau,
            isFrozen: inputs.frozen,
            ...(inputs.score === null
              ? {}
              : {
                  score: {
                    value: inputs.score,
                    date,
                    factors: keyFactors(lender, inputs.scoreFactors, inputs.scoreFactorTexts),
                  },
                }),
          },
        }
      : {}),
  };
}

export async function adverseActionOf(
  services: Services,
  applicationId: ApplicationId,
  basis: Basis,
): Promise<AdverseAction> {
  const { db, vault, lender } = services;
  const application = await readApplication(db, applicationId);
  const applicant = await readApplicant(db, vault, applicationId);
  const date = decisionDay(lender, application.state_since);
  return {
    date,
    madeAt: application.state_since,
    appliedOn: decisionDay(lender, application.created_at),
    reference: `Application ${applicationId.slice(0, 8).toUpperCase()}`,
    applicant: {
      name: `${applicant.firstName} ${applicant.lastName}`,
      address: addressLines(applicant),
    },
    ...(await denied()),
  };

  async function denied(): Promise<Denied> {
    if (basis === 'trade-area') return { reasons: [lender.policy.adverseAction.outsideTradeArea] };
    const made = await readDecision(db, vault, applicationId, basis);
    if (!made) throw new Error(`There is no ${basis} decision to give notice of.`);
    return denialOf(lender, date, made);
  }
}

/** A denied application stays in its state, so the time it entered that state is the time of the decision. */
export function decisionDay(lender: Lender, instant: Date): IsoDate {
  return isoDate(dayIn(lender.brand.hours.timeZone, instant));
}
