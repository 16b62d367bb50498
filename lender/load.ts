// Loads the lender. A mistake in a file stops the start with a sentence that names file, field and fix.

import { createHash } from 'node:crypto';
import { advertisedSchema, checkAdvertising } from './advertised.ts';
import { checkPartnerNames } from './attribute-checks.ts';
import { readTemplates } from './document-templates.ts';
import { LenderFiles } from './lender-files.ts';
import { readPolicy } from './load-policy.ts';
import { findLoanAgreementMistake } from './loan-agreement.ts';
import { findColorMistake, paletteOf } from './palette.ts';
import { fillText } from './public/fill-text.ts';
import { policyFactsOf } from './public/policy-facts.ts';
import { findRetentionMistake, retentionSchema } from './retention.ts';
import { type LikeReasons, nextStepsSchema } from './schema/adverse-action.ts';
import { type Branch, branchesSchema, tradeAreaSchema } from './schema/branches.ts';
import {
  applicationSchema,
  type Brand,
  banksSchema,
  brandSchema,
  maintenanceSchema,
  servicingSchema,
  statesSchema,
  textMessagesSchema,
} from './schema/brand.ts';
import { bureauDataSchema } from './schema/bureau-data.ts';
import {
  type DocumentDelivery,
  documentDeliverySchema,
  leastAnswerDays,
} from './schema/document-delivery.ts';
import { findFraudMonitoringMistake, fraudMonitoringSchema } from './schema/fraud-monitoring.ts';
import { fundingSchema } from './schema/funding.ts';
import { type LegalTextVersion, legalTextSchema, TEXT_IDS } from './schema/legal-texts.ts';
import { loanAgreementSchema } from './schema/loan-agreement.ts';
import { lookSchema } from './schema/look.ts';
import { type Partner, partnersSchema } from './schema/partners.ts';
import type { Policy } from './schema/policy.ts';
import { policyApprovalSchema } from './schema/policy-approval.ts';
import { stateRequirementsSchema } from './schema/state-requirements.ts';
import { findRequirementMistake } from './state-requirements.ts';
import { readVersions } from './versions.ts';
import { readZips, type ZipCodes } from './zip-codes.ts';

export const LENDER_DIRECTORY = import.meta.dirname;

/** `otherPolicy` (a folder, or texts by name) replaces `policy`. Throws a LenderFileError at a mistake. */
export function loadLender(
  directory: string = LENDER_DIRECTORY,
  otherPolicy?: string | ReadonlyMap<string, string>,
) {
  const files: LenderFiles = new LenderFiles(directory, otherPolicy);
  const brand = readBrand(files);
  const states = files.read('public/states.json', statesSchema);
  files.requireUnique('public/states.json', states, 'code');
  const servedStates = new Set(states.map((state) => state.code));
  const zips = readZips(files);
  const policy = readPolicy(files, servedStates);
  const lender = {
    directory,
    brand,
    look: readLook(files),
    states,
    /** The states from which applications are taken: all, unless a start closes those whose requirements await confirmation. */
    openStates: states,
    application: files.read('public/application.json', applicationSchema),
    advertised: files.read('public/advertised.json', advertisedSchema),
    texts: readLegalTexts(files, brand),
    templates: readTemplates(files, brand, servedStates),
    zips,
    branches: readBranches(files, zips, servedStates, brand.hours.timeZone),
    tradeArea: files.read('trade-area.json', tradeAreaSchema),
    textMessages: files.read('public/text-messages.json', textMessagesSchema),
    servicing: files.read('public/servicing.json', servicingSchema),
    banks: files.read('public/banks.json', banksSchema),
    maintenance: files.read('public/maintenance.json', maintenanceSchema),
    funding: files.read('funding.json', fundingSchema),
    fraudMonitoring: files.read('fraud-monitoring.json', fraudMonitoringSchema),
    loanAgreement: files.read('loan-agreement.json', loanAgreementSchema),
    stateRequirements: files.read('state-requirements.json', stateRequirementsSchema).requirements,
    bureauData: files.read('bureau-data.json', bureauDataSchema),
    partners: readPartners(files),
    policy,
    likeReasons: readLikeReasons(files, policy),
    policyApproval: files.read('policy-approval.json', policyApprovalSchema),
    retention: files.read('retention.json', retentionSchema),
    documentDelivery: files.read('document-delivery.json', documentDeliverySchema),
  };
  const { loanAgreement, stateRequirements, retention, fraudMonitoring } = lender;
  files.refuseIf('loan-agreement.json', findLoanAgreementMistake(loanAgreement, servedStates));
  files.refuseIf('state-requirements.json', findRequirementMistake(stateRequirements, servedStates, brand));
  files.refuseIf('retention.json', findRetentionMistake(retention, policy.programs, servedStates));
  files.refuseIf('fraud-monitoring.json', findFraudMonitoringMistake(fraudMonitoring, retention.sessions));
  checkAdvertising(lender, files.refuse);
  checkPartnerNames(policy, lender.partners, files.refuse);
  const agreement = lender.templates.findLast(({ id }) => id === 'security-agreement');
  const saysPapersBy = JSON.stringify(agreement?.sections).includes('{papersBy}');
  if ((lender.funding.papersWithinDays !== undefined) !== saysPapersBy)
    files.refuse(
      'funding.json',
      'papersWithinDays must be given if the newest security agreement says {papersBy}, and only then.',
    );
  files.refuseIf('policy/time-limits.json', findShortAnswer(policy, lender.documentDelivery));
  return lender;
}

