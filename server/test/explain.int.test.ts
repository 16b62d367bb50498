// `ops explain` for the people whose decisions differ: every fact, rule, reason, price and notice, and the reader on record.
import { expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { documentText } from '#server/commands/document-text.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { explain } from '#server/policy-analysis/commands/explain.ts';
import { auditEventsOf } from '#server/records/audit.ts';
import { decidedAs, oneClickAs } from './journeys.ts';
import { openWorld } from './world.ts';

const world = openWorld();

const explainedBy = async (id: ApplicationId) =>
  documentText(await explain(world.services, loadLender(), id, { why: 'Exam of 2026' }));
const explained = async (person: number) => explainedBy((await decidedAs(world, person)).id);
/** After the hard pull of the one-click loan. */
const explainedAfterOneClick = async (person: number) => explainedBy((await oneClickAs(world, person)).id);

it('shows offers with their rate rows and caps, and nothing to turn', { tags: ['full'] }, async () => {
  const text = await explained(1);
  expect(text).toContain('Decision: prequalification: PREQUALIFIED');
  expect(text).toMatch(/^Release: Branchline \d+\.\d+\.\d+$/m);
  expect(text).toMatch(/Decided again: by policy \S+ as of \S+: PREQUALIFIED, the same/);
  expect(text).toMatch(/^small \| \$[\d,]+ \| \d+ \| \$[\d,.]+ \| [\d.]+% \| \S+ \| /m);
  expect(text).not.toContain('One change');
});

it('shows a decline with its reasons, their rows, and what would turn it', { tags: ['full'] }, async () => {
  const low = await explained(10);
  expect(low).toContain('Decision: prequalification: DECLINED');
  expect(low).toMatch(/## Reasons given, in this order\n\n- .* \(eligibility E-50, eligibility E-51\)$/m);
  expect(low).toMatch(/## Score\n\n- .*: \d{3}\n- /);
  expect(low).toContain('No change of one input alone would have turned it.');
  const owing = await explained(11);
  expect(owing).toMatch(/\| Credit bureau, applicant \| /);
  const [, was, to] = /^monthlyDebtCents \| \$([\d,.]+) \| \$([\d,.]+)$/m.exec(owing) ?? [];
  const dollars = (text = '') => Number(text.replaceAll(',', ''));
  expect(dollars(to)).toBeLessThan(dollars(was));
  expect(owing).toContain('it is no promise');
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

it('shows an approval and a decline at the hard pull, and other terms', { tags: ['full'] }, async () => {
  const declined = await explainedAfterOneClick(7);
  expect(declined).toMatch(/Decision: approval: DECLINED/);
  expect(declined).toMatch(/## Notices\n\n- /);
  expect(await explainedAfterOneClick(28)).toMatch(/Decision: approval: APPROVED/);
});

it('of a person rejected without a report names no rule about one', async () => {
  const text = await explained(14);
  expect(text).toContain('Decision: prequalification: REJECTED');
  expect(text).toContain('eligibility E-10');
  expect(text).toMatch(/## Score\n\n- .*: not requested$/m);
  expect(text).toMatch(/^Balances on open bank cards.* \| unknown: not requested \| /m);
  // The rules about a report are listed, as rules that were not judged.
  const [before = ''] = text.split('## Rules not judged');
  expect(before).not.toMatch(/E-3\d|no file/);
});
