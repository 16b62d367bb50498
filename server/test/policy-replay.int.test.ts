// A replay of stored decisions: its totals recomputed by plain loops, what it refuses, and its report.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { LENDER_DIRECTORY, type Lender, loadLender } from '#lender/load.ts';
import { openerOf } from '#server/cli/open-services.ts';
import { runCommand } from '#server/commands/command.ts';
import { createPolicy, type DecisionKind } from '#server/credit-policy/decide.ts';
import { type ApprovalInputs, countedIncomeCents, obligationsCents } from '#server/credit-policy/inputs.ts';
import { termsFor } from '#server/credit-policy/offers.ts';
import { dayIn } from '#server/platform/clock.ts';
import { policyReplay } from '#server/policy-analysis/commands/policy-replay.ts';
import { inForceFrom, sideOf } from '#server/policy-analysis/replay/replay.ts';
import { replayDecisions } from '#server/policy-analysis/replay/replay-decisions.ts';
import { emptySummary, medianOf, type ReplaySummary } from '#server/policy-analysis/replay/replay-summary.ts';
import { replayReport } from '#server/policy-analysis/replay/report.ts';
import { declineFor, writePolicy } from './changed-policy.ts';
import { printedBy } from './printed-by.ts';
import { audited } from './rows.ts';
import { type KeptForTest, storeDecisions } from './stored-decisions.ts';
import { testFolder } from './test-folder.ts';
import { openWorld } from './world.ts';

const folder = testFolder(afterAll);
const world = openWorld();
const policyFolder = path.join(folder, 'policy');
const lender = loadLender();
let changed: Lender;
let kept: readonly KeptForTest[];
/** Of all decisions, under the changed policy. */
let whole: ReplaySummary;
const end = new Date('2027-01-01T00:00:00Z');

beforeAll(async () => {
  writePolicy(policyFolder, {
    eligibility: ({ rows }) => {
      const rule = rows.find(({ when }: { when: object }) => 'inquiries6Months' in when);
      rule.when.inquiries6Months = '> 5';
    },
    pricing: ({ rows }) => {
      for (const { gives } of rows)
        for (const band of Object.keys(gives)) if (gives[band] === '26.74') gives[band] = '25.74';
    },
  });
  changed = loadLender(LENDER_DIRECTORY, policyFolder);
  const { db, vault } = world.services;
  kept = await storeDecisions({ db, vault, lender }, { people: 60, from: new Date('2026-08-01T00:00:00Z') });
  whole = await replay();
});

const needs = () => ({ db: world.db, vault: world.services.vault, lender });
const replay = (options = {}) => replayDecisions(needs(), changed, { until: end }, options);
const about = {
  lender: 'Branchline',
  madeOn: '2026-11-23',
  changed: '2026.2',
  decisions: 'made until 2026-12-31',
  rowsOn: 'each decision’s own day',
};

/** Each decision beside the one that the changed policy makes, on its own day. */
const sidesOf = (kind: DecisionKind) =>
  kept
    .filter((one) => one.kind === kind)
    .map(({ inputs, decision, decidedAt, requested }) => {
      const on = isoDate(dayIn(lender.brand.hours.timeZone, decidedAt));
      const policy = createPolicy(changed);
      const again =
        kind === 'approval'
          ? policy.decideApproval(inputs as ApprovalInputs, on)
          : policy.decidePrequalification(inputs, on);
      const amountCents = requested ?? lender.advertised.usualAmount;
      const about = { inputs, wanted: { amountCents, isAutoSecured: false } };
      const before = sideOf(decision, { lender, on }, about);
      const after = sideOf(again, { lender: changed, on }, about);
      return { inputs, on, decision, amountCents, before, after };
    });
const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const countsOf = (values: readonly string[]) =>
  Object.fromEntries(
    [...new Set(values)].map((value) => [value, values.filter((one) => one === value).length]),
  );