type Loaded = ReturnType<typeof loadLender>;

/** Everything that a lender decides for itself, read once at the start. Of texts and templates it has every version, oldest first. */
export type Lender = {
  readonly [Key in keyof Loaded]: Loaded[Key] extends readonly (infer Row)[] ? readonly Row[] : Loaded[Key];
};

function findShortAnswer(policy: Policy, documentDelivery: DocumentDelivery): string | undefined {
  const least = leastAnswerDays(documentDelivery);
  for (const [index, { incompleteAnswerDays: days }] of policy.timeLimits.entries())
    if (days < least)
      return `limits[${index}].incompleteAnswerDays must be at least ${least}, not ${days}: ${documentDelivery.unviewedDays} days until an unviewed email is mailed (document-delivery.json), 5 in the mail and 10 to answer.`;
  return undefined;
}

function readBrand(files: LenderFiles): Brand {
  const file = 'public/brand.json';
  const brand = files.read(file, brandSchema);
  for (const [index, article] of brand.articles.entries())
    files.requireFile(file, `articles[${index}].image`, `public/${article.image}`);
  return brand;
}

function readLook(files: LenderFiles) {
  const file = 'public/look.json';
  const look = files.read(file, lookSchema);
  const { logo, icon, colors, displayFont } = look;
  const named = {
    'logo.light': logo.light,
    'logo.dark': logo.dark,
    'icon.svg': icon.svg,
    'icon.png': icon.png,
  };
  for (const [field, target] of Object.entries(named)) files.requireFile(file, field, `public/${target}`);
  if (displayFont)
    for (const kind of ['web', 'print'] as const)
      files.requireFile(file, `displayFont.${kind}`, `public/${displayFont[kind]}`);
  files.refuseIf(file, findColorMistake(colors));
  const [, , , width = 0, height = 0] =
    /viewBox="([\d.-]+) ([\d.-]+) ([\d.]+) ([\d.]+)"/.exec(files.text(`public/${logo.light}`))?.map(Number) ??
    [];
  if (!(width > 0 && height > 0))
    files.refuse(file, `logo.light names ${logo.light}, which needs a viewBox.`);
  return {
    ...look,
    palette: paletteOf(colors),
    /** In pixels, at the header's height of 32. */
    logoWidth: Math.round((32 * width) / height),
    /** What a document is drawn with. It keeps the colors, and the files' names below `public`. */
    print: { colors, icon: icon.png, ...(displayFont && { face: displayFont.print }) },
  };
}

/** Every version of every legal text, oldest first, with the lender's name and phones filled in. */
function readLegalTexts(files: LenderFiles, brand: Brand): readonly LegalTextVersion[] {
  // Pages fill these in by the policy in force.
  const left = policyFactsOf((name) => `{${name}}`);
  return readVersions(files, 'public/texts', TEXT_IDS, legalTextSchema, (file, text) => {
    const filled = fillText(text, brand, { ...left });
    if ('unknown' in filled)
      files.refuse(file, `body names {${filled.unknown}}, for which public/brand.json has no value.`);
    const { id, version, title, body } = filled.text;
    const sha256 = createHash('sha256')
      .update(JSON.stringify([id, version, title, body]))
      .digest('hex');
    return { ...filled.text, sha256 };
  });
}

function readBranches(
  files: LenderFiles,
  zips: ZipCodes,
  servedStates: ReadonlySet<string>,
  ofLender: string,
): readonly Branch[] {
  const file = 'branches.json';
  const branches = files.read(file, branchesSchema);
  files.requireUnique(file, branches, 'id');
  return branches.map((branch, index) => {
    const { id, state, zipCode, manager, timeZone } = branch;
    if (manager.picture) files.requireFile(file, `[${index}].manager.picture`, `public/${manager.picture}`);
    const place = zips.get(zipCode);
    if (!place) files.refuse(file, `[${index}].zipCode ${zipCode} (${id}) is not a ZIP code that we know.`);
    if (!place.states.includes(state))
      files.refuse(
        file,
        `[${index}].state of ${id} is ${state}, but ZIP code ${zipCode} is in ${place.states.join(' and ')}.`,
      );
    if (!servedStates.has(state))
      files.refuse(file, `[${index}].state of ${id} is ${state}, which public/states.json does not serve.`);
    return { ...branch, timeZone: timeZone ?? place.timeZone ?? ofLender };
  });
}

function readLikeReasons(files: LenderFiles, { adverseAction: { ownReasons } }: Policy): LikeReasons {
  const file = 'next-steps.json';
  const { likeReasons } = files.read(file, nextStepsSchema);
  const unknown = Object.keys(likeReasons).find((code) => !Object.hasOwn(ownReasons, code));
  if (unknown !== undefined)
    files.refuse(file, `likeReasons.${unknown} is no reason of ownReasons in policy/adverse-action.json.`);
  return likeReasons;
}

function readPartners(files: LenderFiles): readonly Partner[] {
  const file = 'partners.json';
  const partners = files.read(file, partnersSchema);
  files.requireUnique(file, partners, 'id');
  const owners = new Map<string, string>();
  for (const [index, { id, logo, subIds }] of partners.entries()) {
    files.requireFile(file, `[${index}].logo`, `public/${logo}`);
    for (const [at, subId] of subIds.entries()) {
      const owner = owners.get(subId);
      if (owner) files.refuse(file, `[${index}].subIds[${at}] "${subId}" already belongs to ${owner}.`);
      owners.set(subId, id);
    }
  }
  return partners;
}
