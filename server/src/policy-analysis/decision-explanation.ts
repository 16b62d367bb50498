// A decision explained to a credit officer or an examiner: a document for the terminal and as a PDF.
import type { IsoDate } from '#finance/dates.ts';
import { cents, formatUsd } from '#finance/money.ts';
import { formatPercent } from '#finance/rate.ts';
import {
  type AttributeValue,
  type FactName,
  factOf,
  isFactName,
  isOfferFact,
  type Unknown,
} from '#lender/cells.ts';
import type { Lender } from '#lender/load.ts';
import { type AttributeSource, operandsOf } from '#lender/schema/attributes.ts';
import { type Condition, SCORE_FACTORS } from '#lender/schema/decision-tables.ts';
import type { Decision, DecisionKind } from '../credit-policy/decide.ts';
import { type DecisionInputs, factsOf, type PolicyInputs } from '../credit-policy/inputs.ts';
import { type QualifiedProgram, termsFor } from '../credit-policy/offers.ts';
import { type MatchedRow, rowOf } from '../credit-policy/policy-rows.ts';
import { keyFactors, reasonWording } from '../credit-policy/reasons.ts';
import type { answerTo } from '../credit-policy/request.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { onLetterhead } from '../wording/letterhead.ts';
import type { Counterfactual } from './counterfactuals.ts';

interface ExplainedDecision {
  readonly reference: string;
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
  readonly counterfactuals: readonly Counterfactual[];
  /** What was requested and offered, a line each. */
  readonly request: readonly string[];
  /** What operators did, and the notices that followed, one line each. */
  readonly actions: readonly string[];
  readonly notices: readonly string[];
}

const bureau = 'Credit bureau';
const applicant = 'Applicant';
const ours = 'Our records';
const allFrom = <N extends FactName>(source: string, ...facts: readonly N[]) =>
  Object.fromEntries(facts.map((fact) => [fact, source])) as Record<N, string>;
/** Where each fact of the tables comes from. The ratios divide what the applicant and the bureau reported. */
const sources: Readonly<
  Record<Exclude<FactName, 'program' | 'amount' | 'months' | 'debtToIncomeWithLoan'>, string>
> = {
  ...allFrom('Identity and fraud check', 'fraudDecision', 'deviceChecked'),
  ...allFrom('Captcha service', 'captchaConfirmed'),
  ...allFrom('Vehicle service', 'vehicleSearched', 'vehicleValue', 'vehicleYear'),
  ...allFrom(bureau, 'confirmedFraud', 'addressAlert', 'fraudAlert', 'extendedAlert', 'activeDutyAlert'),
  ...allFrom(bureau, 'addressDiscrepancy', 'deceased', 'scoreUnexplained', 'fileFrozen', 'noFile', 'score'),
  ...allFrom(bureau, 'delinquencies30', 'delinquencies60', 'delinquencies90', 'collections', 'chargeOffs'),
  ...allFrom(bureau, 'newDelinquencies90', 'newCollections', 'newChargeOffs', 'inquiries6Months'),
  ...allFrom(bureau, 'openBankruptcy', 'monthsSinceBankruptcy', 'openTradeLines'),
  ...allFrom(bureau, 'openConsumerFinanceLines', 'oldestTradeLineMonths'),
  ...allFrom(ours, 'ssnConflict'),
  ...allFrom('Credit bureau, applicant', 'debtToIncome', 'estimatedToDeclaredIncome'),
  ...allFrom(applicant, 'monthlyIncome', 'housingPayment', 'state', 'residence'),
  ...allFrom('Military database', 'militaryCovered'),
  ...allFrom('Bank, documents or bureau', 'incomeConfirmed'),
};
const attributeSources: Readonly<Record<Exclude<AttributeSource['of'], 'ratio'>, string>> = {
  bureau,
  'exclusion-code': bureau,
  bank: 'Bank',
  core: 'Core system',
  partner: ours,
  channel: ours,
};
const notRequested = 'not requested';
const incomeSources = { bank: 'Bank', documents: 'Documents', bureau } as const;

