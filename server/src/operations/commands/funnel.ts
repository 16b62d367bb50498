// `ops funnel`: how far visits come, and which fields are refused, as measured with consent.
import { stringify } from 'csv-stringify/sync';
import { screenNames } from '#contract/screens.ts';
import { loadLender } from '#lender/load.ts';
import { defineCommand, flag, optional, otherwise } from '../../commands/command.ts';
import { tableOf } from '../../commands/printing.ts';
import { onReplica } from '../../commands/replica.ts';
import { listOf, oneOf, whole } from '../../commands/words.ts';
import { type Application, readApplications } from '../../journey/applications.ts';
import { funnelSince, refusedFieldsSince } from '../../measurements/measurements.ts';
import { reasonsSent } from '../../notices/render-notice.ts';
import { dayIn, daysAfter } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { readFields } from '../../records/applicants.ts';
import { auditEventsOf } from '../../records/audit.ts';
import { type DatedOutcome, isByPolicy, outcomesIn } from '../../records/decisions.ts';
import { noticesOf } from '../../records/notices.ts';
import type { With } from '../../services.ts';

type Needs = With<'db' | 'vault' | 'clock' | 'lender'>;

/** An application with its decisions in the period, oldest first: at least one. */
interface Decided {
  readonly lender: Needs['lender'];
  readonly application: Application;
  readonly usState: string | undefined;
  readonly outcomes: readonly DatedOutcome[];
  readonly events: Awaited<ReturnType<typeof auditEventsOf>>;
  readonly isCounteroffer: boolean;
  /** The reasons in the words of the notice about the last decision. */
  readonly reasons: readonly string[];
}

type Value = string | number;
const none = '-';

const lastOf = ({ outcomes }: Decided) => outcomes.at(-1) as DatedOutcome;
const offersOf = ({ outcomes }: Decided) => {
  const made = outcomes.findLast((one) => isByPolicy(one) && 'programs' in one.decision);
  return made && isByPolicy(made) && 'programs' in made.decision ? made.decision.programs : [];
};
const applicantsRules = ['eligibility', 'approval', 'program-eligibility', 'ability-to-pay'];
const rulesOf = (row: Decided) => {
  const last = lastOf(row);
  const matched = isByPolicy(last) && last.outcome === 'DECLINED' ? last.decision.rows : [];
  return [...new Set(matched.filter(({ table }) => applicantsRules.includes(table)).map((rule) => rule.row))];
};
const thousands = (amounts: readonly number[]) =>
  amounts.length === 0 ? none : `$${Math.floor(Math.max(...amounts) / 100_000)},000 and up`;
/** Each state that was left, with the hours in it. */
const statesOf = ({ events, application }: Decided) => {
  let since = application.created_at;
  return events.flatMap(({ type, at, data }): [string, number][] => {
    if (type !== 'journey-moved') return [];
    const hours = (at.getTime() - since.getTime()) / 3_600_000;
    since = at;
    return [[(data as { from: string }).from, hours]];
  });
};

/** Each column, with its values for an application: it counts under each of them. */
const columns = {
  month: (row) => [dayIn(row.lender.brand.hours.timeZone, lastOf(row).decidedAt).slice(0, 7)],
  us_state: ({ usState = none }) => [usState],
  partner: ({ application }) => [application.partner_id ?? none],
  outcome: (row) => [lastOf(row).outcome],
  reason: ({ reasons }) => reasons,
  rule: rulesOf,
  /** The rule without which the application would not have been declined for a rule. */
  rule_alone: (row) => {
    const rules = rulesOf(row);
    return rules.length === 1 ? rules : [];
  },
  amount: (row) => [thousands(offersOf(row).map(({ maxCents }) => maxCents))],
  rate: (row) => {
    const rates = offersOf(row).flatMap(({ pricing }) =>
      pricing.map(({ ratePercent }) => Number(ratePercent)),
    );
    return [rates.length === 0 ? none : `${Math.floor(Math.min(...rates))}% and up`];
  },
  months: (row) => {
    const months = offersOf(row).flatMap(({ pricing }) => pricing.map((of) => of.months));
    return [months.length === 0 ? none : `up to ${Math.max(...months)}`];
  },
  counteroffer: ({ isCounteroffer }) => [isCounteroffer ? 'yes' : 'no'],
  reviewer: ({ events }) =>
    events.flatMap(({ type, operator, data }) =>
      type === 'hold-resolved' && operator !== null
        ? [`${operator}: ${(data as { resolution: string }).resolution}`]
        : [],
    ),
  status: (row) => [...new Set(statesOf(row).map(([state]) => state))],
} as const satisfies Readonly<Record<string, (row: Decided) => readonly string[]>>;

type FunnelColumn = keyof typeof columns;
const funnelColumns = Object.keys(columns) as FunnelColumn[];

const adverse = ['DECLINED', 'REJECTED', 'DENIED'];
const figures: Readonly<Record<string, (row: Decided) => boolean>> = {
  Decided: () => true,
  Refused: (row) => adverse.includes(lastOf(row).outcome),
  Offered: (row) => offersOf(row).length > 0,
  Accepted: ({ application }) => application.accepted_term !== null,
  Booked: ({ application }) => application.loan_id !== null,
};

