// Reads the lender's files, checks them, and hands over the lender as one value. Any mistake stops the start with one
// sentence that names the file, the field and how to mend it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { type Advertised, advertisedSchema, findAdvertisingMistake } from './advertised.ts';
import { findPolicyMistake } from './consistency.ts';
import { findContractMistake } from './contract.ts';
import { fillText } from './public/fill-text.ts';
import { findRetentionMistake, type Retention, retentionSchema } from './retention.ts';
import {
  type AdverseActionWording,
  type ApplicationSettings,
  type ApprovalTable,
  adverseActionSchema,
  applicationSchema,
  approvalSchema,
  type Branch,
  type Brand,
  branchesSchema,
  brandSchema,
  type Contract,
  contractSchema,
  type EligibilityTable,
  eligibilitySchema,
  type FastPathTable,
  type Funding,
  fastPathSchema,
  fundingSchema,
  type LegalText,
  legalTextSchema,
  type Maintenance,
  type MlaRules,
  maintenanceSchema,
  mlaSchema,
  type Partner,
  type PricingTable,
  type Program,
  type ProgramEligibilityTable,
  partnersSchema,
  policySchema,
  pricingSchema,
  programEligibilitySchema,
  programsSchema,
  type ReferenceRates,
  referenceSchema,
  type ServedState,
  type StateCaps,
  stateCapsSchema,
  statesSchema,
  TEXT_IDS,
  type TextId,
  type TimeLimits,
  type TradeArea,
  timeLimitsSchema,
  tradeAreaSchema,
  type VerificationRules,
  verificationSchema,
} from './schema.ts';

/** Where a ZIP code's middle lies, and the state that it belongs to. */
export interface ZipPlace {
  readonly state: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** A version of a legal text with the lender's name and phones filled in, and the digest of exactly these words. */
export interface KeptText extends LegalText {
  readonly sha256: string;
}

export interface Policy {
  /** "2026.1+" and the first letters of the policy's digest: another rule or rate, another version. */
  readonly version: string;
  readonly programs: readonly Program[];
  readonly eligibility: EligibilityTable;
  readonly programEligibility: ProgramEligibilityTable;
  readonly pricing: PricingTable;
  readonly fastPath: FastPathTable;
  readonly approval: ApprovalTable;
  readonly stateCaps: StateCaps;
  readonly mla: MlaRules;
  readonly timeLimits: readonly TimeLimits[];
  readonly verification: VerificationRules;
  readonly adverseAction: AdverseActionWording;
  readonly reference: ReferenceRates;
}

export interface Lender {
  readonly directory: string;
  readonly brand: Brand;
  readonly advertised: Advertised;
  readonly states: readonly ServedState[];
  readonly application: ApplicationSettings;
  /** Every version of every legal text, oldest first. */
  readonly texts: readonly KeptText[];
  readonly branches: readonly Branch[];
  readonly zips: ReadonlyMap<string, ZipPlace>;
  readonly tradeArea: TradeArea;
  readonly maintenance: Maintenance;
  readonly retention: Retention;
  readonly partners: readonly Partner[];
  readonly funding: Funding;
  readonly contract: Contract;
  readonly policy: Policy;
}

/** A mistake in a lender's file. The message is one sentence for the person who edits it. */
export class LenderFileError extends Error {
  override readonly name = 'LenderFileError';
  readonly file: string;

