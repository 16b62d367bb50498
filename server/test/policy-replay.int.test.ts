// A replay of stored decisions: its totals recomputed by plain loops, its resumption, what it refuses, and its report.
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IsoDate, isoDate } from '#finance/dates.ts';
import { type Cents, cents } from '#finance/money.ts';
import { LENDER_DIRECTORY, type Lender, loadLender } from '#lender/load.ts';
import { replayPolicy } from '#server/cli/policy-replay.ts';
import { openReplayFolder } from '#server/cli/replay-folder.ts';
import { dayIn } from '#server/platform/clock.ts';
import { createPolicy } from '#server/policy/decide.ts';
import { countedIncomeCents, obligationsCents } from '#server/policy/inputs.ts';
import { termsFor } from '#server/policy/offers.ts';
import { reasonWording } from '#server/policy/reasons.ts';
import { inForceFrom } from '#server/policy/replay.ts';
import { emptySummary, medianOf, type ReplaySummary } from '#server/policy/replay-summary.ts';
import { readGroups } from '#server/replay/group-file.ts';
import { type ReplayProgress, replayDecisions } from '#server/replay/replay-decisions.ts';
import { replayReport } from '#server/replay/report.ts';
import { type KeptForTest, storeDecisions } from './stored-decisions.ts';
import { createWorld, type World } from './world.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'replay-'));
const policyFolder = path.join(folder, 'policy');
const lender = loadLender();
let changed: Lender;
let world: World;
let kept: readonly KeptForTest[];
/** Of all decisions, under the changed policy. */
let whole: ReplaySummary;
const end = new Date('2027-01-01T00:00:00Z');

beforeAll(async () => {
  cpSync(path.join(LENDER_DIRECTORY, 'policy'), policyFolder, { recursive: true });
  edit('eligibility.json', '"inquiries6Months": "> 8"', '"inquiries6Months": "> 5"');
  edit('pricing.json', '31.22', '30.02');
  changed = loadLender(LENDER_DIRECTORY, policyFolder);
  world = await createWorld();
  const { db, vault } = world.product.services;
  kept = await storeDecisions({ db, vault, lender }, { people: 60, from: new Date('2026-08-01T00:00:00Z') });
  whole = await replay();
});
afterAll(async () => {
  await world?.close();
  rmSync(folder, { recursive: true });
});

function edit(file: string, from: string, to: string): void {
  const at = path.join(policyFolder, file);
  const text = readFileSync(at, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(at, text.replaceAll(from, to));
}

const needs = () => ({ db: world.product.services.db, vault: world.product.services.vault, lender });
const replay = (more = {}, options = {}) =>
  replayDecisions(needs(), changed, { until: end, ...more }, options);
const about = {
  lender: 'Branchline',
  madeOn: '2026-11-23',
  changed: '2026.2',
  decisions: 'made until 2026-12-31',
  rowsOn: 'each decision’s own day',
};

/** The second program: sorts whole lists, and prices every term on the decision's own day. */
function recompute(all: readonly KeptForTest[]) {
  const policy = createPolicy(changed);
  const side = () => ({
    lends: 0,
    interest: 0,
    aprs: [] as number[],
    ratios: [] as number[],
    amounts: [] as number[],
    reasons: {} as Record<string, number>,
  });
  const totals = {
    moves: {} as Record<string, number>,
    before: side(),
    after: side(),
    states: {} as Record<string, number[]>,
  };
  for (const { inputs, kind, decision, decidedAt, requested } of all) {
    const on: IsoDate = isoDate(dayIn(lender.brand.hours.timeZone, decidedAt));
    const again =
      kind === 'approval'
        ? policy.decideApproval(inputs as never, on)
        : policy.decidePrequalification(inputs, on);
    const move = `${decision.kind} ${again.kind}`;
    totals.moves[move] = (totals.moves[move] ?? 0) + 1;
    totals.states[inputs.state] ??= [0, 0, 0];
    const inState = totals.states[inputs.state] as number[];
    inState[0] = (inState[0] as number) + 1;
    for (const [name, one, by] of [
      ['before', decision, lender],
      ['after', again, changed],
    ] as const) {
      const tally = totals[name];
      if ('reasons' in one)
        for (const reason of reasonWording(by, one.reasons))
          tally.reasons[reason] = (tally.reasons[reason] ?? 0) + 1;
      if (!('programs' in one)) continue;
      tally.lends += 1;
      inState[name === 'before' ? 1 : 2] = (inState[name === 'before' ? 1 : 2] as number) + 1;
      const unsecured = one.programs.filter((program) => !program.isAutoSecured);
      const programs = unsecured.length > 0 ? unsecured : one.programs;
      const wanted = requested ?? lender.advertised.usualAmount;
      const listed = programs.flatMap(({ validAmounts }) => validAmounts);
      const lends = programs.some(({ minCents, maxCents }) => minCents <= wanted && wanted <= maxCents);
      const below = listed.filter((amount) => amount <= wanted);
      const amount = (lends ? wanted : below.length > 0 ? Math.max(...below) : Math.min(...listed)) as Cents;
      const context = { lender: by, state: inputs.state, militaryCovered: inputs.militaryCovered, on };
      let best: ReturnType<typeof termsFor>[number] | undefined;
      for (const program of programs)
        for (const term of termsFor(program, cents(amount), context)) {
          const nearer = best === undefined ? 1 : Math.abs(best.months - 48) - Math.abs(term.months - 48);
          if (nearer > 0 || (nearer === 0 && best && term.monthlyPayment < best.monthlyPayment)) best = term;
        }
      if (best === undefined) continue;
      tally.interest += best.totalOfPayments - amount;
      tally.aprs.push(Math.round(Number(best.apr.toFixed(2)) * 100));
      tally.amounts.push(amount);
      tally.ratios.push(
        Math.round(((obligationsCents(inputs) + best.monthlyPayment) * 120_000) / countedIncomeCents(inputs)),
      );
    }
  }
  return totals;
}

const middle = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] as number) + (sorted[sorted.length >> 1] as number)) / 2;
};
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const listOf = (counts: Record<string, number>) =>
  Object.entries(counts).flatMap(([value, times]) => Array<number>(times).fill(Number(value)));

