// The decision tables under lender/policy.
import { z } from 'zod';
import { type Cell, FACTS, type FactKind, isFactName, isOfferFact, readCell } from '../cells.ts';
import { type Attributes, CHANNELS } from './attributes.ts';
import { END_ISSUE, effectiveDates, endsAfterStart, money, rate, sentence } from './fields.ts';

/**
 * A reason of adverse-action.json (policy-checks.ts refuses any other), or one of two words of the tables: "score-factors" stands
 * for the reasons behind the bureau's own score factors, never for "the score"; "not-applied-for" closes a program that the
 * applicant did not apply for, such as one secured by a vehicle where none was offered, and is never given as a reason.
 */
const tableReason = z.string();
export const SCORE_FACTORS = 'score-factors';
export const NOT_APPLIED_FOR = 'not-applied-for';
/** The reason of no row: with its fees, nothing that could be lent is within the lender's APR ceiling. */
export const APR_CEILING = 'apr-ceiling';
export type TableReason = z.output<typeof tableReason>;

export interface Condition {
  /** A fact of cells.ts, or an attribute of attributes.json. */
  readonly fact: string;
  readonly text: string;
  readonly cell: Cell;
}

/** The kind of a fact or an attribute; undefined if there is none of this name. */
function kindOf(attributes: Attributes, name: string): FactKind | undefined {
  if (isFactName(name)) return FACTS[name];
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (attribute === undefined) return undefined;
  return attribute.kind === 'word'
    ? { kind: 'word', words: attribute.source.of === 'channel' ? CHANNELS : 'any', orNone: true }
    : attribute.kind === 'number'
      ? { kind: 'number' }
      : { kind: 'yes-no', orNone: true };
}

const unknownFact = (attributes: Attributes) =>
  `is not a fact that a table can use; use one of ${Object.keys(FACTS).join(', ')}, or an attribute of attributes.json (${Object.keys(attributes).join(', ') || 'which has none'})`;

const conditions = (attributes: Attributes) =>
  z.record(z.string(), z.string()).transform((when, ctx): readonly Condition[] =>
    Object.entries(when).flatMap(([fact, text]) => {
      const kind = kindOf(attributes, fact);
      const read = kind ? readCell(kind, text) : { mistake: unknownFact(attributes) };
      if ('mistake' in read) {
        ctx.addIssue({ code: 'custom', path: [fact], message: read.mistake });
        return [];
      }
      return [{ fact, text, cell: read.cell }];
    }),
  );

const rowId = z.string().regex(/^[A-Z]+(-[A-Z0-9]+)+$/, 'must be capital letters and digits like "E-10"');

/** A decision table: columns with a sentence each; rows with an id, dates, and the result when every cell matches. */
function table<Gives extends z.ZodType>(attributes: Attributes, gives: Gives, { aboutOffers = false } = {}) {
  const row = z
    .strictObject({ id: rowId, about: sentence, when: conditions(attributes), gives, ...effectiveDates })
    .refine(endsAfterStart, END_ISSUE);
  return z
    .strictObject({ about: sentence, columns: z.record(z.string(), sentence), rows: z.array(row).min(1) })
    .superRefine(({ columns, rows }, ctx) => {
      const issue = (message: string, ...path: (string | number)[]) =>
        ctx.addIssue({ code: 'custom', path, message });
      const seen = new Set<string>();
      for (const [index, { id, when }] of rows.entries()) {
        if (seen.has(id)) issue(`is taken: another row is "${id}"`, 'rows', index, 'id');
        seen.add(id);
        for (const { fact } of when)
          if (!Object.hasOwn(columns, fact))
            issue(
              'is not a column of this table; add it under columns with a sentence',
              ...['rows', index, 'when', fact],
            );
      }
      for (const name of Object.keys(columns)) {
        if (isOfferFact(name) && !aboutOffers)
          issue('is a fact about one offer; only ability-to-pay.json can use it', 'columns', name);
        if (!kindOf(attributes, name)) issue(unknownFact(attributes), 'columns', name);
      }
    });
}

const decline = { outcome: z.literal('DECLINED'), reason: tableReason };

const eligibility = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('REJECTED') }),
  z.strictObject({ outcome: z.literal('STEP_UP') }),
  z.strictObject(decline),
]);
const approval = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('REJECTED') }),
  z.strictObject({ outcome: z.literal('REFER') }),
  z.strictObject(decline),
]);
/** A row either refuses the program with a reason or narrows what it may lend. */
const programEligibility = z.union(
  [
    z.strictObject({ refuse: tableReason }),
    z.strictObject({ most: money, reason: tableReason }),
    z.strictObject({ least: money, reason: tableReason }),
    z.strictObject({ maxLoanToValue: z.int().positive().max(200), reason: tableReason }),
  ],
  {
    error:
      'must be {"refuse": reason}, {"most": amount, "reason": …}, {"least": amount, "reason": …} or {"maxLoanToValue": percent, "reason": …}',
  },
);
/** A row takes away the offers that it matches, each an amount over a term. */
const abilityToPay = z.strictObject({ refuse: tableReason });
const fastPath = z.strictObject({ fastPath: z.literal('open') });

/** Pricing is a rate sheet: a row for a program and a band of scores, a rate for each band of terms, named "24-36". */
const pricing = z
  .record(z.string().regex(/^\d{2}-\d{2}$/, 'must be a band of months like "24-36"'), rate)
  .transform((rates) =>
    Object.entries(rates).map(([band, percent]) => {
      const [shortest, longest] = band.split('-').map(Number) as [number, number];
      return { shortest, longest, ratePercent: percent };
    }),
  );

/** Every table, in the order of the policy's digest. */
export const tableSchemasWith = (attributes: Attributes) => ({
  eligibility: table(attributes, eligibility),
  programEligibility: table(attributes, programEligibility),
  pricing: table(attributes, pricing),
  abilityToPay: table(attributes, abilityToPay, { aboutOffers: true }),
  fastPath: table(attributes, fastPath),
  approval: table(attributes, approval),
});
type TableSchemas = ReturnType<typeof tableSchemasWith>;
type TableName = keyof TableSchemas;
export type DecisionTables = { readonly [Name in TableName]: z.output<TableSchemas[Name]> };

/** The same without attributes. */
export const tableSchemas = tableSchemasWith({});
export const tableNames = Object.keys(tableSchemas) as TableName[];
/** The name of a table's file without its ending: programEligibility is program-eligibility. */
export const tableFile = (name: TableName) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Every row of every table, with its file and its place there. */
export function* everyRow(tables: DecisionTables) {
  for (const table of tableNames)
    for (const [index, row] of tables[table].rows.entries())
      yield { table, row, file: `${tableFile(table)}.json`, at: `rows[${index}] (${row.id})` };
}
