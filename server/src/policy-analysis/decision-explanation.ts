// A decision explained to a credit officer or an examiner: a document for the terminal and as a PDF.
import type { IsoDate } from '#finance/dates.ts';
import { cents, formatUsd } from '#finance/money.ts';
import { formatPercent } from '#finance/rate.ts';
import { type AttributeValue, factOf, isFactName, isOfferFact, type Unknown } from '#lender/cells.ts';
import { isInForce } from '#lender/in-force.ts';
import type { Lender } from '#lender/load.ts';
import { operandsOf } from '#lender/schema/attributes.ts';
import { type Condition, SCORE_FACTORS } from '#lender/schema/decision-tables.ts';
import { rowHolds } from '#lender/table-rows.ts';
import type { Decision, DecisionKind } from '../credit-policy/decide.ts';
import {
  attributeSources,
  bureau,
  factSources,
  notRequested,
  ours,
  unknownSources,
} from '../credit-policy/fact-sources.ts';
import { type DecisionInputs, factsOf, type PolicyInputs } from '../credit-policy/inputs.ts';
import { type QualifiedProgram, termsFor } from '../credit-policy/offers.ts';
import { decisionTables, type MatchedRow, rowOf, rowsIn } from '../credit-policy/policy-rows.ts';
import { keyFactors, reasonWording } from '../credit-policy/reasons.ts';
import type { answerTo, Requested } from '../credit-policy/request.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { onLetterhead } from '../wording/letterhead.ts';

/** What an explanation says of the application, whatever decided it. */
export interface ExplainedApplication {
  readonly reference: string;
  /** What was requested, offered, accepted and approved, and the state: a term and its detail each. */
  readonly course: Readonly<Record<string, string>>;
  readonly decisions: readonly string[];
  /** What operators did, and the notices with their reasons as sent, one line each. */
  readonly actions: readonly string[];
  readonly notices: readonly string[];
}

interface ExplainedDecision extends ExplainedApplication {
  readonly kind: DecisionKind;
  readonly decision: Decision;
  readonly inputs: DecisionInputs;
  readonly decidedAt: Date;
  /** The release whose code decided. */
  readonly release: string;
  /** The lender's day of the decision. */
  readonly date: IsoDate;
  /** The same inputs decided again: by the policy and the law of then, or by today's. */
  readonly again: { readonly policy: string; readonly outcome: string; readonly agrees: boolean };
  /** What was requested and offered, a line each. */
  readonly request: readonly string[];
}

const incomeSources = { bank: 'Bank', documents: 'Documents', bureau } as const;

/** `lender` has the policy that decided. */
export function decisionExplanation(lender: Lender, madeAt: Date, explained: ExplainedDecision) {
  const { decision, inputs, again } = explained;
  const rules = decision.rows.map((matched) => ({ matched, ...partsOf(lender, matched) }));
  return explanation(
    lender,
    madeAt,
    explained,
    {
      Decision: `${explained.kind}: ${decision.kind}`,
      Decided: explained.decidedAt.toISOString(),
      Policy: `${decision.policyVersion}, rows of ${decision.rowsOn}, law of ${decision.lawVersion}`,
      Release: `Branchline ${explained.release}`,
      'Decided again': `by ${again.policy}: ${again.outcome}, ${again.agrees ? 'the same' : 'which differs'}`,
    },
    [
      ...section('Requested and offered', explained.request),
      ...section('Score', scoreLines(lender, inputs)),
      ...tableOf('What mattered', ['Fact', 'Value', 'From', 'Rows'], factRows(lender, inputs, rules)),
      ...tableOf('Attributes', ['Attribute', 'Value', 'From'], attributeRows(lender, inputs)),
      ...tableOf(
        'Rules that matched',
        ['Row', 'About', 'Conditions', 'Result'],
        rules.map(({ matched, when, result }) => [
          idOf(matched),
          matched.about,
          when.map(({ fact, text }) => `${fact} ${text}`).join(', ') || 'always',
          result,
        ]),
      ),
      ...section('Rules not judged, because a fact is unknown', unfiredRows(lender, explained, 'unknown')),
      ...section('Rules that did not match', unfiredRows(lender, explained, 'unmatched')),
      ...section('Rules that this outcome did not need', unfiredRows(lender, explained, 'unneeded')),
      ...('reasons' in decision
        ? section(
            'Reasons given, in this order',
            reasonWording(lender, decision.reasons).map((words, index) => {
              const own = rules.filter(({ reason }) => reason === decision.reasons[index]);
              // A reason that no row names comes from the bureau's score factors.
              const behind = own.length > 0 ? own : rules.filter(({ reason }) => reason === SCORE_FACTORS);
              return `${words} (${behind.map(({ matched }) => idOf(matched)).join(', ')})`;
            }),
          )
        : []),
      ...('programs' in decision
        ? [
            ...tableOf(
              'Offers priced',
              ['Program', 'Amount', 'Months', 'Payment', 'APR', 'Rate row', 'Cap'],
              decision.programs.flatMap((program) => offerRows(lender, program, explained)),
            ),
            ...tableOf(
              'How close it was',
              ['Fact', 'Value', 'Limit', 'Margin', 'Row'],
              marginRows(lender, explained),
            ),
          ]
        : []),
    ],
  );
}