describe('a replay', () => {
  it('has the totals of a second program', () => {
    for (const kind of ['prequalification', 'approval'] as const) {
      const expected = recompute(kept.filter((one) => one.kind === kind));
      const tally = whole.kinds[kind];
      expect(tally.moves).toEqual(expected.moves);
      for (const name of ['before', 'after'] as const) {
        const [own, side] = [tally[name], expected[name]];
        expect([own.lends, own.interestCents]).toEqual([side.lends, side.interest]);
        expect(own.reasons).toEqual(side.reasons);
        for (const [counts, values] of [
          [own.apr, side.aprs],
          [own.amount, side.amounts],
          [own.debtToIncomeWithLoan, side.ratios],
        ] as const) {
          expect(listOf(counts)).toEqual([...values].sort((a, b) => a - b));
          expect(medianOf(counts)).toBe(middle(values));
          expect(sumOf(listOf(counts))).toBe(sumOf(values));
        }
      }
      const states = Object.entries(tally.segments.state).map(([state, one]) => [
        state,
        [one.decided, one.before.lends, one.after.lends],
      ]);
      expect(Object.fromEntries(states)).toEqual(expected.states);
    }
    // The change shows, and so does its price.
    expect(whole.kinds.prequalification.moves['PREQUALIFIED DECLINED']).toBeGreaterThan(0);
    expect(whole.kinds.prequalification.offers.cheaper).toBeGreaterThan(0);
  });

  it('changes nothing under the policy that decided', async () => {
    const { kinds } = await replayDecisions(needs(), lender, { until: end });
    for (const { moves, otherReasons, before, after, offers } of Object.values(kinds)) {
      for (const move of Object.keys(moves)) expect(move.split(' ')[0]).toBe(move.split(' ')[1]);
      expect(otherReasons + offers.cheaper + offers.dearer + offers.smaller + offers.larger).toBe(0);
      expect(after).toEqual(before);
    }
  });

  it('is the same in two threads, and after an interruption', { tags: ['full'] }, async () => {
    const threads = { count: 2, lenderDirectory: LENDER_DIRECTORY };
    expect(await replay({}, { threads })).toEqual(whole);

    // More than a batch of decisions, which take no time.
    const { inputs } = kept.find(({ decision }) => decision.kind === 'DECLINED') as KeptForTest;
    const later = { from: new Date('2027-02-01T00:00:00Z'), until: new Date('2028-01-01T00:00:00Z') };
    await storeDecisions(needs(), { people: Array<typeof inputs>(260).fill(inputs), from: later.from });
    let stopped: ReplayProgress | undefined;
    const interrupted = replay(later, {
      onBatch: (progress: ReplayProgress) => {
        stopped = structuredClone(progress);
        throw new Error('The machine stops.');
      },
    });
    await expect(interrupted).rejects.toThrow('stops');
    expect(stopped?.read).toBe(250);
    expect(await replay(later, { resume: stopped })).toEqual(await replay(later));
  });

  it('decides by the rows of a change that begins later', () => {
    const later = structuredClone(changed.policy.eligibility.rows.slice(0, 1)).map((row) => ({
      ...row,
      id: 'E-99',
      from: '2027-03-01',
    }));
    const policy = {
      ...lender.policy,
      eligibility: { ...lender.policy.eligibility, rows: [...lender.policy.eligibility.rows, ...later] },
    };
    expect(inForceFrom(lender.policy, policy as never)).toBe('2027-03-01');
    expect(inForceFrom(lender.policy, lender.policy)).toBeUndefined();
  });

  it('replays one state, and what a program is offered in', async () => {
    const state = kept[0]?.inputs.state as string;
    const { kinds } = await replay({ state });
    expect(kinds.prequalification.decided).toBe(
      kept.filter(({ kind, inputs }) => kind === 'prequalification' && inputs.state === state).length,
    );
    const { kinds: ofProgram } = await replay({ program: 'big_auto' });
    expect(Object.keys(ofProgram.prequalification.moves).every((move) => move.includes('PREQUALIFIED'))).toBe(
      true,
    );
  });
});

