// Applications with stored decisions about made-up people, as months of applying would leave them.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { isoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import { createPolicy, type Decision, type DecisionKind } from '#server/credit-policy/decide.ts';
import { approvalInputsOf, type DecisionInputs, type PolicyInputs } from '#server/credit-policy/inputs.ts';
import { dayIn } from '#server/platform/clock.ts';
import { type Db, transact } from '#server/platform/db/database.ts';
import { type ApplicationId, encryptionContext } from '#server/platform/db/tables.ts';
import type { Vault } from '#server/platform/encryption.ts';
import { samePolicySince } from '#server/policy-analysis/replay/replay.ts';
import { savePolicyVersion } from '#server/records/policy-versions.ts';
import { applicant, declinable } from './generated-inputs.ts';

export interface KeptForTest {
  readonly reference: ApplicationId;
  readonly kind: DecisionKind;
  readonly inputs: DecisionInputs;
  readonly decision: Decision;
  readonly decidedAt: Date;
  readonly source: 'web_form' | 'affiliate';
  readonly partner: string | null;
  readonly requested: number | null;
}

interface Wanted {
  /** How many made-up people, the same ones each time. */
  readonly people: number;
  /** The first decision; the others follow evenly over 90 days. */
  readonly from: Date;
}

const ofAnyone = ['scoreFactors', 'scoreFactorTexts', 'state', 'estimatedIncomeCents', 'inquiries6Months'];
/** People of any score, income and state, of whom few differ from a good file in any other fact. */
const population = fc.noBias(
  fc
    .record({
      other: declinable,
      score: fc.integer({ min: 540, max: 820 }),
      annualIncomeCents: fc.integer({ min: 2_400_000, max: 12_000_000 }),
      troubles: fc.subarray(Object.keys(applicant), { maxLength: 4 }),
    })
    .map(({ other, troubles, ...own }): PolicyInputs => {
      const differing = [...ofAnyone, ...troubles].map((fact) => [fact, other[fact as keyof PolicyInputs]]);
      return { ...applicant, ...own, ...Object.fromEntries(differing) };
    }),
);

const atOnce = 500;

/** Stores a prequalification for each person, and an approval for each that prequalifies. Returns what it stored. */
export async function storeDecisions(
  { db, vault, lender }: { db: Db; vault: Vault; lender: Lender },
  { people, from }: Wanted,
): Promise<readonly KeptForTest[]> {
  const policy = createPolicy(lender);
  const everyone = fc.sample(population, { numRuns: people, seed: 1 });
  const step = (90 * 86_400_000) / people;
  const kept = everyone.flatMap((inputs, at): KeptForTest[] => {
    const decidedAt = new Date(from.getTime() + Math.floor(at * step));
    const on = isoDate(dayIn(lender.brand.hours.timeZone, decidedAt));
    const isLead = at % 4 === 0;
    const shared = {
      reference: randomUUID() as ApplicationId,
      source: isLead ? ('affiliate' as const) : ('web_form' as const),
      partner: isLead ? 'clearlend' : null,
      requested: at % 3 === 0 ? null : (3_000 + (at % 20) * 500) * 100,
    };
    const decision = policy.decidePrequalification(inputs, samePolicySince(lender.policy, on));
    const first: KeptForTest = { ...shared, kind: 'prequalification', inputs, decision, decidedAt };
    if (decision.kind !== 'PREQUALIFIED') return [first];
    const later = approvalInputsOf(inputs, inputs, Math.round(inputs.annualIncomeCents * 0.97));
    return [
      first,
      {
        ...shared,
        kind: 'approval',
        inputs: later,
        decision: policy.decideApproval(later, samePolicySince(lender.policy, on)),
        decidedAt: new Date(decidedAt.getTime() + 1),
      },
    ];
  });
  await transact(db, async (tx) => {
    await savePolicyVersion(tx, { now: () => from } as never, lender.policy);
    for (let at = 0; at < kept.length; at += atOnce) {
      const some = kept.slice(at, at + atOnce);
      const applications = some.filter(({ kind }) => kind === 'prequalification');
      await tx
        .insertInto('application')
        .values(
          applications.map((one) => ({
            id: one.reference,
            state: 'declined',
            state_since: one.decidedAt,
            source: one.source,
            partner_id: one.partner,
            experience: 'default',
            created_at: one.decidedAt,
            requested_amount: one.requested,
            text_budget: 'returning' as const,
          })) as never,
        )
        .execute();
      await tx
        .insertInto('decision')
        .values(
          some.map((one) => {
            const id = randomUUID();
            return {
              id,
              application_id: one.reference,
              kind: one.kind,
              policy_version: one.decision.policyVersion,
              release: 'test',
              outcome: one.decision.kind,
              inputs: vault.encryptJson(one.inputs, encryptionContext('decision', 'inputs', id)),
              detail: vault.encryptJson(one.decision, encryptionContext('decision', 'detail', id)),
              decided_at: one.decidedAt,
            };
          }),
        )
        .execute();
    }
  });
  return kept;
}
