// The live application whose phone was confirmed first has the SSN. Under another name or birth date, it
// is a conflict for a reviewer, of which neither applicant is notified.
import {
  type Application,
  findLiveApplication,
  lockApplication,
  updateApplication,
} from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { isPast } from '../../journey/deadlines.ts';
import { tryMove } from '../../journey/move.ts';
import { isLead } from '../../journey/offered-actions.ts';
import type { ApplicationContext } from '../../journey/request-context.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/rows.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { knownLookups, lookups } from '../../records/applicant-fields.ts';
import { isPerson } from '../../records/applicants.ts';
import type { With } from '../../services.ts';
import type { Identity } from '../../vendors/fraud.ts';
import { expire } from '../offers/service.ts';

type Holder =
  | { readonly kind: 'none' }
  | { readonly kind: 'same-person' | 'other-person'; readonly application: Application };

/** Ends a live application whose offers or approval have expired, so that it does not block the person from applying again. */
export async function holderOf(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs'>,
  person: Identity,
): Promise<Holder> {
  const application = await findLiveApplication(tx, knownLookups.ssn(services.vault, person.ssn));
  if (application === undefined) return { kind: 'none' };
  if (
    isPast(services, application) &&
    (await expire(tx, services, await lockApplication(tx, application.id)))
  )
    return { kind: 'none' };
  const isSame = await isPerson(tx, services.vault, application.id, person);
  return { kind: isSame ? 'same-person' : 'other-person', application };
}

/** What to save with the confirmed phone, or `duplicate` if the same person's other application holds the SSN. */
export async function claimSsn(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs'>,
  id: ApplicationId,
  person: Identity,
): Promise<Partial<Pick<Application, 'live_ssn' | 'ssn_conflict'>> | 'duplicate'> {
  const holder = await holderOf(tx, services, person);
  if (holder.kind === 'none' || holder.application.id === id)
    return { live_ssn: lookups.ssn(services.vault, person.ssn) };
  return holder.kind === 'same-person' ? 'duplicate' : { ssn_conflict: true };
}

/** Runs a transaction that claims an SSN, and again if a concurrent one claimed it first. */
export async function transactClaim<T>(services: With<'db'>, run: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(services.db, run).catch((error: unknown) => {
    if (!isUniqueViolation(error, 'application_live_ssn_key')) throw error;
    return transact(services.db, run);
  });
}

/** Returns whether the decision has to be made again, because the SSN is in use elsewhere. */
export function claimOnReturn(
  services: With<'clock' | 'db' | 'vault' | 'jobs'>,
  subject: ApplicationContext['subject'],
  person: Identity,
): Promise<boolean> {
  const { applicationId: id } = subject;
  return transactClaim(services, async (tx) => {
    const application = await lockApplication(tx, id);
    const { live_ssn: held, ssn_conflict: isKnown, loan_id: loan } = application;
    const { phase, status } = stateOf(application.state);
    // The SSN of a paid loan is free.
    if (held !== null || isKnown || loan !== null || isLead(application) || phase === 'ended') return false;
    const claim = await claimSsn(tx, services, id, person);
    if (claim === 'duplicate' && (await tryMove(tx, services, subject, 'codeAcceptedForDuplicate')))
      return false;
    const saved = claim === 'duplicate' ? { ssn_conflict: true } : claim;
    await updateApplication(tx, id, saved);
    return saved.ssn_conflict === true && status === 'PREQUALIFIED';
  });
}