describe('a policy that uses what stored inputs lack', () => {
  it('leaves those decisions out by name, unless a value is assumed', async () => {
    const own = path.join(folder, 'attributed');
    cpSync(path.join(LENDER_DIRECTORY, 'policy'), own, { recursive: true });
    // biome-ignore lint/suspicious/noExplicitAny: the changes reach any part of a file
    const change = (file: string, edited: (content: any) => void) => {
      const at = path.join(own, file);
      const content = JSON.parse(readFileSync(at, 'utf8'));
      edited(content);
      writeFileSync(at, JSON.stringify(content));
    };
    change('attributes.json', ({ attributes }) => {
      const { about, kind, source, reason } = attributes.cardUtilization;
      Object.assign(attributes, {
        newCode: { about, kind, unit: 'percent', source: { ...source, code: 'NEW1' }, reason },
      });
    });
    change('eligibility.json', (table) => {
      Object.assign(table.columns, { newCode: 'A new attribute' });
      table.rows.push({
        id: 'E-98',
        about: 'A new rule.',
        when: { newCode: '> 50' },
        gives: { outcome: 'DECLINED', reason: 'balances-too-high' },
        from: '2024-01-01',
      });
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
});

describe('the report', () => {
  it('has every table without a script, and is the same each time', async () => {
    const summary = { ...whole, missingFacts: { overdrafts: 3 } };
    const report = replayReport(summary, about);
    expect(replayReport(summary, about)).toEqual(report);
    expect(report.html).not.toMatch(/<script|javascript:|\son\w+=|https?:\/\/(?!www\.w3\.org)/i);
    for (const question of [
      'from what to what',
      'overall',
      'reasons',
      'repriced',
      'state',
      'score',
      'income',
      'program',
      'channel',
      'partner',
      'left out',
    ])
      expect(report.html).toMatch(new RegExp(`<h3[^>]*>[^<]*${question}[^<]*</h3>`));
    expect(report.html.match(/<table class="bars"/g)?.length).toBeGreaterThan(3);
    expect(report.markdown).toContain(
      'The inputs lack overdrafts. To assume a value: --assume overdrafts=VALUE | 3 |',
    );
    expect(Object.keys(report.csv)).toContain('by-partner.csv');
    expect(report.csv['outcomes.csv']).toMatch(/^Decision,Before,After,Decisions,Share\nprequalification,/);
    // No attribute's value holds a quote.
    expect(report.html).not.toMatch(/="[^"<>]*"[^\s/>]/);
    const ids = [...report.html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has nothing to show for no decisions', async () => {
    const { html } = replayReport(emptySummary(), about);
    expect(html).toContain('How it was computed');
  });

  it('compares groups that the lender supplies, and stores none of them', async () => {
    const file = path.join(folder, 'groups.csv');
    const references = [...new Set(kept.map(({ reference }) => reference))];
    const rows = references.flatMap((reference, at) => [
      `${reference},A,${at % 2 ? 0.9 : 0.2}`,
      `${reference},B,${at % 2 ? 0.1 : 0.8}`,
    ]);
    writeFileSync(file, ['reference,group,probability', ...rows].join('\n'));
    const groups = await readGroups(file);
    const summary = await replay({}, { groups });
    const { before } = summary.kinds.prequalification.groups;
    expect(Object.values(before).reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(
      references.length,
      6,
    );
    const report = replayReport(summary, about);
    expect(report.html).toContain('How do groups fare?');
    expect(report.csv['fair-lending.csv']).toContain('Control group');
    writeFileSync(file, 'reference,group,probability\n1234,A,0.5\n');
    await expect(readGroups(file)).rejects.toThrow('Line 2 of the groups file has a reference');
    writeFileSync(file, `reference,group,probability\n${references[0]},A,0.8\n${references[0]},B,0.8\n`);
    await expect(readGroups(file)).rejects.toThrow('Line 3');
  });
});

describe('the command', () => {
  const env = () => ({
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: world.config.dataDirectory,
    DATABASE_URL: world.config.DATABASE_URL,
  });
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    await replayPolicy(
      env(),
      ['--policy', policyFolder, '--for', 'Proposal 12', '--threads', '1', ...args],
      (line) => lines.push(line),
    );
    return lines.join('\n');
  };

  it('writes the report and the list of changed decisions, and is recorded once', async () => {
    const out = path.join(folder, 'report');
    await world.restart(async () => {
      expect(await run('--to', '2026-12-31', '--out', out)).toContain(
        `${kept.length} decisions replayed, 0 left out.`,
      );
      await expect(run('--out', out)).rejects.toThrow('is not empty');
    });
    for (const name of ['report.html', 'report.md', 'reasons.csv'])
      expect(existsSync(path.join(out, name))).toBe(true);
    const changes = readFileSync(path.join(out, 'changed.csv'), 'utf8').trim().split('\n');
    const moved = Object.values(whole.kinds).flatMap(({ moves }) =>
      Object.entries(moves).filter(([move]) => move.split(' ')[0] !== move.split(' ')[1]),
    );
    expect(changes.length - 1).toBe(sumOf(moved.map(([, times]) => times)));
    const events = await world.product.services.db
      .selectFrom('audit_event')
      .select(['data', 'application_id'])
      .where('type', '=', 'policy-replayed')
      .execute();
    expect(events).toMatchObject([
      { application_id: null, data: { why: 'Proposal 12', policyVersion: changed.policy.version } },
    ]);
  });

  it('requires a purpose, and refuses a policy that the product would refuse', async () => {
    await expect(replayPolicy(env(), ['--policy', policyFolder], () => {})).rejects.toThrow('--for');
    await expect(run('--policy', 'nowhere')).rejects.toThrow('policy:replay');
    await expect(run('--assume', 'nonsense')).rejects.toThrow('--assume');
  });

  it('continues only the same replay', () => {
    const own = path.join(folder, 'interrupted');
    const wanted = { setup: 'one', isKept: true };
    const change = {
      reference: randomBytes(4).toString('hex'),
      kind: 'approval',
      on: '2026-08-01' as IsoDate,
      state: 'TX',
      before: { outcome: 'APPROVED', reasons: [] },
      after: { outcome: 'DECLINED', reasons: ['=1+1'] },
    } as const;
    const first = openReplayFolder(own, wanted);
    first.add([change]);
    const cursor = { at: new Date('2026-09-01T00:00:00Z'), id: 'x' };
    first.keep({ summary: emptySummary(), cursor, read: 10 }, end);
    first.add([change]);
    expect(() => openReplayFolder(own, { ...wanted, setup: 'two' })).toThrow('another replay');
    const second = openReplayFolder(own, wanted);
    expect(second).toMatchObject({ until: end, resume: { read: 10, cursor } });
    expect(readFileSync(path.join(own, 'changed.csv'), 'utf8').trim().split('\n')).toHaveLength(2);
    second.finish({ 'report.md': '#' });
    expect(existsSync(path.join(own, 'unfinished.json'))).toBe(false);
  });
});
