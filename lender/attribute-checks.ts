// Checks attributes.json against the tables: reasons of declines, and what may decline and is known.
import { FACTS, isFactName, isOfferFact } from './cells.ts';
import type { Refuse } from './lender-files.ts';
import { type Attributes, isKnownLater, operandsOf } from './schema/attributes.ts';
import { everyRow } from './schema/decision-tables.ts';
import type { Policy } from './schema/policy.ts';

/** `reasons`: the codes of adverse-action.json. */
export function checkAttributes(policy: Policy, reasons: readonly string[], refuse: Refuse): void {
  const mistake = findMistake(policy.attributes, reasons);
  if (mistake) refuse('attributes.json', mistake);
  checkTables(policy, refuse);
}

/** A table may name the partners of partners.json only. */
export function checkPartnerNames(
  policy: Policy,
  partners: readonly { readonly id: string }[],
  refuse: Refuse,
): void {
  const ids = partners.map(({ id }) => id);
  for (const { row, file, at } of everyRow(policy)) {
    for (const { fact, cell } of row.when) {
      if (policy.attributes[fact]?.source.of !== 'partner' || cell.is !== 'one-of') continue;
      const unknown = cell.words.find((word) => !ids.includes(word));
      if (unknown !== undefined)
        refuse(`policy/${file}`, `${at}.when.${fact} must be an id of partners.json, not "${unknown}".`);
    }
  }
}

function findMistake(attributes: Attributes, reasons: readonly string[]): string | undefined {
  for (const [name, attribute] of Object.entries(attributes)) {
    const { reason } = attribute;
    if (reason !== undefined && !reasons.includes(reason))
      return `attributes.${name}.reason must be a reason named in adverse-action.json, not "${reason}".`;
    for (const operand of operandsOf(attribute)) {
      const other = Object.hasOwn(attributes, operand) ? attributes[operand] : undefined;
      const isNumber = isFactName(operand)
        ? FACTS[operand].kind === 'number' && !isOfferFact(operand)
        : other?.kind === 'number' && other.source.of !== 'ratio';
      if (!isNumber)
        return `attributes.${name}.source divides numbers about the applicant that are no ratios; "${operand}" is none.`;
      if (other?.mayDecline === false && reason !== undefined)
        return `attributes.${name} must have "mayDecline": false too, because no row may decline by ${operand}.`;
    }
  }
  return undefined;
}

function checkTables({ attributes, ...tables }: Policy, refuse: Refuse): void {
  for (const { table, row, file, at } of everyRow(tables)) {
    const { when, gives } = row;
    const used = when.flatMap(({ fact }) => {
      const attribute = Object.hasOwn(attributes, fact) ? attributes[fact] : undefined;
      return attribute ? [{ fact, attribute }] : [];
    });
    const later = used.find(({ fact }) => table !== 'approval' && isKnownLater(attributes, fact));
    if (later)
      refuse(
        file,
        `${at}.when.${later.fact} comes from the bank, which is linked after the first decision; only approval.json can use it.`,
      );
    const reason = reasonOf(gives);
    const declines = reason !== undefined || ('outcome' in gives && gives.outcome === 'REJECTED');
    const barred = declines ? used.find(({ attribute }) => attribute.reason === undefined) : undefined;
    if (barred)
      refuse(
        file,
        `${at} declines by ${barred.fact}, by which no row may decline: ${barred.attribute.why ?? ''}`,
      );
    const own = used.flatMap(({ attribute }) => attribute.reason ?? []);
    if (reason !== undefined && own.length > 0 && !own.includes(reason))
      refuse(
        file,
        `${at} declines by ${used.map(({ fact }) => fact).join(' and ')}, so its reason must be ${[...new Set(own)].join(' or ')}, not "${reason}".`,
      );
  }
}

const reasonOf = (gives: object): string | undefined =>
  'refuse' in gives ? String(gives.refuse) : 'reason' in gives ? String(gives.reason) : undefined;