const middle = (values: readonly number[]) => {
  const sorted = ascending(values);
  return ((sorted[(sorted.length - 1) >> 1] as number) + (sorted[sorted.length >> 1] as number)) / 2;
};
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const listOf = (counts: Record<string, number>) =>
  Object.entries(counts).flatMap(([value, times]) => Array<number>(times).fill(Number(value)));

describe('a replay', () => {
  it('has the totals of its decisions', { tags: ['full'] }, () => {
    for (const kind of ['prequalification', 'approval'] as const) {
      const sides = sidesOf(kind);
      const tally = whole.kinds[kind];
      const moves = sides.map(({ before, after }) => `${before.outcome} ${after.outcome}`);
      expect(tally.moves).toEqual(countsOf(moves));
      for (const name of ['before', 'after'] as const) {
        const own = tally[name];
        const loans = sides.flatMap((side) => side[name].loan ?? []);
        expect(own.interestCents).toBe(sumOf(loans.map(({ interestCents }) => interestCents)));
        expect(own.reasons).toEqual(countsOf(sides.flatMap((side) => side[name].reasons)));
        for (const [counts, values] of [
          [own.apr, loans.map(({ aprBasisPoints }) => aprBasisPoints)],
          [own.amount, loans.map(({ amountCents }) => amountCents)],
          [own.debtToIncomeWithLoan, loans.flatMap(({ debtToIncomeWithLoan: ratio }) => ratio ?? [])],
        ] as const) {
          expect(listOf(counts)).toEqual(ascending(values));
          expect(medianOf(counts)).toBe(middle(values));
        }
        const lends = sides.filter((side) => side[name].programs.length > 0);
        expect(own.lends).toBe(lends.length);
        const byState = countsOf(lends.map(({ inputs }) => inputs.state));
        for (const [state, segment] of Object.entries(tally.segments.state))
          expect([state, segment[name].lends]).toEqual([state, byState[state] ?? 0]);
      }
    }
    // The change shows, and so does its price.
    expect(whole.kinds.prequalification.moves['PREQUALIFIED DECLINED']).toBeGreaterThan(0);
    expect(whole.kinds.prequalification.offers.cheaper).toBeGreaterThan(0);
  });

  it('prices the wanted amount over the months nearest to 48', { tags: ['full'] }, () => {
    for (const { decision, before, inputs, on, amountCents } of sidesOf('prequalification')) {
      if (!('programs' in decision) || before.loan?.amountCents !== amountCents) continue;
      const { state, militaryCovered } = inputs;
      const best = decision.programs
        .filter(({ isAutoSecured }) => isAutoSecured === before.loan?.isAutoSecured)
        .flatMap((program) =>
          termsFor(program, cents(amountCents), { lender, state, militaryCovered, date: on }),
        )
        .sort(
          (a, b) => Math.abs(a.months - 48) - Math.abs(b.months - 48) || a.monthlyPayment - b.monthlyPayment,
        )[0];
      expect(before.loan).toMatchObject({
        months: best?.months,
        paymentCents: best?.monthlyPayment,
        interestCents: (best?.totalOfPayments ?? 0) - amountCents,
        debtToIncomeWithLoan: Math.round(
          ((obligationsCents(inputs) + (best?.monthlyPayment ?? 0)) * 120_000) / countedIncomeCents(inputs),
        ),
      });
    }
  });

  it('changes nothing under the policy that decided', { tags: ['full'] }, async () => {
    const { kinds } = await replayDecisions(needs(), lender, { until: end });
    for (const { moves, otherReasons, before, after, offers } of Object.values(kinds)) {
      for (const move of Object.keys(moves)) expect(move.split(' ')[0]).toBe(move.split(' ')[1]);
      expect(otherReasons + offers.cheaper + offers.dearer + offers.smaller + offers.larger).toBe(0);
      expect(after).toEqual(before);
    }
  });

  it('is the same in two threads', { tags: ['full'] }, async () => {
    const threads = { count: 2, lenderDirectory: LENDER_DIRECTORY };
    expect(await replay({ threads })).toEqual(whole);
  });

  it('decides by the rows of a change that begins later', () => {
    const { eligibility } = lender.policy;
    const later = { ...eligibility.rows[0], id: 'E-99', from: '2027-03-01' };
    const policy = { ...lender.policy, eligibility: { ...eligibility, rows: [...eligibility.rows, later] } };
    expect(inForceFrom(lender.policy, policy as never)).toBe('2027-03-01');
    expect(inForceFrom(lender.policy, lender.policy)).toBeUndefined();
  });
});

