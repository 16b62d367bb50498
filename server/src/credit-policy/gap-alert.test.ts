import { expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import type { CreditPolicy } from './decide.ts';
import type { ApprovalInputs, PolicyInputs } from './inputs.ts';
import { gapAlert, withGapAlert } from './policies.ts';
import { PolicyGapError } from './policy-rows.ts';

it('a gap in the policy alerts the operators, and still decides nothing', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const metrics = createMetrics();
  const gap = () => {
    throw new PolicyGapError('The bureau named score factor 99 without its text.');
  };
  const broken: CreditPolicy = { version: '1', decidePrequalification: gap, decideApproval: gap };
  const policy = withGapAlert(broken, gapAlert({ log, metrics }));
  const on = isoDate('2026-11-20');

  expect(() => policy.decidePrequalification({} as PolicyInputs, on)).toThrow(PolicyGapError);
  expect(() => policy.decideApproval({} as ApprovalInputs, on)).toThrow(PolicyGapError);

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, kind: 'prequalification', because: 'The bureau named score factor 99 without its text.' },
    { level: 50, kind: 'approval' },
  ]);
  const expected = 'branchline_outcomes_total{kind="approval",outcome="NO_DECISION"} 1';
  expect(await metrics.registry.metrics()).toContain(expected);
});