  constructor(file: string, mistake: string) {
    super(`${file}: ${mistake}`);
    this.file = file;
  }
}

/** The lender in this repository. */
export const LENDER_DIRECTORY = import.meta.dirname;

/** Reads and checks every file of a lender. Throws a LenderFileError for the first mistake found. */
export function loadLender(directory: string = LENDER_DIRECTORY): Lender {
  const files: FilesOf = new FilesOf(directory);

  const brand = files.read('public/brand.json', brandSchema);
  files.mustExist('public/brand.json', 'logo', `public/${brand.logo}`);
  brand.articles.forEach((one, index) => {
    files.mustExist('public/brand.json', `articles[${index}].image`, `public/${one.image}`);
  });
  const states = files.read('public/states.json', statesSchema);
  files.mustNotRepeat('public/states.json', states, 'code');
  const served = new Set(states.map((state) => state.code));
  const application = files.read('public/application.json', applicationSchema);
  const advertised = files.read('public/advertised.json', advertisedSchema);
  const texts = readTexts(files, brand);

  const zips = readZips(files);
  const branches = files.read('branches.json', branchesSchema);
  files.mustNotRepeat('branches.json', branches, 'id');
  branches.forEach((branch, index) => {
    const known = zips.get(branch.zipCode);
    if (!known) {
      files.refuse(
        'branches.json',
        `[${index}].zipCode ${branch.zipCode} (${branch.id}) is no ZIP code that we know.`,
      );
    }
    if (known.state !== branch.state) {
      files.refuse(
        'branches.json',
        `[${index}].state of ${branch.id} is ${branch.state}, but ZIP code ${branch.zipCode} lies in ${known.state}.`,
      );
    }
    if (!served.has(branch.state)) {
      files.refuse(
        'branches.json',
        `[${index}].state of ${branch.id} is ${branch.state}, which public/states.json does not serve.`,
      );
    }
  });
  const tradeArea = files.read('trade-area.json', tradeAreaSchema);
  const maintenance = files.read('public/maintenance.json', maintenanceSchema);
  const retention = files.read('retention.json', retentionSchema);
  const partners = files.read('partners.json', partnersSchema);
  const funding = files.read('funding.json', fundingSchema);
  const contract = files.read('contract.json', contractSchema);
  const mistake = findContractMistake(contract, served);
  if (mistake) files.refuse('contract.json', mistake);
  files.mustNotRepeat('partners.json', partners, 'id');
  const subIds = new Map<string, string>();
  partners.forEach((partner, index) => {
    files.mustExist('partners.json', `[${index}].logo`, `public/${partner.logo}`);
    partner.subIds.forEach((subId, at) => {
      const other = subIds.get(subId);
      if (other)
        files.refuse('partners.json', `[${index}].subIds[${at}] "${subId}" already belongs to ${other}.`);
      subIds.set(subId, partner.id);
    });
  });

  const policy = readPolicy(files, served);
  const tooShort = findRetentionMistake(retention, policy.programs);
  if (tooShort) files.refuse('retention.json', tooShort);
  const disclosures = texts.findLast((text) => text.id === 'licences-and-disclosures') as KeptText;
  const untrue = findAdvertisingMistake({
    advertised,
    programs: policy.programs,
    brand,
    branches,
    funding,
    disclosures,
  });
  if (untrue) files.refuse(untrue.file, untrue.sentence);

  return {
    directory,
    brand,
    advertised,
    states,
    application,
    texts,
    branches,
    zips,
    tradeArea,
    maintenance,
    retention,
    partners,
    funding,
    contract,
    policy,
  };
}

/** The version of a legal text that holds on a day ("2026-03-01"). Throws a RangeError before its first version. */
export function textOn(lender: Lender, id: TextId, on: string): KeptText {
  const holding = lender.texts.filter((text) => text.id === id && text.effective <= on).at(-1);
  if (!holding) throw new RangeError(`No version of ${id} holds on ${on}.`);
  return holding;
}

/** The days that offers and open requests last, as a day ("2026-03-01") has them; before the first row, that row's. */
export function timeLimitsOn({ timeLimits }: Policy, on: string): TimeLimits {
  return (timeLimits.findLast((one) => one.from <= on) ?? timeLimits[0]) as TimeLimits;
}

/** One kept version of a legal text, as somebody agreed to it, or undefined. */
export function textVersion(lender: Lender, id: TextId, version: number): KeptText | undefined {
  return lender.texts.find((text) => text.id === id && text.version === version);
}

function readPolicy(files: FilesOf, served: ReadonlySet<string>): Policy {
  const before = files.contents.length;
  const { version } = files.read('policy/policy.json', policySchema);
  const programs = files.read('policy/programs.json', programsSchema);
  const eligibility = files.read('policy/eligibility.json', eligibilitySchema);
  const programEligibility = files.read('policy/program-eligibility.json', programEligibilitySchema);
  const pricing = files.read('policy/pricing.json', pricingSchema);
  const fastPath = files.read('policy/fast-path.json', fastPathSchema);
  const approval = files.read('policy/approval.json', approvalSchema);
  const stateCaps = files.read('policy/state-caps.json', stateCapsSchema);
  const mla = files.read('policy/mla.json', mlaSchema);
  const { limits: timeLimits } = files.read('policy/time-limits.json', timeLimitsSchema);
  const verification = files.read('policy/verification.json', verificationSchema);
  const adverseAction = files.read('policy/adverse-action.json', adverseActionSchema);
  const reference = files.read('policy/reference.json', referenceSchema);

  const digest = createHash('sha256').update(files.contents.slice(before).join('\n')).digest('hex');
  const policy: Policy = {
    version: `${version}+${digest.slice(0, 8)}`,
    programs,
    eligibility,
    programEligibility,
    pricing,
    fastPath,
    approval,
    stateCaps,
    mla,
    timeLimits,
    verification,
    adverseAction,
    reference,
  };
  const mistake = findPolicyMistake(policy, served);
  if (mistake) files.refuse(`policy/${mistake.file}`, mistake.sentence);
  return policy;
}

function readTexts(files: FilesOf, brand: Brand): readonly KeptText[] {
  const texts = files
    .list('public/texts', '.json')
    .map((name) => {
      const file = `public/texts/${name}`;
      const text = files.read(file, legalTextSchema);
      const expected = `${text.id}.${text.version}.json`;
      if (name !== expected) {
        files.refuse(file, `id and version say that this file should be named ${expected}.`);
      }
      const filled = fillText(text, brand);
      if ('unknown' in filled) {
        files.refuse(file, `body speaks of {${filled.unknown}}, which public/brand.json has nothing for.`);
      }
      const sha256 = createHash('sha256')
        .update(JSON.stringify([filled.text.id, filled.text.version, filled.text.title, filled.text.body]))
        .digest('hex');
      return { ...filled.text, sha256 };
    })
    .sort((a, b) => a.id.localeCompare(b.id) || a.version - b.version);
  for (const id of TEXT_IDS) {
    const versions = texts.filter((text) => text.id === id);
    if (versions.length === 0) {
      files.refuse(`public/texts/${id}.1.json`, 'the file is missing: every legal text needs a version.');
    }
    versions.forEach((text, index) => {
      const earlier = versions[index - 1];
      if (earlier && text.effective <= earlier.effective) {
        files.refuse(
          `public/texts/${id}.${text.version}.json`,
          `effective must be later than that of version ${earlier.version} (${earlier.effective}).`,
        );
      }
    });
  }
  return texts;
}

function readZips(files: FilesOf): ReadonlyMap<string, ZipPlace> {
  const zips = new Map<string, ZipPlace>();
  let state = '';
  files
    .text('zip-centroids.txt')
    .split('\n')
    .forEach((line, index) => {
      if (line === '' || line.startsWith('#')) return;
      if (/^[A-Z]{2}$/.test(line)) {
        state = line;
        return;
      }
      const place = /^(\d{5}) (-?\d+\.\d+) (-?\d+\.\d+)$/.exec(line);
      if (!place || state === '') {
        files.refuse(
          'zip-centroids.txt',
          `line ${index + 1} must be a state's letters or "ZIP latitude longitude".`,
        );
      }
      zips.set(place[1] as string, { state, latitude: Number(place[2]), longitude: Number(place[3]) });
    });
  return zips;
}

/** The files of one lender, named in sentences as people know them: lender/policy/programs.json. */
class FilesOf {
  readonly #directory: string;
  /** What every JSON file read so far says, in order; its layout left out. */
  readonly contents: string[] = [];

