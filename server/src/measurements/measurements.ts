// Stores the browsers' reports of use and of errors, with consent. Nothing here belongs to a person or an application.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { MeasuredEvent } from '#contract/measurements.ts';
import { type Db, type Tx, transact } from '../platform/db/database.ts';
import { insertRow, rowsOf } from '../platform/db/rows.ts';
import type { With } from '../services.ts';
import { type AnalyticsEvent, mostEventsAtOnce } from '../vendors/analytics.ts';
import type { BrowserError } from '../vendors/error-reports.ts';

interface VisitEvents {
  readonly visit: string;
  readonly advertising: boolean;
  readonly events: readonly MeasuredEvent[];
}

export const insertMeasurements = (db: Db, { visit, advertising, events }: VisitEvents, at: Date) =>
  insertRow(
    db,
    'measurement',
    events.map((event) => ({
      visit,
      advertising,
      type: event.type,
      screen: event.screen,
      field: event.type === 'refused' ? event.field : null,
      at,
    })),
  );

/** Marks some waiting events as forwarded and returns them by visit. Marked first, so that none is forwarded twice. */
async function claimMeasurements(tx: Tx, now: Date, batch: number): Promise<readonly VisitEvents[]> {
  const waiting = await rowsOf(tx, 'measurement', { forwarded_at: null }, ['id']).claim(
    ['id', 'visit', 'advertising', 'type', 'screen', 'field'],
    batch,
  );
  await rowsOf(tx, 'measurement', { id: waiting.map(({ id }) => id) }).update({ forwarded_at: now });
  const visits = new Map<string, { visit: string; advertising: boolean; events: MeasuredEvent[] }>();
  for (const { visit, advertising, type, screen, field } of waiting) {
    const key = `${visit} ${advertising}`;
    const known = visits.get(key) ?? { visit, advertising, events: [] };
    known.events.push({ type, screen, ...(field === null ? {} : { field }) } as MeasuredEvent);
    visits.set(key, known);
  }
  return [...visits.values()];
}

export const insertBrowserError = (db: Db, error: Omit<BrowserError, 'id'>) =>
  insertRow(db, 'browser_error', {
    id: randomUUID(),
    name: error.name,
    screen: error.screen ?? null,
    frames: JSON.stringify(error.frames),
    at: error.at,
  });

async function claimBrowserErrors(tx: Tx, now: Date, batch: number): Promise<readonly BrowserError[]> {
  const waiting = await rowsOf(tx, 'browser_error', { forwarded_at: null }, ['at']).claim(
    ['id', 'name', 'screen', 'frames', 'at'],
    batch,
  );
  await rowsOf(tx, 'browser_error', { id: waiting.map(({ id }) => id) }).update({ forwarded_at: now });
  return waiting.map(({ screen, ...error }) => ({ ...error, screen: screen ?? undefined }));
}

export async function funnelSince(db: Db, since: Date) {
  const { rows } = await sql<{ screen: string; seen: number; done: number; left: number }>`
    select screen,
      (count(distinct visit) filter (where type = 'screen'))::int as seen,
      (count(distinct visit) filter (where type = 'step'))::int as done,
      (count(distinct visit) filter (where type = 'left'))::int as left
    from measurement where at >= ${since} group by screen`.execute(db);
  return rows;
}

export async function refusedFieldsSince(db: Db, since: Date, most: number) {
  const { rows } = await sql<{ screen: string; field: string; visits: number }>`
    select screen, field, count(distinct visit)::int as visits
    from measurement where at >= ${since} and type = 'refused'
    group by screen, field order by visits desc, screen, field limit ${most}`.execute(db);
  return rows;
}

const seconds = 10;
const batch = 500;

export async function forwardReports(services: With<'clock' | 'log' | 'db' | 'vendors'>): Promise<void> {
  const { db, clock, vendors, log } = services;
  const { analytics, errorReports, timeouts } = vendors;
  const notSent = (error: unknown) => log.warn({ err: error }, 'a report was not forwarded');
  while (analytics) {
    const visits = await transact(db, (tx) => claimMeasurements(tx, clock.now(), batch));
    if (visits.length === 0) break;
    for (const { visit, advertising, events } of visits) {
      for (let at = 0; at < events.length; at += mostEventsAtOnce) {
        const some = events.slice(at, at + mostEventsAtOnce).map(analyticsEventOf);
        await analytics.send({ id: visit, advertising }, some, timeouts.signal(seconds)).catch(notSent);
      }
    }
  }
  while (errorReports) {
    const errors = await transact(db, (tx) => claimBrowserErrors(tx, clock.now(), batch));
    if (errors.length === 0) break;
    for (const error of errors) await errorReports.send(error, timeouts.signal(seconds)).catch(notSent);
  }
}

const eventNames = {
  screen: 'screen_view',
  step: 'step_completed',
  refused: 'field_refused',
  left: 'page_left',
} as const satisfies Record<MeasuredEvent['type'], string>;

const analyticsEventOf = (event: MeasuredEvent): AnalyticsEvent => ({
  name: eventNames[event.type],
  params: { screen_name: event.screen, ...(event.type === 'refused' && { field_name: event.field }) },
});
