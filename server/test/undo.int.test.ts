// Repeating an earlier step undoes everything that depended on it, checked on database rows for every journey event.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { destinationOf, eventsOf, paths, stateNames, transitionOf } from '#server/journey/chart.ts';
import type { EffectServices } from '#server/journey/effects.ts';
import { move } from '#server/journey/move.ts';
import { type Fact, facts } from '#server/journey/state-declaration.ts';
import { type Tx, transact } from '#server/platform/db/database.ts';
import type { ApplicationId, JobId } from '#server/platform/db/tables.ts';
import { depositChosenAs } from './journeys.ts';
import { openWorld } from './world.ts';

const world = openWorld();
/** An application with every fact that any event may undo. */
let id: ApplicationId;
beforeAll(async () => {
  id = (await depositChosenAs(world)).id;
});

/** Its state, and which facts are there. */
const read = async (tx: Tx) => {
  const { rows } = await sql<Record<Fact, boolean> & { state: string; path: string }>`
    select state, path, selected_term is not null as "selectedTerm", accepted_term is not null as "acceptedTerm",
      exists (select from linked_bank where application_id = a.id and status = 'linked') as "linkedBank",
      exists (select from verification where application_id = a.id and is_current) as verification,
      exists (select from deposit_account where application_id = a.id) as deposit
    from application a where id = ${id}`.execute(tx);
  return rows[0];
};

const enqueue = async () => randomUUID() as string as JobId;
const jobs: EffectServices['jobs'] = { enqueue, enqueueEffect: enqueue };
const transitions = paths.flatMap((path) =>
  stateNames.flatMap((state) =>
    // A restored backup is stopped by a function of its own (journey/move.ts).
    eventsOf({ state, path }).flatMap((event) => (event === 'restored' ? [] : [{ event, state, path }])),
  ),
);

it.each(
  transitions,
)('the event $event in $state ($path) keeps in the database every fact but those it undoes', async ({
  event,
  state,
  path,
}) => {
  const transition = transitionOf({ state, path }, event) ?? {};
  const { db, clock, lender } = world.services;
  const rolledBack = new Error('rolled back');
  const changed = transact(db, async (tx) => {
    await tx.updateTable('application').set({ state, path }).where('id', '=', id).execute();
    await move(tx, { clock, jobs, lender }, { applicationId: id }, event);
    const takes = transition.path ?? path;
    const left = facts.map((fact) => [fact, !transition.undoes?.includes(fact)]);
    expect(await read(tx)).toEqual({
      state: destinationOf(transition, takes) ?? state,
      path: takes,
      ...Object.fromEntries(left),
    });
    throw rolledBack;
  });
  await changed.catch((error: unknown) => {
    if (error !== rolledBack) throw error;
  });
});
