// Reads the files under lender/policy and checks them against each other.
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { LenderFiles } from './lender-files.ts';
import { checkPolicy } from './policy-checks.ts';
import { adverseActionSchema } from './schema/adverse-action.ts';
import { attributesSchema } from './schema/attributes.ts';
import { type DecisionTables, tableFile, tableNames, tableSchemasWith } from './schema/decision-tables.ts';
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

const feesOfFile = ({ fees, ceilings }: z.output<typeof feesSchema>) => ({ fees, feeCeilings: ceilings });

/** A version of the policy as the database keeps it: every file as JSON, in the order of the digest. */
export type StoredPolicy = Pick<Policy, 'version' | 'digest' | 'files'>;

/** A stored version, for the states it has caps for. Throws a LenderFileError for the first mistake. */
export function readStoredPolicy({ version, digest, files }: StoredPolicy): Policy {
  const texts = new Map(files.map(({ name, json }) => [name, json]));
  return { ...readPolicy(new LenderFiles(`stored policy ${version}`, texts)), version, digest, files };
}

/** The policy of a lender that serves these states. Throws a LenderFileError for the first mistake found. */
export function readPolicy(files: LenderFiles, servedStates?: ReadonlySet<string>): Policy {
  const before = files.contents.length;
  const read = <S extends z.ZodType>(name: string, schema: S) => files.read(`policy/${name}.json`, schema);
  const { version, aprCeiling } = read('policy', policySchema);
  const { attributes } = read('attributes', attributesSchema);
  const schemas = tableSchemasWith(attributes);
  const rules = {
    aprCeiling,
    attributes,
    programs: read('programs', programsSchema),
    ...(Object.fromEntries(
      tableNames.map((name) => [name, read<z.ZodType>(tableFile(name), schemas[name])]),
    ) as DecisionTables),
    stateCaps: read('state-caps', stateCapsSchema),
    ...feesOfFile(read('fees', feesSchema)),
    mla: read('mla', mlaSchema),
    timeLimits: read('time-limits', timeLimitsSchema).limits,
    verification: read('verification', verificationSchema),
    adverseAction: read('adverse-action', adverseActionSchema),
    reference: read('reference', referenceSchema),
  };
  const contents = files.contents.slice(before);
  const digest = createHash('sha256')
    .update(contents.map(({ json }) => json).join('\n'))
    .digest('hex');
  const policy: Policy = {
    version: `${version}+${digest.slice(0, 8)}`,
    digest,
    files: contents.map(({ file, json }) => ({ name: file.replace('policy/', ''), json })),
    ...rules,
  };
  const served = servedStates ?? new Set(policy.stateCaps.caps.map(({ state }) => state));
  checkPolicy(policy, served, (file, mistake) => files.refuse(`policy/${file}`, mistake));
  return policy;
}
