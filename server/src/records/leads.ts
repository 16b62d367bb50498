// Stores partner leads: how fresh their details are, their consent to texts, and which browser owns the link.
import type { Insertable, Selectable } from 'kysely';
import { type Clock, daysAfter } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertRow, rowsOf } from '../platform/db/rows.ts';
import type { ApplicationId, Tables } from '../platform/db/tables.ts';
import type { With } from '../services.ts';
import { hasAllDetails } from './applicants.ts';

export const leadLinkDays = 30;
/** How many days we accept the details and consent that an applicant gave a partner as current. */
const freshDays = 14;

type Lead = Selectable<Tables['lead']>;

export const readLead = (db: Db, id: ApplicationId) => rowsOf(db, 'lead', { application_id: id }).first();

/** When the people in these leads opened them, which is when they applied (12 CFR 1002.2(f)). */
export async function leadsOpened(db: Db, ids: readonly ApplicationId[]) {
  const rows = await rowsOf(db, 'lead', { application_id: ids }).all(['application_id', 'opened_at']);
  return new Map(rows.map((row) => [row.application_id, row.opened_at]));
}

export const insertLead = (tx: Tx, lead: Insertable<Tables['lead']>) => insertRow(tx, 'lead', lead);

export const findPartnersLead = (db: Db, partnerId: string, partnerLeadId: string) =>
  rowsOf(db, 'lead', { partner_id: partnerId, partner_lead_id: partnerLeadId }).first();

/** The applicant must agree to our texts here, because the partner submitted no proof of consent or an old one. */
export const needsConsent = ({ clock }: With<'clock'>, lead: Lead): boolean =>
  lead.consented_at === null || isStale(clock, lead.consented_at);

/** The details are complete and fresh, and the applicant agreed to our texts. */
export async function isReady(db: Db, clock: Clock, lead: Lead): Promise<boolean> {
  if (needsConsent({ clock }, lead) || isStale(clock, lead.collected_at)) return false;
  return hasAllDetails(db, lead.application_id);
}

const isStale = (clock: Clock, since: Date) => daysAfter(since, freshDays) <= clock.now();

/** Binds the lead to the browser that opens a link to it. False if another browser opened one first. */
export async function claimLead(tx: Tx, clock: Clock, id: ApplicationId, hadSession: boolean) {
  const unopened = rowsOf(tx, 'lead', { application_id: id, opened_at: null });
  return (await unopened.update({ opened_at: clock.now() })) || hadSession;
}

export const unopenedLeadsAmong = (tx: Tx, ids: readonly ApplicationId[], partnerId: string) =>
  rowsOf(tx, 'lead', { application_id: ids, partner_id: partnerId, opened_at: null }).values(
    'application_id',
  );

export const recordConsent = (tx: Tx, id: ApplicationId, at: Date) =>
  rowsOf(tx, 'lead', { application_id: id }).update({ consented_at: at });