/** A header, and a row for each combination of values, the most frequent first. `Hours`: the mean in the state, or until the last decision. */
export async function funnelTable(
  services: Needs,
  { by, days }: { readonly by: readonly FunnelColumn[]; readonly days: number },
): Promise<readonly (readonly Value[])[]> {
  const groups = new Map<string, { values: readonly string[]; counts: number[]; hours: number }>();
  for await (const row of decidedIn(services, days)) {
    const spent = (lastOf(row).decidedAt.getTime() - row.application.created_at.getTime()) / 3_600_000;
    for (const values of combined(by.map((name) => columns[name](row)))) {
      const key = JSON.stringify(values);
      const group = groups.get(key) ?? { values, counts: Object.keys(figures).map(() => 0), hours: 0 };
      const state = values[by.indexOf('status')];
      const inState = statesOf(row).flatMap(([name, hours]) => (name === state ? [hours] : []));
      Object.values(figures).forEach((counts, at) => {
        if (counts(row)) group.counts[at] = (group.counts[at] ?? 0) + 1;
      });
      group.hours += state === undefined ? spent : inState.reduce((sum, hours) => sum + hours, 0);
      groups.set(key, group);
    }
  }
  const sorted = [...groups.values()].sort((a, b) => (b.counts[0] ?? 0) - (a.counts[0] ?? 0));
  return [
    [...by, ...Object.keys(figures), 'Hours'],
    ...sorted.map(({ values, counts, hours }) => [
      ...values,
      ...counts,
      Number((hours / (counts[0] ?? 1)).toFixed(1)),
    ]),
  ];
}

const combined = (all: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  all.reduce<readonly (readonly string[])[]>(
    (before, values) => before.flatMap((some) => values.map((value) => [...some, value])),
    [[]],
  );

async function* decidedIn({ db, vault, clock, lender }: Needs, days: number): AsyncGenerator<Decided> {
  const until = clock.now();
  const outcomes = new Map<ApplicationId, DatedOutcome[]>();
  for await (const made of outcomesIn(db, vault, { from: daysAfter(until, -days), until }))
    outcomes.set(made.applicationId, [...(outcomes.get(made.applicationId) ?? []), made]);
  const ids = [...outcomes.keys()];
  for (let at = 0; at < ids.length; at += 500) {
    const some = ids.slice(at, at + 500);
    const applications = await readApplications(db, some);
    const states = await readFields(db, vault, some, ['us_state']);
    for (const [id, application] of applications) {
      const made = outcomes.get(id) ?? [];
      const notices = await noticesOf(db, id);
      const about = notices.find(
        ({ kind, decisionId }) => ['denial', 'counteroffer'].includes(kind) && decisionId === made.at(-1)?.id,
      );
      yield {
        lender,
        application,
        usState: states.get(id)?.us_state,
        outcomes: made,
        events: await auditEventsOf(db, id),
        isCounteroffer: notices.some(({ kind }) => kind === 'counteroffer'),
        reasons: about ? await reasonsSent(db, vault, about) : [],
      };
    }
  }
}

const mostFields = 20;

/** The report's lines: screens in the order of the journey, then the refused fields, most refused first. */
export async function funnelReport(db: Db, now: Date, days: number): Promise<readonly string[]> {
  const since = daysAfter(now, -days);
  const [counted, refused] = await Promise.all([
    funnelSince(db, since),
    refusedFieldsSince(db, since, mostFields),
  ]);
  if (counted.length === 0) return [`No visitor agreed to be counted in the last ${days} days.`];
  const rows = screenNames.flatMap((name) => counted.filter(({ screen }) => screen === name));
  const fields = refused.map(({ screen, field, visits }) => [`${screen}: ${field}`, visits]);
  return [
    `Visits of the last ${days} days whose visitors agreed to be counted.`,
    '',
    ...tableOf(
      [
        ['Screen', 'Seen', 'Completed', 'Left here'],
        ...rows.map(({ screen, seen, done, left }) => [screen, seen, done, left]),
      ],
      [1, 2, 3],
    ),
    ...(fields.length === 0 ? [] : ['', ...tableOf([['Refused field', 'Visits'], ...fields], [1])]),
  ];
}

export const funnel = defineCommand('funnel', 'show how far visitors get, and which fields are refused', {
  options: {
    days: otherwise('30', whole('number', 1, 9999), 'of the last days'),
    by: optional(listOf(oneOf('column', funnelColumns)), 'count the applications decided in them, by these'),
    csv: flag('the same as CSV'),
  },
  needs: [],
  run: (services, { days, by, csv }, print) =>
    onReplica(services, print, async ({ db }) => {
      if (by === undefined) return funnelReport(db, services.clock.now(), days);
      const lender = loadLender(services.config.lenderDirectory);
      const vault = await services.openVault();
      const rows = await funnelTable({ ...services, db, vault, lender }, { by, days });
      return csv ? stringify([...rows], { escape_formulas: true }).trimEnd() : tableOf(rows);
    }),
});