/** "$5,000, over 48 months, on the vehicle (submitted)". */
export function requestText(requested: Requested): string {
  if (requested.kind === 'nothing') return 'no amount';
  const { kind, amount, months, isAutoSecured } = requested;
  const parts = [
    amount === undefined ? 'no amount' : usd(amount),
    ...(months === undefined ? [] : [`over ${months} months`]),
    ...(isAutoSecured === undefined ? [] : [isAutoSecured ? 'on the vehicle' : 'without a vehicle']),
  ];
  return `${parts.join(', ')} (${kind})`;
}

export const requestLines = ({ requested, offered, kind, differences }: ReturnType<typeof answerTo>) => [
  `Requested: ${requestText(requested)}`,
  ...(offered === undefined ? [] : [`Offered first: ${usd(offered.amount)}`]),
  `Compared: ${[kind, ...differences].join(', ')}`,
];

/** Of any decision, of an outcome that no run of the policy decided, or of an application without one. */
export const explanation = (
  lender: Lender,
  madeAt: Date,
  { reference, course, decisions, actions, notices }: ExplainedApplication,
  head: Readonly<Record<string, string>>,
  body: readonly Block[],
): DocumentModel =>
  onLetterhead(lender, { reference: `Application ${reference}`, madeAt, title: 'Decision explained' }, [
    {
      kind: 'definitions',
      items: Object.entries({ Application: reference, ...head, ...course }).map(([term, detail]) => ({
        term,
        details: [detail],
      })),
    },
    ...body,
    ...section('All decisions', decisions),
    ...section('What people did', actions),
    ...section('Notices', notices),
  ]);

/** The rows in force that are not among those that matched, a line for each table, by why. */
function unfiredRows(
  lender: Lender,
  { decision, inputs, date }: Pick<ExplainedDecision, 'decision' | 'inputs' | 'date'>,
  why: 'unknown' | 'unmatched' | 'unneeded',
): readonly string[] {
  const facts = factsOf(inputs, lender.policy.attributes);
  const fired = new Set(decision.rows.map(({ row }) => row));
  const isKnown = ({ fact }: Condition) => typeof (factOf(facts, fact) ?? '') !== 'object';
  const whyOf = (when: readonly Condition[]) => {
    const own = when.filter(({ fact }) => fact !== 'program' && !isOfferFact(fact));
    if (!rowHolds({ when: own.filter(isKnown) }, facts)) return 'unmatched';
    if (!own.every(isKnown)) return 'unknown';
    // All that it says of the applicant holds: no offer met the rest, or the decision did not come to its program or table.
    return 'programs' in decision && when.some(({ fact }) => isOfferFact(fact)) ? 'unmatched' : 'unneeded';
  };
  return decisionTables.flatMap(([name, table]) => {
    const some = rowsIn(lender.policy, name).filter(
      (row) => isInForce(row, date) && !fired.has(row.id) && whyOf(row.when) === why,
    );
    return some.length === 0 ? [] : [`${table}: ${some.map(({ id }) => id).join(', ')}`];
  });
}

/** How far each number was from a row that declines for it alone, and from the ends of its row of the rate sheet. */
function marginRows(
  lender: Lender,
  { decision, inputs, date }: Pick<ExplainedDecision, 'decision' | 'inputs' | 'date'>,
): readonly (readonly string[])[] {
  const facts = factsOf(inputs, lender.policy.attributes);
  const { approval, eligibility, pricing } = lender.policy;
  const declining = [...approval.rows, ...eligibility.rows].filter(
    (row) => isInForce(row, date) && row.gives.outcome === 'DECLINED' && row.when.length === 1,
  );
  const priced = pricing.rows.filter(({ id }) => decision.rows.some(({ row }) => row === id));
  const margins = [...declining, ...priced].flatMap(({ id, when }) =>
    when.flatMap(({ fact, text, cell }) => {
      const value = factOf(facts, fact);
      const limits =
        cell.is === 'compared' ? [cell.to] : cell.is === 'between' ? [cell.least, cell.most] : [];
      if (typeof value !== 'number' || limits.length === 0) return [];
      const margin = limits.map((limit) => factText(Math.abs(value - limit))).join(' and ');
      return [[fact, factText(value), text, margin, id]];
    }),
  );
  const confirmed = 'confirmedIncome' in inputs ? inputs.confirmedIncome : null;
  if (confirmed === null) return margins;
  const { annualCents, by } = confirmed;
  const limit = `declared ${usd(inputs.annualIncomeCents)}`;
  const margin = usd(Math.abs(annualCents - inputs.annualIncomeCents));
  return [...margins, ['income confirmed', usd(annualCents), limit, margin, incomeSources[by]]];
}

const usd = (amount: number) => formatUsd(cents(amount));

const isAmount = (name: string) => name === 'most' || name === 'least';

