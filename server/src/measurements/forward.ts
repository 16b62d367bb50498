// Forwards reports of use and of errors to the services that the lender uses. Each report is sent at most once.
import type { MeasuredEvent } from '#contract/measurements.ts';
import { transact } from '../platform/db/database.ts';
import type { With } from '../services.ts';
import { type AnalyticsEvent, mostEventsAtOnce } from '../vendors/analytics.ts';
import { claimBrowserErrors, claimMeasurements } from './measurements.ts';

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
