// Checks the reasons and score factors of adverse-action.json against the tables that use them and the bureau's score model.
import { checkAttributes } from './attribute-checks.ts';
import type { Refuse } from './lender-files.ts';
import { C1_REASONS } from './schema/adverse-action.ts';
import { APR_CEILING, everyRow, NOT_APPLIED_FOR, SCORE_FACTORS } from './schema/decision-tables.ts';
import type { Policy } from './schema/policy.ts';
import { SCORE_MODEL_FACTORS } from './schema/score-models.ts';

const WORDING = 'adverse-action.json';
const NO_REASON = 'none';

/** Refuses the first reason, or factor that can occur, without its words. */
export function checkReasons(policy: Policy, refuse: Refuse): void {
  const ofReasons = findOwnReasonMistake(policy);
  if (ofReasons) refuse(WORDING, ofReasons);
  checkTableReasons(policy, refuse);
  checkAttributes(policy, reasonCodes(policy), refuse);
  const ofFactors = findFactorMistake(policy);
  if (ofFactors) refuse(WORDING, ofFactors);
}

function findOwnReasonMistake({ adverseAction: { ownReasons, reasons } }: Policy): string | undefined {
  for (const [code, text] of Object.entries(ownReasons)) {
    if (code in reasons || [SCORE_FACTORS, NOT_APPLIED_FOR, APR_CEILING, NO_REASON].includes(code))
      return `ownReasons.${code} is taken; give the reason another code.`;
    if (isAboutScore(text)) return `ownReasons.${code} must name what decided: a score is not a reason.`;
  }
  return undefined;
}

function checkTableReasons(policy: Policy, refuse: Refuse): void {
  const known = [SCORE_FACTORS, ...reasonCodes(policy)];
  for (const { table, row, file, at } of everyRow(policy)) {
    const { gives } = row as { readonly gives: { readonly reason?: string; readonly refuse?: string } };
    const field = gives.refuse === undefined ? 'reason' : 'refuse';
    const reason = gives[field];
    if (reason === undefined || known.includes(reason)) continue;
    if (reason === NOT_APPLIED_FOR && table === 'programEligibility' && field === 'refuse') continue;
    refuse(file, `${at}.gives.${field} must be a reason named in ${WORDING}, not "${reason}".`);
  }
}

function findFactorMistake(policy: Policy): string | undefined {
  const { bureau, scoreFactors } = policy.adverseAction;
  const known = [NO_REASON, ...reasonCodes(policy)];
  for (const [code, { text, reason }] of Object.entries(scoreFactors)) {
    if (reason !== undefined && !known.includes(reason))
      return `scoreFactors.${code}.reason must be one of ${known.join(', ')}, not "${reason}".`;
    if (isAboutScore(text)) return `scoreFactors.${code}.text must not speak of the score itself.`;
  }
  const model = SCORE_MODEL_FACTORS[bureau.scoreName];
  const models = Object.keys(SCORE_MODEL_FACTORS).join(' or ');
  if (!model)
    return `bureau.scoreName must be ${models}, the scores whose factors we know, not "${bureau.scoreName}".`;
  const missing = model.filter((code) => !Object.hasOwn(scoreFactors, code));
  return missing.length > 0
    ? `scoreFactors lacks ${missing.join(', ')}: a ${bureau.scoreName} may name each of them, and a notice must state it.`
    : undefined;
}

function reasonCodes({ adverseAction }: Policy): readonly string[] {
  return [...C1_REASONS, ...Object.keys(adverseAction.ownReasons)];
}

const isAboutScore = (text: string) => /\bscores?\b/i.test(text);