/** `lender` has the policy that decided. */
export function decisionExplanation(
  lender: Lender,
  madeAt: Date,
  explained: ExplainedDecision,
): DocumentModel {
  const { reference, decision, inputs, again } = explained;
  const rules = decision.rows.map((matched) => ({ matched, ...partsOf(lender, matched) }));
  return onLetterhead(
    lender,
    { reference: `Application ${reference}`, madeAt, title: 'Decision explained' },
    [
      {
        kind: 'definitions',
        items: Object.entries({
          Application: reference,
          Decision: `${explained.kind}: ${decision.kind}`,
          Decided: explained.decidedAt.toISOString(),
          Policy: `${decision.policyVersion}, rows of ${decision.rowsOn}, law of ${decision.lawVersion}`,
          Release: `Branchline ${explained.release}`,
          'Decided again': `by ${again.policy}: ${again.outcome}, ${again.agrees ? 'the same' : 'which differs'}`,
        }).map(([term, detail]) => ({ term, details: [detail] })),
      },
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
        ? tableOf(
            'Offers priced',
            ['Program', 'Amount', 'Months', 'Payment', 'APR', 'Rate row', 'Cap'],
            decision.programs.flatMap((program) => offerRows(lender, program, explained)),
          )
        : turning(lender, explained.counterfactuals)),
      ...section('What people did', explained.actions),
      ...section('Notices', explained.notices),
    ],
  );
}

export function requestLines({ requested, offered, comparison, differences }: ReturnType<typeof answerTo>) {
  const { kind, amount, months, isAutoSecured } = {
    amount: undefined,
    months: undefined,
    isAutoSecured: undefined,
    ...requested,
  };
  const parts = [
    amount === undefined ? 'no amount' : formatUsd(cents(amount)),
    months === undefined ? '' : `over ${months} months`,
    isAutoSecured === undefined ? '' : isAutoSecured ? 'on the vehicle' : 'without a vehicle',
  ].filter((part) => part !== '');
  return [
    `Requested: ${parts.join(', ')} (${kind})`,
    ...(offered === undefined ? [] : [`Offered first: ${formatUsd(cents(offered.amount))}`]),
    `Compared: ${[comparison.kind, ...differences].join(', ')}`,
  ];
}

const turning = (lender: Lender, counterfactuals: readonly Counterfactual[]): readonly Block[] => [
  ...tableOf(
    'One change that would have turned it',
    ['Input', 'Was', 'Nearest that lends'],
    counterfactuals.map(({ input, from, to }) => [
      lender.policy.attributes[input]?.about ?? input,
      inputText(input, from),
      inputText(input, to),
    ]),
  ),
  {
    kind: 'paragraph',
    text:
      counterfactuals.length === 0
        ? 'No change of one input alone would have turned it.'
        : 'Computed by the same policy, one input at a time. It helps to coach; it is no promise of a later decision.',
  },
];

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
        .map(([name, value]) => `${name} ${value}`)
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
  return [...used].map(([fact, rows]) => [
    columns[fact] ?? fact,
    factText(factOf(facts, fact)),
    confirmed && fact === 'monthlyIncome' ? incomeSources[confirmed.by] : sourceOf(lender, fact),
    [...new Set(rows)].join(', '),
  ]);
}

/** Every attribute of the policy that decided, whether a row used it or not. */
function attributeRows(lender: Lender, inputs: DecisionInputs): readonly (readonly string[])[] {
  const { attributes } = factsOf(inputs, lender.policy.attributes);
  return Object.entries(lender.policy.attributes).map(([name, { about }]) => [
    about,
    inputs.noFile === null && sourceOf(lender, name) === bureau
      ? notRequested
      : factText(attributes[name] ?? null),
    sourceOf(lender, name),
  ]);
}

/** A ratio comes from where its operands do. */
function sourceOf(lender: Lender, fact: string): string {
  if (isFactName(fact)) return fact in sources ? sources[fact as keyof typeof sources] : ours;
  const attribute = lender.policy.attributes[fact];
  if (attribute === undefined) return ours;
  const { source } = attribute;
  if (source.of !== 'ratio') return attributeSources[source.of];
  const all = operandsOf(attribute).map((operand) => sourceOf(lender, operand));
  return [...new Set(all)].join(', ');
}

const hasColumns = (table: unknown): table is { readonly columns: Readonly<Record<string, string>> } =>
  typeof table === 'object' && table !== null && 'columns' in table;

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

const factText = (value: AttributeValue | Unknown) =>
  value === null
    ? 'none'
    : typeof value === 'object'
      ? value.lacking === undefined
        ? 'not known before approval'
        : 'not stored'
      : typeof value === 'boolean'
        ? yesOrNo(value)
        : typeof value === 'number'
          ? String(Math.round(value * 100) / 100)
          : value;

const inputText = (input: string, value: number | boolean) =>
  typeof value === 'boolean'
    ? yesOrNo(value)
    : input.endsWith('Cents')
      ? formatUsd(cents(value))
      : String(value);

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

const section = (text: string, items: readonly string[]): readonly Block[] =>
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
