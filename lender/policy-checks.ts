// Checks the policy files against each other. Each mistake is a sentence for the person who edits them.

import { cellHolds, type FactName, type Facts } from './cells.ts';
import { findFeeMistake } from './fees.ts';
import { daysOfChange, isInForce } from './in-force.ts';
import type { Refuse } from './lender-files.ts';
import { checkReasons } from './reason-checks.ts';
import { type Condition, everyRow } from './schema/decision-tables.ts';
import type { Policy } from './schema/policy.ts';
import { lentRange, type Program, termsOf } from './schema/programs.ts';
import { rowHolds } from './table-rows.ts';

const LOWEST_SCORE = 300;
const HIGHEST_SCORE = 850;

/** Refuses the first mistake between the policy files. Files are named as under lender/policy. */
export function checkPolicy(policy: Policy, served: ReadonlySet<string>, refuse: Refuse): void {
  const refuseIf = (file: string, mistake: string | undefined) => mistake && refuse(file, mistake);
  refuseIf('programs.json', findTermsMistake(policy));
  checkProgramNames(policy, refuse);
  refuseIf('pricing.json', findRateMistake(policy));
  checkPrices(policy, refuse);
  refuseIf('eligibility.json', findMissingAlert(policy));
  refuseIf('verification.json', findUnclearable(policy));
  refuseIf('reference.json', findDisorder('federalFunds', policy.reference.federalFunds));
  refuseIf('time-limits.json', findDisorder('limits', policy.timeLimits));
  refuseIf('state-caps.json', findCapMistake(policy, served));
  refuseIf('fees.json', findFeeMistake(policy, served));
  refuseIf('adverse-action.json', findScoreMistake(policy));
  checkReasons(policy, refuse);
}

// Each mistake is a sentence about the first row that has it; undefined if there is none.

function findTermsMistake({ programs }: Policy): string | undefined {
  for (const { name, terms } of programs)
    if ((terms.longest - terms.shortest) % terms.every !== 0)
      return `${name}.terms.every must lead from shortest to longest (${terms.shortest} to ${terms.longest} is not a multiple of ${terms.every}).`;
  return undefined;
}

/** A table may name the programs of programs.json only. */
function checkProgramNames(policy: Policy, refuse: Refuse): void {
  const names = policy.programs.map((program) => program.name);
  for (const { row, file, at } of everyRow(policy)) {
    const named = row.when.flatMap(({ fact, cell }) =>
      fact === 'program' && cell.is === 'one-of' ? cell.words : [],
    );
    const unknown = named.find((name) => !names.includes(name));
    if (unknown !== undefined)
      refuse(
        file,
        `${at}.when.program must be one of ${names.join(', ')}, as named in programs.json, not "${unknown}".`,
      );
  }
}

function findRateMistake({ programs, pricing }: Policy): string | undefined {
  for (const [index, row] of pricing.rows.entries()) {
    const at = `rows[${index}] (${row.id})`;
    const names = row.when.map((condition) => condition.fact);
    if (names.some((name) => name !== 'program' && name !== 'score') || !names.includes('program'))
      return `${at}.when must use program and score, and nothing else.`;
    const bands = row.gives.toSorted((a, b) => a.shortest - b.shortest);
    const isPriced = ({ name }: Program) =>
      row.when.every(({ fact, cell }) => fact !== 'program' || cellHolds(cell, name));
    for (const program of programs.filter(isPriced)) {
      for (const band of bands) {
        const name = `${at}.gives.${band.shortest}-${band.longest}`;
        if (band.shortest > band.longest) return `${name} must run from the shorter to the longer term.`;
        if (Number(band.ratePercent) < Number(program.floor))
          return `${name} is ${band.ratePercent}, below the floor of ${program.name} (${program.floor}).`;
        if (Number(band.ratePercent) > Number(program.ceiling))
          return `${name} is ${band.ratePercent}, above the ceiling of ${program.name} (${program.ceiling}).`;
      }
      for (const months of termsOf(program)) {
        const hits = bands.filter((band) => band.shortest <= months && months <= band.longest);
        if (hits.length === 0) return `${at}.gives has no rate for ${months} months of ${program.name}.`;
        const both = hits.map((band) => `${band.shortest}-${band.longest}`).join(' and ');
        if (hits.length > 1)
          return `${at}.gives has two rates for ${months} months of ${program.name}: ${both}.`;
      }
    }
  }
  return undefined;
}

