// Retention periods set by the lender: forms, sessions, vendor responses, decisions, and our access to banks.

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { enforceRetention } from '#server/evidence/retention/enforce-retention.ts';
import { purgeApplications } from '#server/evidence/retention/purge.ts';
import { readApplication } from '#server/journey/applications.ts';
import { type StateName, stateOf } from '#server/journey/chart.ts';
import { transact } from '#server/platform/db/database.ts';
import { type ApplicationId, columnNames, encryptionContext } from '#server/platform/db/tables.ts';
import { auditEventsOf } from '#server/records/audit.ts';
import { accessTokenOf, type LinkedBank } from '#server/records/linked-banks.ts';
import { counted } from './bank.ts';
import { decidedAs, linkedAs } from './journeys.ts';
import { handIn, lead } from './leads.ts';
import { operate } from './operator.ts';
import { insertPayment } from './payouts.ts';
import { retentionUntil } from './retention-until.ts';
import { audited, rowsOf, setRows } from './rows.ts';
import { jobsEnded } from './waits.ts';
import { applicationOf, eventually, form, openWorld, testWorld, textCode, type World } from './world.ts';

const day = 24 * 60 * 60 * 1000;

/** Places near a branch, in states with and without a period of their own. */
const addresses = {
  CA: { city: 'Fresno', zipCode: '93721' },
  UT: { city: 'Salt Lake City', zipCode: '84101' },
} as const;