it('decisions whose inputs lack a fact are left out, or it is assumed', { tags: ['full'] }, async () => {
  const own = writePolicy(path.join(folder, 'attributed'), {
    attributes: ({ attributes }) => {
      const { cardUtilization: like } = attributes;
      attributes.newCode = { ...like, unit: 'percent', source: { ...like.source, code: 'NEW1' } };
    },
    eligibility: declineFor({ newCode: '> 50' }, 'balances-too-high'),
  });
  const attributed = loadLender(LENDER_DIRECTORY, own);
  const { missingFacts, kinds } = await replayDecisions(needs(), attributed, { until: end });
  const decided = kinds.prequalification.decided + kinds.approval.decided;
  expect(missingFacts.newCode).toBeGreaterThan(0);
  expect(decided + (missingFacts.newCode as number)).toBe(kept.length);
  const low = await replayDecisions(needs(), attributed, { until: end }, { assumed: { newCode: 10 } });
  expect(low.missingFacts).toEqual({});
  expect(low.kinds.prequalification.before.lends).toBe(low.kinds.prequalification.after.lends);
  const high = await replayDecisions(needs(), attributed, { until: end }, { assumed: { newCode: 90 } });
  expect(high.kinds.prequalification.after.lends).toBe(0);
});

it('the report has every table, and is the same each time', () => {
  const summary = { ...whole, missingFacts: { overdrafts: 3 } };
  const markdown = replayReport(summary, about);
  expect(replayReport(summary, about)).toBe(markdown);
  for (const question of ['from what to what', 'overall', 'reasons', 'repriced', 'partner', 'left out'])
    expect(markdown).toMatch(new RegExp(`^### .*${question}.*$`, 'm'));
  const lacking = 'The inputs lack overdrafts. To assume a value: --assume overdrafts=VALUE | 3 |';
  expect(markdown).toContain(lacking);
  expect(markdown).toMatch(/^\| Before \| After \| Decisions \| Share \|$/m);
  expect(replayReport(emptySummary(), about)).toContain('How it was computed');
});

describe('the command', () => {
  const env = () => ({
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: world.config.dataDirectory,
    DATABASE_URL: world.config.DATABASE_URL,
  });
  const run = (...args: string[]) => {
    const wanted = ['--for', 'Proposal 12', '--threads', '1', ...args];
    if (!args.includes('--policy')) wanted.push('--policy', policyFolder);
    return printedBy((print) => command(wanted, print));
  };
  const command = (args: readonly string[], print: (line: string) => void) =>
    runCommand(policyReplay, { env: env(), args, print, open: openerOf(env()) });

  it('writes the report, and is recorded once', { tags: ['full'] }, async () => {
    const out = path.join(folder, 'report');
    await world.restart(async () => {
      const output = await run('--to', '2026-12-31', '--out', out);
      expect(output).toContain(`${kept.length} decisions replayed, 0 left out.`);
      await expect(run('--out', out)).rejects.toThrow('is not empty');
    });
    expect(readFileSync(path.join(out, 'report.md'), 'utf8')).toMatch(/^# Policy replay$/m);
    expect(await audited(world, 'policy-replayed')).toMatchObject([
      { application_id: null, data: { why: 'Proposal 12', policyVersion: changed.policy.version } },
    ]);
  });

  it('requires a purpose, and refuses a policy that the product would refuse', async () => {
    await expect(command(['--policy', policyFolder], () => {})).rejects.toThrow('--for');
    await expect(run('--policy', 'nowhere')).rejects.toThrow('There is no folder');
    await expect(run('--for', 'again')).rejects.toThrow('policy:replay');
    await expect(run('--assume', 'nonsense')).rejects.toThrow('--assume');
  });
});
