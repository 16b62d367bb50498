// `ops explain` for the people whose decisions differ: every fact, rule, reason, price and notice, and the reader on record.
import { expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { documentText } from '#server/commands/document-text.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { explain } from '#server/policy-analysis/commands/explain.ts';
import { auditEventsOf } from '#server/records/audit.ts';
import { decidedAs } from './journeys.ts';
import { openWorld } from './world.ts';

const world = openWorld();

const explainedBy = async (id: ApplicationId) =>
  documentText(await explain(world.services, loadLender(), id, { why: 'Exam of 2026' }));
const explained = async (person: number) => explainedBy((await decidedAs(world, person)).id);

it('shows offers with their rate rows and caps', { tags: ['full'] }, async () => {
  const text = await explained(1);
  expect(text).toContain('Decision: prequalification: PREQUALIFIED');
  expect(text).toMatch(/^Release: Branchline \d+\.\d+\.\d+$/m);
  expect(text).toMatch(/Decided again: by policy \S+ as of \S+: PREQUALIFIED, the same/);
  expect(text).toMatch(/^small \| \$[\d,]+ \| \d+ \| \$[\d,.]+ \| [\d.]+% \| \S+ \| /m);
});

it('shows a decline with its reasons and their rows', { tags: ['full'] }, async () => {
  const low = await explained(10);
  expect(low).toContain('Decision: prequalification: DECLINED');
  expect(low).toMatch(/## Reasons given, in this order\n\n- .* \(eligibility E-50, eligibility E-51\)$/m);
  expect(low).toMatch(/## Score\n\n- .*: \d{3}\n- /);
  const owing = await explained(11);
  expect(owing).toMatch(/\| Credit bureau, applicant \| /);
});

it('shows a review with its hold, and who read the decision and why', async () => {
  const { id } = await decidedAs(world, 13);
  await explainedBy(id);
  const text = await explainedBy(id);
  expect(text).toContain('Decision: prequalification: STEP_UP');
  expect(text).toMatch(/## What people did\n\n- \S+: held \(/);
  const events = await auditEventsOf(world.db, id);
  const read = { type: 'decision-explained', data: { why: 'Exam of 2026' } };
  expect(events.filter(({ type }) => type === read.type)).toMatchObject([read, read]);
});
