// What an application went without because a vendor did not do its part. The lender's policy decides what follows.
import type { Db, Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import type { With } from '../services.ts';
import { audit, auditEventsOf } from './audit.ts';

const vendorOf = {
  /** The fraud check's script gave no session of the device: it was blocked or slow, or its key is wrong. */
  'device-missing': 'socure',
  /** The form had no captcha token. */
  'captcha-absent': 'recaptcha',
  /** The captcha's service did not answer in time. */
  'captcha-unanswered': 'recaptcha',
  'vehicles-unsearched': 'vehicle-data',
  /** The form was saved, and the person is looked up later. */
  'person-not-looked-up': 'core',
  /** Two micro-entries validate the account instead. */
  'account-unchecked': 'account-check',
} as const;
export type DegradedMode = keyof typeof vendorOf;

export async function recordDegraded(
  tx: Tx,
  { clock, metrics }: With<'clock' | 'metrics'>,
  applicationId: ApplicationId,
  mode: DegradedMode,
): Promise<void> {
  const vendor = vendorOf[mode];
  metrics.degraded.inc({ vendor, mode });
  await audit(tx, clock, { applicationId }, { type: 'vendor-degraded', vendor, mode });
}

export async function degradedModesOf(db: Db, id: ApplicationId): Promise<ReadonlySet<string>> {
  const events = (await auditEventsOf(db, id)).filter(({ type }) => type === 'vendor-degraded');
  return new Set(events.map(({ data }) => String((data as { mode?: unknown }).mode)));
}