const idOf = ({ table, row }: MatchedRow) => `${table} ${row}`;

/** The conditions and the result of a row that matched; only its id where the policy no longer has it. */
function partsOf(lender: Lender, matched: MatchedRow) {
  const row = rowOf(lender.policy, matched);
  const when: readonly Condition[] = row?.when ?? [];
  const gives: object = row?.gives ?? {};
  const reason = 'refuse' in gives ? gives.refuse : 'reason' in gives ? gives.reason : undefined;
  const result = Array.isArray(gives)
    ? 'rates'
    : Object.entries(gives)
        .map(([name, value]) => `${name} ${isAmount(name) ? usd(value) : value}`)
        .join(', ');
  return { when, reason, result };
}

function factRows(
  lender: Lender,
  inputs: DecisionInputs,
  rules: readonly { readonly matched: MatchedRow; readonly when: readonly Condition[] }[],
): readonly (readonly string[])[] {
  const facts = factsOf(inputs, lender.policy.attributes);
  const columns: Readonly<Record<string, string>> = Object.assign(
    {},
    ...Object.values(lender.policy).map((table) => (hasColumns(table) ? table.columns : {})),
  );
  const used = new Map<string, string[]>();
  for (const { matched, when } of rules)
    for (const { fact } of when)
      if (fact !== 'program' && !isOfferFact(fact)) used.set(fact, [...(used.get(fact) ?? []), matched.row]);
  const confirmed = 'confirmedIncome' in inputs ? inputs.confirmedIncome : null;
  const unknown = unknownSources(inputs);
  return [...used].map(([fact, rows]) => {
    const source =
      confirmed && fact === 'monthlyIncome' ? incomeSources[confirmed.by] : sourceOf(lender, fact);
    const why = unknown[source];
    const value = why === undefined ? factOf(facts, fact) : { why };
    return [columns[fact] ?? fact, factText(value), source, [...new Set(rows)].join(', ')];
  });
}

/** Every attribute of the policy that decided, whether a row used it or not. */
function attributeRows(lender: Lender, inputs: DecisionInputs): readonly (readonly string[])[] {
  const { attributes } = factsOf(inputs, lender.policy.attributes);
  return Object.entries(lender.policy.attributes).map(([name, { about }]) => [
    about,
    factText(attributes[name] ?? null),
    sourceOf(lender, name),
  ]);
}

/** A ratio comes from where its operands do. */
function sourceOf(lender: Lender, fact: string): string {
  if (isFactName(fact)) return fact in factSources ? factSources[fact as keyof typeof factSources] : ours;
  const attribute = lender.policy.attributes[fact];
  if (attribute === undefined) return ours;
  const { source } = attribute;
  if (source.of !== 'ratio') return attributeSources[source.of];
  const all = operandsOf(attribute).map((operand) => sourceOf(lender, operand));
  return [...new Set(all)].join(', ');
}

const hasColumns = (table: unknown): table is { readonly columns: Readonly<Record<string, string>> } =>
  typeof table === 'object' && table !== null && 'columns' in table;

function factText(value: AttributeValue | Unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(Math.round(value * 100) / 100);
  if (value.why !== undefined) return `unknown: ${value.why}`;
  return value.lacking === undefined ? 'not known before approval' : 'not stored';
}

function scoreLines(lender: Lender, inputs: PolicyInputs): readonly string[] {
  const { scoreName } = lender.policy.adverseAction.bureau;
  if (inputs.score === null) return [`${scoreName}: ${inputs.noFile === null ? notRequested : 'none'}`];
  const factors = keyFactors(lender, inputs.scoreFactors, inputs.scoreFactorTexts);
  return [`${scoreName}: ${inputs.score}`, ...factors];
}

/** The terms of the smallest and of the largest amount. */
function offerRows(
  lender: Lender,
  program: QualifiedProgram,
  { inputs, date }: Pick<ExplainedDecision, 'inputs' | 'date'>,
): readonly (readonly string[])[] {
  const { state, militaryCovered } = inputs;
  return [program.minCents, program.maxCents].flatMap((amount) =>
    termsFor(program, amount, { lender, state, militaryCovered, date }).map((term) => [
      program.name,
      formatUsd(amount),
      String(term.months),
      formatUsd(term.monthlyPayment),
      formatPercent(term.apr),
      term.row,
      term.repricedUnder
        ? `${formatPercent(term.repricedUnder.percent)}, ${term.repricedUnder.source}`
        : 'none',
    ]),
  );
}

export const section = (text: string, items: readonly string[]): readonly Block[] =>
  items.length === 0
    ? []
    : [
        { kind: 'heading', level: 2, text },
        { kind: 'list', items },
      ];

const tableOf = (
  caption: string,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): readonly Block[] =>
  rows.length === 0
    ? []
    : [
        { kind: 'heading', level: 2, text: caption },
        {
          kind: 'table',
          caption,
          columns: headers.map((header) => ({ header })),
          rows,
          rowHeaders: true,
          dense: true,
        },
      ];
