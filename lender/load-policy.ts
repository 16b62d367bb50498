// Reads the files under lender/policy and checks them against each other.
import { createHash } from 'node:crypto';
import type { LenderFiles } from './lender-files.ts';
import { findPolicyMistake } from './policy-checks.ts';
import { adverseActionSchema } from './schema/adverse-action.ts';
import {
  abilityToPaySchema,
  approvalSchema,
  eligibilitySchema,
  fastPathSchema,
  pricingSchema,
  programEligibilitySchema,
} from './schema/decision-tables.ts';
import { feesSchema } from './schema/fees.ts';
import {
  mlaSchema,
  type Policy,
  policySchema,
  referenceSchema,
  timeLimitsSchema,
  verificationSchema,
} from './schema/policy.ts';
import { programsSchema } from './schema/programs.ts';
import { stateCapsSchema } from './schema/state-caps.ts';

/** The policy of a lender that serves these states. Throws a LenderFileError for the first mistake found. */
export function readPolicy(files: LenderFiles, servedStates: ReadonlySet<string>): Policy {
  const before = files.contents.length;
  const { version } = files.read('policy/policy.json', policySchema);
  const programs = files.read('policy/programs.json', programsSchema);
  const eligibility = files.read('policy/eligibility.json', eligibilitySchema);
  const programEligibility = files.read('policy/program-eligibility.json', programEligibilitySchema);
  const pricing = files.read('policy/pricing.json', pricingSchema);
  const abilityToPay = files.read('policy/ability-to-pay.json', abilityToPaySchema);
  const fastPath = files.read('policy/fast-path.json', fastPathSchema);
  const approval = files.read('policy/approval.json', approvalSchema);
  const stateCaps = files.read('policy/state-caps.json', stateCapsSchema);
  const { fees } = files.read('policy/fees.json', feesSchema);
  const mla = files.read('policy/mla.json', mlaSchema);
  const { limits: timeLimits } = files.read('policy/time-limits.json', timeLimitsSchema);
  const verification = files.read('policy/verification.json', verificationSchema);
  const adverseAction = files.read('policy/adverse-action.json', adverseActionSchema);
  const reference = files.read('policy/reference.json', referenceSchema);

  const read = files.contents.slice(before);
  const digest = createHash('sha256')
    .update(read.map((one) => one.json).join('\n'))
    .digest('hex');
  const policy: Policy = {
    version: `${version}+${digest.slice(0, 8)}`,
    digest,
    files: read.map(({ file, json }) => ({ name: file.replace('policy/', ''), json })),
    programs,
    eligibility,
    programEligibility,
    pricing,
    abilityToPay,
    fastPath,
    approval,
    stateCaps,
    fees,
    mla,
    timeLimits,
    verification,
    adverseAction,
    reference,
  };
  const mistake = findPolicyMistake(policy, servedStates);
  if (mistake) files.refuse(`policy/${mistake.file}`, mistake.sentence);
  return policy;
}