async function holding(world: World, id: ApplicationId): Promise<string[]> {
  const tables = Object.entries(columnNames).filter(([, names]) =>
    names.some((name) => name === 'application_id'),
  );
  const found = await Promise.all(
    tables.map(async ([name]) => {
      const { rows } =
        await sql`select 1 from ${sql.table(name)} where application_id = ${id} limit 1`.execute(world.db);
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat();
}

const eventsOf = async (world: World, id: ApplicationId, type: string) =>
  (await auditEventsOf(world.db, id)).filter((event) => event.type.startsWith(type));
const purges = (world: World, id: ApplicationId) => eventsOf(world, id, 'application-purged');

const purgeCounts = async (world: World, ids: readonly ApplicationId[]) =>
  (await Promise.all(ids.map((id) => purges(world, id)))).map(({ length }) => length);
const roundsUntilPurged = (world: World, ids: readonly ApplicationId[], batch?: number) =>
  retentionUntil(world, async () => (await purgeCounts(world, ids)).every((count) => count > 0), batch);

const decidedId = async (world: World, person: number, changes?: Record<string, unknown>) =>
  (await decidedAs(world, person, changes)).id;

async function begun(world: World) {
  const browser = world.browser();
  const sent = form(1);
  const { href } = (await browser.post('/api/v2/prequalifications/', sent)).json();
  await textCode(world, String(sent.phone));
  return { id: applicationOf(href) };
}

it('deletes leads, stores submitted applications for more than 25 months, decided or not, and loans longer', async () => {
  const world = await testWorld();
  const since = world.clock.now();
  const moveTo = (days: number) =>
    world.clock.advance(since.getTime() + days * day - world.clock.now().getTime());
  const roundAfter = async (days: number) => {
    moveTo(days);
    await enforceRetention(world.services);
  };
  const purgedAfter = async (days: number, ids: readonly ApplicationId[], batch?: number) => {
    moveTo(days);
    await roundsUntilPurged(world, ids, batch);
  };
  for (let count = 0; count < 5; count += 1) await handIn(world, lead(1));
  const leads = await world.db.selectFrom('application').select('id').where('state', '=', 'LEAD').execute();
  expect(leads).toHaveLength(5);
  const undecided = await begun(world);
  const [decision, loan] = [await decidedId(world, 10), await decidedId(world, 1)];
  await eventually(async () => (await holding(world, decision)).includes('document'));
  await insertPayment(world, loan, { file_day: '2026-01-02', effective_on: '2026-01-05', written_at: since });
  await setRows(world, 'application', loan, { state: 'DONE' });
  const leadIds = leads.map(({ id }) => id);

  await roundAfter(59);
  expect(await holding(world, leadIds[0] as ApplicationId)).toContain('applicant');
  await purgedAfter(61, leadIds, 2);
  for (const id of leadIds) {
    expect(await holding(world, id)).toEqual(['audit_event']);
    expect(await purges(world, id)).toMatchObject([{ data: { period: 'unfinished' } }]);
  }
  const emptied = { state: 'LEAD', marketing: null, submission: null, live_ssn: null };
  expect(await readApplication(world.db, leadIds[0] as ApplicationId)).toMatchObject(emptied);

  await roundAfter(25 * 30.4);
  expect(await holding(world, undecided.id)).toContain('applicant');
  const expected = expect.arrayContaining(['applicant', 'consent', 'decision', 'document']);
  expect(await holding(world, decision)).toEqual(expected);
  await purgedAfter(27 * 31, [decision, undecided.id]);
  // The searches of the OFAC list have a longer period of their own.
  expect(await holding(world, decision)).toEqual(['audit_event', 'ofac_screening']);
  expect(await purges(world, decision)).toMatchObject([{ data: { period: 'decisions' } }]);
  expect(await holding(world, undecided.id)).toEqual(['audit_event']);
  expect(await holding(world, loan)).toEqual(
    expect.arrayContaining(['applicant', 'decision', 'disbursement']),
  );
  await purgedAfter(145 * 31, [loan]);
  expect(await holding(world, loan)).toEqual(['audit_event']);
  await roundAfter(145 * 31 + 1);
  expect(await purges(world, loan)).toHaveLength(1);
});

it('continues an interrupted purge: none is in part or twice', { tags: ['full'] }, async () => {
  const world = await testWorld();
  const ids: ApplicationId[] = [];
  for (let count = 0; count < 5; count += 1) ids.push((await begun(world)).id);
  await jobsEnded(world);
  const before = await Promise.all(ids.map((id) => holding(world, id)));
  world.clock.advance(900 * day);
  // The second batch of two ends while rows of the fourth application are deleted.
  await sql`
    create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(
    world.db,
  );
  await sql`
    create trigger die before delete on consent for each row
    when (old.application_id = ${sql.lit(ids[3])}) execute function die()`.execute(world.db);
  await expect(purgeApplications(world.services, 2)).rejects.toThrow('killed');
  expect(await purgeCounts(world, ids)).toEqual([1, 1, 0, 0, 0]);
  for (const at of [2, 3, 4]) expect(await holding(world, ids[at] as ApplicationId)).toEqual(before[at]);

  await sql`drop trigger die on consent`.execute(world.db);
  expect(await purgeApplications(world.services, 2)).toBe(3);
  expect(await purgeCounts(world, ids)).toEqual([1, 1, 1, 1, 1]);
});

it('keeps the applications of a state for its own period', { tags: ['full'] }, async () => {
  const { decisions } = loadLender().retention;
  const world = await testWorld();
  const since = world.clock.now();
  const idIn = (state: keyof typeof addresses) =>
    decidedId(world, 10, { address: { ...addresses[state], state } });
  const [own, other] = [await idIn('CA'), await idIn('UT')];
  const purged = () => purgeCounts(world, [own, other]);
  const monthsLater = async (months: number, days: number) => {
    const at = new Date(since);
    at.setUTCMonth(at.getUTCMonth() + months);
    world.clock.advance(at.getTime() + days * day - world.clock.now().getTime());
    await enforceRetention(world.services);
  };
  await monthsLater(decisions.months, -2);
  expect(await purged()).toEqual([0, 0]);
  await monthsLater(decisions.months, 3);
  await roundsUntilPurged(world, [other]);
  const longer = decisions.states.CA?.months as number;
  await monthsLater(longer, -2);
  expect(await purged()).toEqual([0, 1]);
  await monthsLater(longer, 3);
  await roundsUntilPurged(world, [own]);
});

it('a legal hold keeps an application, or all of its person, until it is lifted', {
  tags: ['full'],
}, async () => {
  const world = await testWorld();
  const one = await decidedId(world, 10);
  const [other, free] = [await decidedId(world, 11), await decidedId(world, 12)];
  const held = await operate(world, 'legal-hold', 'place', one, '--note', 'Case 26-cv-1');
  const id = /Legal hold ([0-9a-f-]{36})/.exec(held)?.[1] as string;
  await operate(world, 'legal-hold', 'place', other, '--note', 'Charge of the agency', '--person');
  expect(await operate(world, 'legal-hold')).toMatch(
    new RegExp(`application ${one}, since .*: Case 26-cv-1\n.*the person of application ${other}`),
  );
  const kept = (id: ApplicationId) =>
    Promise.all([holding(world, id), rowsOf(world, 'vendor_call', id).then(({ length }) => length)]);
  const before = [await kept(one), await kept(other)];

  world.clock.advance(145 * 31 * day);
  await roundsUntilPurged(world, [free]);
  expect(await holding(world, free)).toEqual(['audit_event']);
  expect([await kept(one), await kept(other)]).toEqual(before);

  await operate(world, 'legal-hold', 'lift', id, '--note', 'Settled');
  const liftAgain = operate(world, 'legal-hold', 'lift', id, '--note', 'Again');
  await expect(liftAgain).rejects.toThrow(/in force/);
  await roundsUntilPurged(world, [one]);
  expect(await holding(world, one)).toEqual(['audit_event']);
  expect(await kept(other)).toEqual(before[1]);
  expect(await eventsOf(world, one, 'legal-hold-')).toMatchObject([
    { type: 'legal-hold-placed', operator: 'Pat Operator' },
    { type: 'legal-hold-lifted', operator: 'Pat Operator' },
  ]);
});

it('records that are stored for a shorter time are visits and text codes, then credentials to a bank, while what was used to decide stays encrypted', async () => {
  const world = await testWorld();
  const { browser, id } = await linkedAs(world, 'user_low_income');
  const operations = async () => (await rowsOf(world, 'vendor_call', id)).map(({ operation }) => operation);
  const used = ['read-owners', 'read-income', 'soft-pull'];
  expect(await operations()).toEqual(expect.arrayContaining(['check-code', 'send-code', ...used]));
  // A round leaves what a job has locked to the next one.
  await jobsEnded(world);

  world.clock.advance(31 * day);
  await enforceRetention(world.services);
  expect((await operations()).filter((one) => /-code$/.test(one))).toEqual([]);
  expect(await operations()).toEqual(expect.arrayContaining(used));
  expect((await browser.get('/api/v1/journey')).json().allowed).not.toContain('offers');
  expect(await world.db.selectFrom('session').select('id').execute()).toEqual([]);

  world.clock.advance(60 * day);
  await enforceRetention(world.services);
  expect((await operations()).filter((one) => /exchange|link-token/.test(one))).toEqual([]);
  expect(await operations()).toEqual(expect.arrayContaining(used));
  const [pull] = await rowsOf(world, 'vendor_call', id, { operation: 'soft-pull' });
  const context = encryptionContext('vendor_call', 'response', pull?.key as string);
  const { raw } = world.services.vault.decryptJson<{ raw: object }>(pull?.response as never, context);
  expect(raw).toMatchObject({
    creditProfile: [{ riskModel: expect.arrayContaining([expect.anything()]) }],
  });
  const expected = expect.arrayContaining(['decision', 'verification', 'applicant']);
  expect(await holding(world, id)).toEqual(expected);
  const purged = await audited(world, 'records-purged');
  expect(purged).toMatchObject(['sessions', 'textCodes', 'bankData'].map((kind) => ({ data: { kind } })));
});

describe('our access to a bank', () => {
  const world = openWorld();

  const linked = async (id: ApplicationId) => (await rowsOf(world, 'linked_bank', id))[0] as LinkedBank;
  const stateSince = async (id: ApplicationId, state: StateName, at: Date) => {
    await setRows(world, 'application', id, { state, state_since: at });
    const bank = stateOf(state).phase === 'ended' ? { application_ended_at: at } : { linked_at: at };
    await setRows(world, 'linked_bank', id, bank);
  };
  const accessEnded = (id: ApplicationId) =>
    retentionUntil(world, async () => (await linked(id)).access_token === null);
  const ago = (days: number) => new Date(world.clock.now().getTime() - days * day);

  it.each([
    { what: 'declined', state: 'APPROVAL_DECLINED', days: 1 },
    { what: 'funded and done', state: 'DONE', days: 1 },
    { what: 'left before it was signed', state: 'DEPOSIT_CHOSEN', days: 60 },
  ] as const)('ends once, $days days after its application was $what', async ({ state, days }) => {
    const { id } = await linkedAs(world);
    const accessToken = accessTokenOf(world.services.vault, await linked(id)) as string;
    const removals = counted(world, 'remove');

    await stateSince(id, state, ago(days - 0.1));
    await enforceRetention(world.services);
    expect((await linked(id)).status).toBe('linked');

    await stateSince(id, state, ago(days + 0.1));
    await Promise.all([1, 2].map(() => enforceRetention(world.services)));
    await accessEnded(id);
    await enforceRetention(world.services);
    expect(removals.times).toBe(1);
    const access = world.services.vendors.bankData.accounts(accessToken, AbortSignal.timeout(60_000));
    await expect(access).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
    expect(await eventsOf(world, id, 'bank-access-ended')).toHaveLength(1);
    const calls = await rowsOf(world, 'vendor_call', id, { operation: 'remove-item' });
    expect(calls).toMatchObject([{ attempts: 1 }]);
  });

  it('is ended again after the job for it gave up', async () => {
    const { id } = await linkedAs(world);
    await setRows(world, 'linked_bank', id, { status: 'replaced' });
    await accessEnded(id);
  });

  it('ends if the applicant did not return before the offers expired', async () => {
    const { browser, id } = await linkedAs(world);
    await setRows(world, 'application', id, { deadline: ago(2) });
    await retentionUntil(world, async () => (await browser.screen()) === 'expired');
    world.clock.advance(1.1 * day);
    await accessEnded(id);
  });
});

it('a purge leaves an application whose rows a job uses to the next round, and never ends the job', async () => {
  const world = await testWorld({ database: 'server' });
  const { id } = await begun(world);
  world.clock.advance(900 * day);
  const locked = Promise.withResolvers<void>();
  const purged = Promise.withResolvers<void>();
  // The end of a job locks the application before it updates its row.
  const job = transact(world.db, async (tx) => {
    await sql`select 1 from application where id = ${id} for update`.execute(tx);
    locked.resolve();
    await purged.promise;
    await sql`select 1 from job where application_id = ${id} for update`.execute(tx);
  });
  await locked.promise;
  expect(await purgeApplications(world.services, 100).finally(() => purged.resolve())).toBe(0);
  await job;
  await eventually(async () => {
    await purgeApplications(world.services, 100);
    return (await purges(world, id)).length === 1;
  });
});

it('one application that cannot be ended keeps no other from its end', async () => {
  const world = await testWorld();
  // A round goes by their ids.
  const ids = [await decidedId(world, 1), await decidedId(world, 1)];
  const [stuck, id] = ids.sort() as [ApplicationId, ApplicationId];
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'unwritable'; end $$
  `.execute(world.db);
  await sql`
    create trigger refused before update on application
    for each row when (old.id = ${sql.lit(stuck)}) execute function refuse()`.execute(world.db);
  world.clock.advance(60 * day);
  await expect(enforceRetention(world.services)).rejects.toThrow('unwritable');
  expect(stateOf((await readApplication(world.db, id)).state).phase).toBe('ended');
  expect((await readApplication(world.db, stuck)).state).toBe('PREQUALIFIED');
});
