// The columns of `ops export`. The header of each file and what `ops export columns` prints come from here.
import { daysBetween, type IsoDate, isoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import { timeOf } from '../../commands/printing.ts';
import { unknownSources } from '../../credit-policy/fact-sources.ts';
import { reasonsIn } from '../../credit-policy/reasons.ts';
import { answerTo, requestedOf } from '../../credit-policy/request.ts';
import type { Application } from '../../journey/applications.ts';
import { type NoticeInPeriod, noticeDueOn, noticePeriodBegan } from '../../notices/notice-periods.ts';
import { lenderDay } from '../../platform/clock.ts';
import { type DatedOutcome, isByPolicy } from '../../records/decisions.ts';

export interface Exported {
  readonly lender: Lender;
  /** With the policy that decided. */
  readonly decidedBy: Lender | undefined;
  /** The lender's day on which the file is written. */
  readonly today: IsoDate;
  readonly application: Application;
  readonly receivedAt: Date;
  readonly name: string | undefined;
  readonly usState: string | undefined;
  readonly decision: DatedOutcome | undefined;
  /** The notice of action taken or of incompleteness, or the 30 days that it ends. */
  readonly notice: NoticeInPeriod | undefined;
  /** What was notified is another decision of the application. */
  readonly hasOtherNotice: boolean;
  /** The reasons that the notice gives. */
  readonly sent: readonly string[];
  /** The latest checkpoint of the audit log. */
  readonly anchor: string | null;
}

type Column = readonly [description: string, valueOf: (row: Exported) => string | number | undefined];

const dollars = (cents: number | null | undefined) => (cents == null ? undefined : (cents / 100).toFixed(2));
const instant = (at: Date | null | undefined) => (at == null ? undefined : timeOf(at));
const byPolicy = ({ decision }: Pick<Exported, 'decision'>) =>
  decision && isByPolicy(decision) ? decision : undefined;
const termOf = ({ application: { approved_term, accepted_term, selected_term } }: Exported) =>
  approved_term ?? accepted_term ?? selected_term;

/** What the decision answers. */
function requestIn(row: Exported) {
  const requested = requestedOf(byPolicy(row)?.kind ?? 'prequalification', row.application);
  return requested.kind === 'nothing' ? undefined : requested;
}

function answerIn({ decidedBy: lender, application, ...row }: Exported) {
  const made = byPolicy(row);
  if (lender === undefined || made === undefined || !('programs' in made.decision)) return undefined;
  const { state, militaryCovered } = made.inputs;
  const context = { lender, state, militaryCovered, date: lenderDay(lender, made.decidedAt) };
  return answerTo(requestedOf(made.kind, application), made.decision.programs, context);
}

const completedOn = (row: Exported) => row.notice && lenderDay(row.lender, noticePeriodBegan(row.notice));

/** The lender's day on which the notice was given: emailed where that is enough, or mailed. Undefined without proof of either. */
function givenOn(row: Exported): IsoDate | undefined {
  const { notice } = row;
  if (notice === undefined || notice.kind === 'pending') return undefined;
  if (notice.isByLetter) return notice.mailedOn === null ? undefined : isoDate(notice.mailedOn);
  return notice.sentAt === null ? undefined : lenderDay(row.lender, notice.sentAt);
}

/** Whether the notice was given after its last day, or was not by now. */
export function isLate(row: Exported): boolean {
  const completed = completedOn(row);
  if (completed === undefined || row.notice?.state === 'void') return false;
  return (givenOn(row) ?? row.today) > noticeDueOn(completed);
}

function delivery({ notice }: Exported): string | undefined {
  if (notice === undefined) return undefined;
  if (notice.kind === 'pending') return notice.state === 'void' ? 'not required' : 'not decided';
  if (!notice.isByLetter) return notice.sentAt === null ? 'not sent' : 'email';
  if (notice.mailedOn !== null) return 'letter';
  return notice.printedAt === null ? 'letter not printed' : 'letter printed, mailing not recorded';
}

/** Every column, in the order of the files. Instants are UTC; days are the lender's, because the law counts days. */
const columns = {
  application: ['The reference of the application', ({ application }) => application.id],
  name: ['First and last name; only with `--with-identity`', ({ name }) => name],
  channel: ['`web_form` or `affiliate`, a lead of a partner', ({ application }) => application.source],
  partner: ['The partner of a lead', ({ application }) => application.partner_id ?? undefined],
  us_state: ["The applicant's state", ({ usState }) => usState],
  status: ['The state of the application now', ({ application }) => application.state],
  status_since: ['Since when (UTC)', ({ application }) => instant(application.state_since)],
  received_at: [
    'When the form was submitted, or the link of a lead opened (UTC)',
    ({ receivedAt }) => instant(receivedAt),
  ],
  received_on: ["The lender's day of it", (row) => lenderDay(row.lender, row.receivedAt)],
  completed_on: [
    "The lender's day from which the 30 days to the notice count: of the receipt, or of what was missing",
    completedOn,
  ],
  decision_id: ['The reference of the decision', ({ decision }) => decision?.id],
  decision: [
    '`prequalification` or `approval` by the policy, or `action`: an outcome that no run of the policy decided',
    ({ decision }) => decision?.kind,
  ],
  decided_at: ['When the policy decided (UTC)', ({ decision }) => instant(decision?.decidedAt)],
  decided_on: [
    "The lender's day of it",
    (row) => row.decision && lenderDay(row.lender, row.decision.decidedAt),
  ],
  outcome: ['The outcome of the decision', ({ decision }) => decision?.outcome],
  basis: [
    'Of an action: what it rests on',
    ({ decision }) => (decision?.kind === 'action' ? decision.trace.basis : undefined),
  ],
  unknown: [
    'What was never obtained, and why, separated by `; `: an empty cell about it is no "no"',
    ({ decision }) =>
      decision &&
      Object.entries(isByPolicy(decision) ? unknownSources(decision.inputs) : decision.trace.unknown)
        .map(([source, why]) => `${source}: ${why}`)
        .join('; '),
  ],
  reasons: [
    'The reasons in the words and the order of the notice, separated by `; `; before it is written, those of a decline',
    ({ lender, sent, ...row }) => {
      const decision = byPolicy(row)?.decision;
      const own = decision?.kind === 'DECLINED' ? reasonsIn(lender, decision.reasons) : [];
      return (sent.length > 0 ? sent : own).join('; ');
    },
  ],
  score: ["The bureau's score; empty without one", (row) => byPolicy(row)?.inputs.score ?? undefined],
  policy_version: ['The policy that decided', (row) => byPolicy(row)?.decision.policyVersion],
  requested_amount: [
    'Dollars that were requested, if the applicant or the partner named an amount; of an `approval`, those of the accepted terms',
    (row) => dollars(requestIn(row)?.amount),
  ],
  requested_months: [
    'The months that a lead named, or of the accepted terms',
    (row) => requestIn(row)?.months,
  ],
  requested_vehicle: [
    '`with` or `without` a vehicle as collateral, if a lead said so, or by the accepted terms',
    (row) => {
      const isAutoSecured = requestIn(row)?.isAutoSecured;
      return isAutoSecured === undefined ? undefined : isAutoSecured ? 'with' : 'without';
    },
  ],
  offered_for_request: [
    'The amount that the decision offers to the request, or for the accepted terms, in dollars',
    (row) => dollars(answerIn(row)?.offered?.amount),
  ],
  differences: [
    'How its offers differ from what was requested or accepted, which makes them a counteroffer: `less`, `more`, `shorter`, `longer`, `secured`, `unsecured`, `dearer`',
    (row) => answerIn(row)?.differences.join('; '),
  ],
  offered_amount: [
    'The most that the decision lends, in dollars',
    (row) => {
      const decision = byPolicy(row)?.decision;
      return decision && 'programs' in decision
        ? dollars(Math.max(...decision.programs.map(({ maxCents }) => maxCents)))
        : undefined;
    },
  ],
  loan_amount: [
    'The amount of the approved, or else of the accepted or selected offer, in dollars',
    (row) => dollars(termOf(row)?.amount),
  ],
  months: ['Its term', (row) => termOf(row)?.months],
  apr_percent: ['Its APR', (row) => termOf(row)?.apr],
  notice: [
    'The first notice of action taken or of incompleteness about the decision, or the newest: `denial`, `incomplete`, `counteroffer`, `approval`; `pending` while none is required yet, `other` where another decision of the application has it',
    ({ notice, hasOtherNotice }) => notice?.kind ?? (hasOtherNotice ? 'other' : undefined),
  ],
  notice_id: ['The reference of the notice', ({ notice }) => notice?.id],
  delivery: [
    'How it was given: `email`, `letter`, or what is still to be done. An email counts where it arrived and no letter was required beside it',
    delivery,
  ],
  emailed_at: ['When it was emailed (UTC)', ({ notice }) => instant(notice?.sentAt)],
  viewed_at: ['When the applicant viewed it online (UTC)', ({ notice }) => instant(notice?.viewedAt)],
  mailed_on: [
    'The day on which its letter was mailed, as recorded',
    ({ notice }) => notice?.mailedOn ?? undefined,
  ],
  due_on: [
    'The last day for it: 30 days after `completed_on` (12 CFR 1002.9)',
    (row) => {
      const completed = completedOn(row);
      return completed && noticeDueOn(completed);
    },
  ],
  given_on: ["The lender's day on which it was given", givenOn],
  days_to_notice: [
    'Days from `completed_on` to `given_on`',
    (row) => {
      const [completed, given] = [completedOn(row), givenOn(row)];
      return completed && given && daysBetween(completed, given);
    },
  ],
  late: [
    '`yes` if `given_on`, or today without one, is after `due_on`',
    (row) => (row.notice === undefined ? undefined : isLate(row) ? 'yes' : 'no'),
  ],
  audit_checkpoint: [
    'The latest checkpoint of the audit log, for `audit verify --anchor`',
    ({ anchor }) => anchor ?? undefined,
  ],
} as const satisfies Readonly<Record<string, Column>>;

type ColumnName = keyof typeof columns;

const ofDecision: readonly ColumnName[] = [
  'decision_id',
  'decision',
  'decided_at',
  'decided_on',
  'outcome',
  'basis',
  'unknown',
  'score',
  'policy_version',
  'offered_for_request',
  'differences',
  'offered_amount',
];

/** What each file lists, by whose day it chooses its rows, and what it leaves out. */
export const exportsByName = {
  decisions: { rows: 'the decisions of the policy, by the day of the decision', without: [] },
  notices: {
    rows: 'the notices whose 30 days end in the period, those that are still to be given included',
    without: ofDecision,
  },
  withdrawn: { rows: 'the withdrawn applications and canceled loans, by the day of it', without: ofDecision },
  incomplete: { rows: 'the notices of incompleteness whose 30 days end in the period', without: ofDecision },
  expired: { rows: 'the expired requests, offers and approvals, by the day of it', without: ofDecision },
} as const satisfies Readonly<
  Record<string, { readonly rows: string; readonly without: readonly ColumnName[] }>
>;
export type ExportName = keyof typeof exportsByName;
export const exportNames = Object.keys(exportsByName) as readonly ExportName[];

export function columnsOf(name: ExportName, withIdentity: boolean): readonly ColumnName[] {
  const without: readonly ColumnName[] = exportsByName[name].without;
  return (Object.keys(columns) as ColumnName[]).filter(
    (column) => !without.includes(column) && (withIdentity || column !== 'name'),
  );
}

export const valuesOf = (names: readonly ColumnName[], row: Exported) =>
  names.map((name) => columns[name][1](row));

/** What `ops export columns` prints. */
export const columnsTable = (): readonly string[] => [
  '| File | Its rows |',
  '|---|---|',
  ...exportNames.map((name) => `| \`${name}\` | ${exportsByName[name].rows} |`),
  '',
  '| Column | What it has | Files |',
  '|---|---|---|',
  ...(Object.keys(columns) as ColumnName[]).map((column) => {
    const files = exportNames.filter((name) => columnsOf(name, true).includes(column));
    const where = files.length === exportNames.length ? 'all' : files.join(', ');
    return `| \`${column}\` | ${columns[column][0]} | ${where} |`;
  }),
];