const each = <N extends FactName, V>(value: V, ...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<N, V>;

/** Facts that no rule objects to, so that the score alone decides. */
const SPOTLESS: Omit<Facts, 'score' | 'program'> = {
  ...each(false, 'confirmedFraud', 'addressAlert', 'fraudAlert', 'extendedAlert', 'activeDutyAlert'),
  ...each(false, 'addressDiscrepancy', 'ssnConflict', 'deceased', 'scoreUnexplained', 'fileFrozen', 'noFile'),
  ...each(false, 'openBankruptcy', 'militaryCovered'),
  ...each(0, 'delinquencies30', 'delinquencies60', 'delinquencies90', 'collections', 'chargeOffs'),
  ...each(0, 'newDelinquencies90', 'newCollections', 'newChargeOffs', 'inquiries6Months'),
  ...each(0, 'housingPayment', 'openConsumerFinanceLines'),
  ...each(true, 'deviceChecked', 'captchaConfirmed', 'vehicleSearched'),
  fraudDecision: 'ACCEPT',
  monthsSinceBankruptcy: null,
  debtToIncome: 1,
  monthlyIncome: 10_000,
  estimatedToDeclaredIncome: 100,
  openTradeLines: 10,
  oldestTradeLineMonths: 240,
  vehicleValue: 100_000,
  vehicleYear: 2020,
  state: 'UT',
  residence: 'own',
  incomeConfirmed: true,
  // No row about an attribute holds.
  attributes: {},
};

/** For every applicant that the rules accept, exactly one row of the rate sheet must match on every day on which a row changes. */
function checkPrices({ programs, eligibility, programEligibility, pricing }: Policy, refuse: Refuse): void {
  const scores = [
    null,
    ...Array.from({ length: HIGHEST_SCORE - LOWEST_SCORE + 1 }, (_, index) => LOWEST_SCORE + index),
  ];
  for (const date of daysOfChange(
    [...eligibility.rows, ...programEligibility.rows, ...pricing.rows],
    pricing.rows,
  )) {
    const declines = eligibility.rows.filter((row) => isInForce(row, date));
    if (declines.length === 0)
      refuse('eligibility.json', `no row holds on ${date}; extend until or add rows from that day.`);
    const refusals = programEligibility.rows.filter((row) => 'refuse' in row.gives && isInForce(row, date));
    const rates = pricing.rows.filter((row) => isInForce(row, date));
    for (const { name: program } of programs) {
      for (const score of scores) {
        const facts: Facts = { ...SPOTLESS, score, program };
        const meets = (row: { readonly when: readonly Condition[] }) => rowHolds(row, facts);
        if (declines.some(meets) || refusals.some(meets)) continue;
        const hits = rates.filter(meets);
        if (hits.length === 1) continue;
        if (score === null)
          refuse(
            'eligibility.json',
            `on ${date} no row declines a file without a score (score: none), and there is no rate for one.`,
          );
        refuse(
          'pricing.json',
          hits.length === 0
            ? `on ${date} ${program} has no rate for a score of ${score}, which the rules let through.`
            : `on ${date} ${program} has ${hits.length} rows for a score of ${score}: ${hits.map((row) => row.id).join(' and ')}.`,
        );
      }
    }
  }
}

/** Facts on which no credit may be given before a person has verified the applicant's identity, with the rule that requires it. */
const ALERTS = {
  fraudAlert: '15 U.S.C. 1681c-1(h)(1)(B)',
  extendedAlert: '15 U.S.C. 1681c-1(h)(2)(B)',
  activeDutyAlert: '15 U.S.C. 1681c-1(h)(1)(B)',
  addressDiscrepancy: '12 CFR 1022.82(c)',
  ssnConflict: '16 CFR part 681, Appendix A, Supplement A, 14',
  deceased: '16 CFR part 681, Appendix A, Supplement A, 10',
  scoreUnexplained: '12 CFR 1002.9(b)(2)',
} as const satisfies Partial<Record<keyof Facts, string>>;

/** On every day each alert must lead to a person, or to no loan, whatever else is on the file. */
function findMissingAlert({ eligibility }: Policy): string | undefined {
  for (const date of daysOfChange(eligibility.rows, eligibility.rows)) {
    for (const fact of Object.keys(ALERTS) as (keyof typeof ALERTS)[]) {
      const isStopped = eligibility.rows.some(
        ({ when, gives, ...row }) =>
          isInForce(row, date) &&
          gives.outcome !== 'DECLINED' &&
          when.every((condition) => condition.fact === fact && cellHolds(condition.cell, true)),
      );
      if (!isStopped)
        return `on ${date} no row gives STEP_UP wherever ${fact} is yes; ${ALERTS[fact]} requires it.`;
    }
  }
  return undefined;
}

/** What a bank's name and address can answer. An alert needs a call, and the other facts another report or a person. */
const CLEARED_BY_BANK: readonly string[] = ['fraudDecision', 'deviceChecked', 'addressDiscrepancy'];

function findUnclearable({ eligibility, verification }: Policy): string | undefined {
  for (const id of verification.bankClears) {
    const rows = eligibility.rows.filter((row) => row.id === id);
    const isClearable = rows.every(
      ({ when, gives }) =>
        gives.outcome === 'STEP_UP' && when.every(({ fact }) => CLEARED_BY_BANK.includes(fact)),
    );
    if (rows.length === 0 || !isClearable)
      return `bankClears may name rows of eligibility.json that give STEP_UP by ${CLEARED_BY_BANK.join(', ')} alone, not ${id}.`;
  }
  return undefined;
}

/** Rows that each take the place of the one before. */
function findDisorder(name: string, rows: readonly { readonly from: string }[]): string | undefined {
  for (const [index, { from }] of rows.entries()) {
    const before = rows[index - 1];
    if (before && from <= before.from)
      return `${name}[${index}].from must be later than the row before it (${from} is not after ${before.from}).`;
  }
  return undefined;
}

function findCapMistake({ programs, stateCaps, reference }: Policy, served: ReadonlySet<string>) {
  for (const [index, row] of stateCaps.caps.entries()) {
    const at = `caps[${index}] (${row.state})`;
    if (!served.has(row.state))
      return `${at}.state is not served by public/states.json; add the state there or take the row out.`;
    const limits = row.limit.kind === 'greatest' ? row.limit.of : [row.limit];
    const addsFunds = limits.some((limit) => limit.kind !== 'none' && limit.plusFederalFunds);
    if (addsFunds && !reference.federalFunds.some((rate) => rate.from <= row.effective.from))
      return `${at}.limit.plusFederalFunds needs a rate in reference.json that holds from ${row.effective.from}.`;
  }
  const overlap = findOverlap(stateCaps.caps);
  if (overlap) return overlap;
  const { leastCents: least, mostCents: most } = lentRange(programs);
  for (const state of served) {
    const covers = stateCaps.caps.some(
      ({ state: of, amountCents, effective }) =>
        of === state &&
        effective.to === undefined &&
        (amountCents?.min ?? 0) <= most &&
        (amountCents?.max ?? most) >= least,
    );
    if (!covers)
      return `${state} is served and has no row without an end; a state without a numeric cap needs a row with "limit": {"kind": "none"}.`;
  }
  return undefined;
}

/** Only one of two rows can be the law, but a loan can be under both a rate cap and an all-in cap. */
function findOverlap(caps: Policy['stateCaps']['caps']): string | undefined {
  for (const [index, row] of caps.entries()) {
    for (const [before, other] of caps.slice(0, index).entries()) {
      const isSameLaw = row.basis === other.basis || row.limit.kind === 'none' || other.limit.kind === 'none';
      if (
        row.state === other.state &&
        isSameLaw &&
        overlaps(row.amountCents, other.amountCents) &&
        overlaps(row.months, other.months) &&
        row.effective.from <= (other.effective.to ?? row.effective.from) &&
        other.effective.from <= (row.effective.to ?? other.effective.from)
      )
        return `caps[${index}] overlaps caps[${before}] (both ${row.state}): end one before the other begins, or keep their amounts or terms apart.`;
    }
  }
  return undefined;
}

type Ends = Policy['stateCaps']['caps'][number]['months'];

function overlaps(range: Ends = {}, other: Ends = {}): boolean {
  const least = Math.max(range.min ?? 0, other.min ?? 0);
  return least <= Math.min(range.max ?? Number.MAX_SAFE_INTEGER, other.max ?? Number.MAX_SAFE_INTEGER);
}

function findScoreMistake({ adverseAction }: Policy): string | undefined {
  const { scoreLowest, scoreHighest } = adverseAction.bureau;
  return scoreLowest >= scoreHighest
    ? `bureau.scoreLowest must be below bureau.scoreHighest (${scoreLowest} > ${scoreHighest}).`
    : undefined;
}