  constructor(directory: string) {
    this.#directory = path.resolve(directory);
  }

  refuse(file: string, mistake: string): never {
    throw new LenderFileError(`${path.basename(this.#directory)}/${file}`, mistake);
  }

  text(file: string): string {
    try {
      return readFileSync(path.join(this.#directory, file), 'utf8');
    } catch {
      this.refuse(file, 'the file is missing or cannot be read.');
    }
  }

  list(folder: string, ending: string): readonly string[] {
    try {
      return readdirSync(path.join(this.#directory, folder))
        .filter((name) => name.endsWith(ending))
        .sort();
    } catch {
      this.refuse(folder, 'the folder is missing or cannot be read.');
    }
  }

  read<S extends z.ZodType>(file: string, schema: S): z.output<S> {
    const content = this.text(file);
    let json: unknown;
    try {
      json = JSON.parse(content);
    } catch (error) {
      const detail = (error as Error).message.replace(/\.$/, '').replace(/\s+/g, ' ');
      this.refuse(file, `this is not JSON: ${detail}.`);
    }
    this.contents.push(JSON.stringify(json));
    const parsed = schema.safeParse(json);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    if (!issue) this.refuse(file, 'the file does not have the expected shape.');
    this.refuse(file, sentenceOf(issue, json));
  }

  mustExist(file: string, field: string, target: string): void {
    if (!existsSync(path.join(this.#directory, target))) {
      this.refuse(file, `${field} names ${target}, and there is no such file.`);
    }
  }

  mustNotRepeat<T, K extends keyof T & string>(file: string, all: readonly T[], key: K): void {
    const seen = new Map<unknown, number>();
    all.forEach((one, index) => {
      const first = seen.get(one[key]);
      if (first !== undefined) {
        this.refuse(
          file,
          `[${index}].${key} "${String(one[key])}" is taken by [${first}]; give each its own.`,
        );
      }
      seen.set(one[key], index);
    });
  }
}

type Issue = z.core.$ZodIssue;

/** One issue as a sentence: the field's path (with the row's own id, where it has one) and how to mend it. */
function sentenceOf(issue: Issue, json: unknown): string {
  if (issue.code === 'unrecognized_keys') {
    const at = fieldPath([...issue.path, issue.keys[0] ?? ''], json);
    return `${at} is not a field that we know; take it out or mend its spelling.`;
  }
  const at = fieldPath(issue.path, json) || 'the file';
  const parent = fieldPath(issue.path.slice(0, -1), json);
  const value = valueAt(json, issue.path);
  if (value === undefined && !issue.message.startsWith('is ')) {
    return `${at} is missing${issue.code === 'invalid_type' ? `: it must be ${kindOf(issue.expected)}` : ''}.`;
  }
  if (issue.code === 'invalid_type') return `${at} must be ${kindOf(issue.expected)}.`;
  if (issue.code === 'invalid_value' && !issue.message.startsWith('must')) {
    return `${at} must be ${oneOf(issue.values)}, not ${JSON.stringify(value)}.`;
  }
  if (issue.code === 'invalid_union' && issue.discriminator) {
    return `${at} must be ${oneOf(optionsOf(issue))}, not "${String(value)}".`;
  }
  if (issue.code === 'too_small' && !issue.message.startsWith('must')) {
    return `${at} must be ${issue.origin === 'array' ? 'a list of ' : ''}${String(issue.minimum)} at least.`;
  }
  if (issue.code === 'too_big' && !issue.message.startsWith('must')) {
    return `${at} must be ${issue.origin === 'array' ? 'a list of ' : ''}${String(issue.maximum)} at most.`;
  }
  if (issue.code === 'invalid_key') {
    return `${at} ${issue.issues[0]?.message ?? 'is not a name that we know'}.`;
  }
  if (issue.code === 'invalid_format' && !issue.message.startsWith('must')) {
    return `${at} must be a valid ${issue.format}.`;
  }
  // "{parent}.max" in a message names the field's neighbour.
  return `${at} ${issue.message.replaceAll('{parent}.', parent ? `${parent}.` : '')}.`;
}

function kindOf(expected: string): string {
  const article = /^[aeiou]/.test(expected) ? 'an' : 'a';
  if (expected === 'string') return 'text in quotes';
  if (expected === 'array' || expected === 'tuple') return 'a list in brackets';
  if (expected === 'object' || expected === 'record') return 'an object in braces';
  if (expected === 'boolean') return 'true or false';
  if (expected === 'int') return 'a whole number';
  return `${article} ${expected}`;
}

/** The values of the field that tells the shapes apart; zod gives them, and its types keep silent about it. */
function optionsOf(issue: Issue): readonly unknown[] {
  return 'options' in issue && Array.isArray(issue.options) ? issue.options : [];
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`;
}

function valueAt(json: unknown, at: readonly PropertyKey[]): unknown {
  let value = json;
  for (const key of at) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  return value;
}

/** `rows[3] (E-50).when.score`: the path, with the id or state of a row so that it is found without counting. */
function fieldPath(at: readonly PropertyKey[], json: unknown): string {
  let text = '';
  at.forEach((key, index) => {
    if (typeof key === 'number') {
      const row = valueAt(json, at.slice(0, index + 1)) as { id?: unknown; state?: unknown } | undefined;
      const name = row?.id ?? row?.state;
      text += `[${key}]${typeof name === 'string' ? ` (${name})` : ''}`;
    } else {
      text += `${text === '' ? '' : '.'}${String(key)}`;
    }
  });
  return text;
}
