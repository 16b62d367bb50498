// Repeating an earlier step undoes everything that depended on it, checked on database rows for every journey event.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  destinationOf,
  eventsOf,
  paths,
  type StateName,
  stateNames,
  transitionOf,
} from '#server/journey/chart.ts';
import type { EffectServices } from '#server/journey/effects.ts';
import { move } from '#server/journey/move.ts';
import { type Fact, facts } from '#server/journey/state-declaration.ts';
import { MovableClock } from '#server/platform/clock.ts';
import { type Database, openDatabase, transact } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import type { ApplicationId, ApplicationPath, JobId, LinkedBankId } from '#server/platform/db/tables.ts';
import type { Encrypted, Lookup } from '#server/platform/encryption.ts';

const clock = new MovableClock();
let database: Database;

beforeAll(async () => {
  database = await openDatabase({ url: undefined, poolSize: 1, dataDirectory: undefined });
  await migrate(database.db);
});
afterAll(() => database?.close());

const encrypted = 'test' as Encrypted;
const term = JSON.stringify({
  amount: 500_000,
  months: 48,
  apr: 31.22,
  interestRate: 31.22,
  monthlyPayment: 18_360,
  isAutoSecured: false,
});

/** An application in a given state, with every fact that any event may undo. */
async function withEveryFact(state: StateName, path: ApplicationPath): Promise<ApplicationId> {
  const { db } = database;
  const id = randomUUID() as string as ApplicationId;
  const bank = randomUUID() as string as LinkedBankId;
  const now = clock.now();
  await db
    .insertInto('application')
    .values({
      id,
      state,
      path,
      state_since: now,
      source: 'web_form',
      partner_id: null,
      branch_id: null,
      experience: 'single_page',
      created_at: now,
      marketing: '{}',
      text_budget: 'returning',
      selected_term: term,
      accepted_term: term,
    })
    .execute();
  await db
    .insertInto('linked_bank')
    .values({
      id: bank,
      application_id: id,
      public_token_lookup: bank as string as Lookup,
      institution_id: 'ins_109508',
      institution_name: 'First Platypus Bank',
      status: 'linked',
      item_id: bank,
      access_token: null,
      mask: null,
      linked_at: now,
      application_ended_at: null,
      waits_for_data: false,
      problem: null,
      problem_at: null,
    })
    .execute();
  await db
    .insertInto('verification')
    .values({
      linked_bank_id: bank,
      application_id: id,
      is_current: true,
      income: true,
      residence: true,
      identity: true,
      detail: encrypted,
      verified_at: now,
    })
    .execute();
  await db
    .insertInto('deposit_account')
    .values({
      application_id: id,
      kind: 'manual',
      institution_name: encrypted,
      account_type: 'checking',
      routing_number: encrypted,
      account_number: encrypted,
      mask: '0000',
      linked_account_id: null,
      chosen_at: now,
    })
    .execute();
  return id;
}

const isThere: Record<Fact, (id: ApplicationId) => Promise<boolean>> = {
  selectedTerm: async (id) => (await applicationRow(id)).selected_term !== null,
  acceptedTerm: async (id) => (await applicationRow(id)).accepted_term !== null,
  linkedBank: async (id) =>
    (await rows('linked_bank', id)).some((row) => 'status' in row && row.status === 'linked'),
  verification: async (id) =>
    (await rows('verification', id)).some((row) => 'is_current' in row && row.is_current),
  deposit: async (id) => (await rows('deposit_account', id)).length > 0,
};

const applicationRow = (id: ApplicationId) =>
  database.db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const rows = (table: 'linked_bank' | 'verification' | 'deposit_account', id: ApplicationId) =>
  database.db.selectFrom(table).selectAll().where('application_id', '=', id).execute();

const jobs: EffectServices['jobs'] = { enqueue: async () => randomUUID() as string as JobId };
const transitions = paths.flatMap((path) =>
  stateNames.flatMap((state) =>
    // A restored backup is stopped by a function of its own (journey/move.ts).
    eventsOf({ state, path }).flatMap((event) => (event === 'restored' ? [] : [{ event, state, path }])),
  ),
);

describe('an event of the journey', () => {
  it.each(
    transitions,
  )('$event in $state ($path) keeps in the database every fact but those it undoes', async ({
    event,
    state,
    path,
  }) => {
    const transition = transitionOf({ state, path }, event) ?? {};
    const id = await withEveryFact(state, path);
    await transact(database.db, (tx) => move(tx, { clock, jobs }, { applicationId: id }, event));
    const row = await applicationRow(id);
    const takes = transition.path ?? path;
    expect(row.state).toBe(destinationOf(transition, takes) ?? state);
    expect(row.path).toBe(takes);
    const left: Fact[] = [];
    for (const fact of facts) if (await isThere[fact](id)) left.push(fact);
    expect(left).toEqual(facts.filter((fact) => !transition.undoes?.includes(fact)));
  });
});
