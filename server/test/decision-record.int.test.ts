// Every outcome is a stored decision with what it rests on, and every denial has the notice of its own decision.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { readDenial } from '#server/notices/adverse-action.ts';
import { funnelTable } from '#server/operations/commands/funnel.ts';
import { decideNotice } from '#server/operations/commands/notices.ts';
import { type ApplicationId, encryptionContext } from '#server/platform/db/tables.ts';
import type { Encrypted } from '#server/platform/encryption.ts';
import { outcomesOf, readDecision } from '#server/records/decisions.ts';
import { findNotice } from '#server/records/notices.ts';
import { adverseWithoutNotice } from './adverse-without-notice.ts';
import { decidedAs, depositChosenAs, linkedAs, oneClickAs } from './journeys.ts';
import { explained, holdOf, reviewHolds } from './operator.ts';
import { rowsOf } from './rows.ts';
import { pullsOf } from './vendors.ts';
import { jobsEnded } from './waits.ts';
import { applicationOf, openWorld } from './world.ts';

const world = openWorld();
const inMarfa = { address: { city: 'Marfa', state: 'TX', zipCode: '79843' } };
const note = ['--note', 'The same birth date'];

async function refusedAs(person: number): Promise<ApplicationId> {
  const { id } = await decidedAs(world, person);
  await reviewHolds(world, 'refuse', (await holdOf(world, id)).id, ...note);
  return id;
}

const decideAs = async (person: number, verb: 'deny' | 'settled') => {
  const { id } = await decidedAs(world, person);
  await decideNotice(world.services, { verb, id, reasons: [], note: 'No answer' });
  return id;
};

const untold = async () => (await sql.raw(adverseWithoutNotice).execute(world.db)).rows;

it.each<[string, () => Promise<ApplicationId>, string, RegExp[]]>([
  [
    'out of the trade area',
    async () => (await decidedAs(world, 1, inMarfa)).id,
    'trade-area',
    [/soft-pull: unknown, not requested/, /outside the area/],
  ],
  ['an OFAC search not cleared', () => refusedAs(31), 'identity', [/- hold \(ofac, missing\): refused/]],
  [
    'a step-up denied by a person',
    () => decideAs(13, 'deny'),
    'prequalification',
    [/All decisions\n\n- \S+ \w{8}, prequalification, STEP_UP\n/],
  ],
  ['the branch', () => decideAs(13, 'settled'), 'branch', [/Basis: branch/]],
])('%s is a decision with its trace', async (_, come, basis, parts) => {
  const id = await come();
  await jobsEnded(world, { of: id });
  const made = (await outcomesOf(world.db, world.services.vault, id)).at(-1);
  expect(made).toMatchObject({ kind: 'action', trace: { basis } });
  const notices = await rowsOf(world, 'notice', id);
  const denials = notices.filter(({ kind }) => kind === 'denial');
  expect(denials.map(({ decision_id: of }) => of)).toEqual(basis === 'branch' ? [] : [made?.id]);
  const text = await explained(world, id);
  for (const part of parts) expect(text).toMatch(part);
  if (basis !== 'branch') expect(text).toMatch(/^- denial: .* on decision \w{8}, with the reasons: \S/m);
});

it('an application without a decision, and an earlier decision, are explained too', async () => {
  const { browser, id } = await decidedAs(world, 1);
  await browser.post(await browser.link('withdraw'));
  await jobsEnded(world, { of: id });
  const text = await explained(world, id);
  expect(text).toMatch(/^State: WITHDRAWN since \S+ The applicant withdrew/m);
  expect(text).toMatch(/^Requested: no amount\nOffered: up to \$[\d,]+ by \w{8}\nAccepted: nothing$/m);
  expect(text).toMatch(/## How close it was\n\n.*\n.*\| .* \| /);
  expect(text).toMatch(/## Rules that did not match\n\n- \w+: /);
  const [made] = await outcomesOf(world.db, world.services.vault, id);
  expect(await explained(world, id, { decision: made?.id.slice(0, 8) })).toBe(text);
  await expect(explained(world, id, { decision: 'none' })).rejects.toThrow('has no such decision');
});

it('offers are explained with their rate rows and caps', { tags: ['full'] }, async () => {
  const text = await explained(world, (await decidedAs(world, 1)).id);
  expect(text).toContain('Decision: prequalification: PREQUALIFIED');
  expect(text).toMatch(/^Release: Branchline \d+\.\d+\.\d+$/m);
  expect(text).toMatch(/Decided again: by policy \S+ as of \S+: PREQUALIFIED, the same/);
  expect(text).toMatch(/^small \| \$[\d,]+ \| \d+ \| \$[\d,.]+ \| [\d.]+% \| \S+ \| /m);
});

it('a decline is explained with its reasons and their rows', { tags: ['full'] }, async () => {
  const low = await explained(world, (await decidedAs(world, 10)).id);
  expect(low).toContain('Decision: prequalification: DECLINED');
  expect(low).toMatch(/## Reasons given, in this order\n\n- .* \(eligibility E-50, eligibility E-51\)$/m);
  expect(low).toMatch(/## Score\n\n- .*: \d{3}\n- /);
  // No vehicle could have changed the outcome.
  expect(low).toMatch(/^Value of the vehicle.* \| unknown: not requested \| Vehicle service \| P-A-20$/m);
  const owing = await explained(world, (await decidedAs(world, 11)).id);
  expect(owing).toMatch(/\| Credit bureau, applicant \| /);
  // What the score of 665 meets in the rate sheet was never looked up.
  expect(owing).toMatch(
    /## Rules that did not match\n\n(- (?!.*R-S-660).*\n)+\n## Rules that this outcome did not need\n\n- pricing: R-S-660/,
  );
});

it('a review is explained with its hold, and who read the decision and why is recorded', async () => {
  const { id } = await decidedAs(world, 13);
  await explained(world, id);
  const text = await explained(world, id);
  expect(text).toContain('Decision: prequalification: STEP_UP');
  expect(text).toMatch(/## What people did\n\n- \S+: held \(/);
  const read = await rowsOf(world, 'audit_event', id, { type: 'decision-explained' });
  expect(read).toMatchObject(Array(2).fill({ data: { why: 'Exam of 2026' } }));
});

it('before a report, no rule about one is judged', async () => {
  const { id } = await decidedAs(world, 14);
  const text = await explained(world, id);
  expect(text).toMatch(
    /## Rules not judged, because a fact is unknown\n\n(- .*\n)*- eligibility: .*E-30.*E-31/,
  );
  expect(text).toMatch(/Rules that matched\n\n.*\neligibility E-10 /);
});

it('on the fast path, what no bank showed is unknown, and each acceptance is one of something', async () => {
  const { browser, id } = await oneClickAs(world, 28);
  await browser.post(await browser.link('counteroffer'));
  const text = await explained(world, id);
  expect(text).toMatch(/^Overdraft.* \| unknown: not read \| Bank$/m);
  expect(text).toMatch(/## Rules not judged, because a fact is unknown\n\n- approval: A-33\n\n/);
  expect(text).toMatch(/^Accepted: .*, offered by \w{8} \(choice\), then \$[\d,]+ .* \(counteroffer\)$/m);
});

it('what is accepted is recorded as the request, or as another choice where the request is offered', async () => {
  const acceptedBy = async (one: { id: ApplicationId }) =>
    (await explained(world, one.id)).split('\n').find((line) => line.startsWith('Accepted: '));
  const [term, offer] = ['\\$5,000 over 48 months at [\\d.]+% APR', 'offered by \\w{8}'];
  expect(await acceptedBy(await depositChosenAs(world))).toMatch(
    new RegExp(`^Accepted: ${term}, ${offer} \\(choice\\), then ${term}, ${offer} \\(request\\)$`),
  );
  const inOneClick = await oneClickAs(world, 6, { loanAmount: 14_000 });
  expect(await acceptedBy(inOneClick)).toMatch(/^Accepted: \$12,000 .* \(choice\)$/);
});

it('in the funnel counts under each value of the columns that are named', async () => {
  const lender = loadLender();
  const services = { ...world.services, lender };
  const by = (names: string) => funnelTable(services, { by: names.split(',') as never, days: 30 });
  const [head, ...rows] = await by('outcome,us_state');
  expect(head).toEqual('outcome us_state Decided Refused Offered Accepted Booked Hours'.split(' '));
  expect(rows).toContainEqual(expect.arrayContaining(['DENIED', 'TX', 1, 1, 0]));
  const { outsideTradeArea, identityNotVerified } = lender.policy.adverseAction;
  for (const reason of [
    [outsideTradeArea, 'DENIED'],
    [identityNotVerified, 'REJECTED'],
  ])
    expect(await by('reason,outcome')).toContainEqual(expect.arrayContaining(reason));
  expect((await by('reviewer')).slice(1)).toEqual([
    ['Pat Operator: refused', 1, 1, 0, 0, 0, expect.any(Number)],
  ]);
  expect(
    (await by('status,month,rule_alone,amount,rate,months,counteroffer,partner')).length,
  ).toBeGreaterThan(0);
});

it('no adverse outcome is without its notice', async () => {
  for (const person of [7, 28]) await oneClickAs(world, person);
  for (const person of [10, 11, 12, 22]) await decidedAs(world, person);
  await jobsEnded(world, {});
  expect(await untold()).toEqual([]);
  await world.db
    .deleteFrom('notice')
    .where('kind', '=', 'denial')
    .where('basis', '=', 'trade-area')
    .execute();
  expect(await untold()).toHaveLength(1);
});

async function attributesOf(user: string | undefined, kind: 'prequalification' | 'approval') {
  return (await readDecision(world.db, world.services.vault, applicationOf(user), kind))?.inputs.attributes;
}

it('stores what bureau, core system and channel have at prequalification, and of a bank what it measured, no transaction', async () => {
  const { journey } = await linkedAs(world);
  expect(await attributesOf(journey.links.user, 'prequalification')).toEqual({
    cardUtilization: 18,
    scoreExclusion: null,
    overdrafts: null,
    incomeMonths: null,
    bankLoanPayments: null,
    earlierChargeOffs: 0,
    partner: null,
    channel: 'web_form',
  });
  const id = applicationOf(journey.links.user);
  const [call] = await rowsOf(world, 'vendor_call', id, { operation: 'read-cash-flow' });
  const context = encryptionContext('vendor_call', 'response', call?.key as string);
  const measured = { incomeMonths: 6, overdrafts90Days: 0, monthlyLoanPayments: 0 };
  expect(world.services.vault.decryptJson(call?.response as Encrypted, context)).toEqual(measured);
});

it('declines at approval by what the bank shows, without a hard pull, and names the source in notice and explanation', async () => {
  const { browser, sent, verification } = await linkedAs(world, 'user_overdrawn');
  expect(verification).toMatchObject({ status: 'FINISHED', income: true, identity: true, residence: true });
  const { links } = await browser.journey();
  await browser.post(links.submitApproval as string, { acceptHardPull: true });
  await browser.arriveAt('approval-declined');
  expect((await browser.journey()).hardInquiry).toBeUndefined();
  expect(await pullsOf(world, sent.ssn)).toEqual(['soft']);
  const shown = { cardUtilization: 18, overdrafts: 7, incomeMonths: 6, bankLoanPayments: 0 };
  expect(await attributesOf(links.user, 'approval')).toMatchObject(shown);

  const id = applicationOf(links.user);
  const notice = await findNotice(world.db, id, 'denial');
  const sources = { outsideSource: true, report: { bureau: { name: 'Experian' } } };
  const denial = notice && (await readDenial(world.services, notice));
  expect(denial).toMatchObject({ reasons: ['overdrawn-account'], ...sources });

  const text = await explained(world, id);
  expect(text).toContain(
    'Overdraft and returned payment fees at the bank in the last 90 days, or none | 7 | Bank | A-33',
  );
  expect(text).toContain('Balances on open bank cards, in percent of their limits | 18 | Credit bureau');
  expect(text).toMatch(/in percent of monthly income \| [\d.]+ \| Bank, Applicant$/m);
  const decision = /: (\w{8}), prequalification, /.exec(text)?.[1];
  const before = await explained(world, id, { decision });
  expect(before).toContain('in the last 90 days | not known before approval | Bank');
});
