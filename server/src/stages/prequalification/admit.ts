// Takes the person of a form or a lead to the text code, or to the page that explains why it stops.
import { findLiveApplication, updateApplication } from '../../journey/applications.ts';
import { beginnings, type StateName } from '../../journey/chart.ts';
import { move } from '../../journey/move.ts';
import type { ApplicationContext } from '../../journey/request-context.ts';
import { sendEmailVerification } from '../../messages/application-messages.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { TextBudget } from '../../platform/db/tables.ts';
import type { Lookup } from '../../platform/encryption.ts';
import { circuitBreaker } from '../../platform/jobs/circuit-breaker.ts';
import { knownLookups, lookups } from '../../records/applicant-fields.ts';
import { readApplicantLookups } from '../../records/applicants.ts';
import { recordDegraded } from '../../records/degraded.ts';
import type { With } from '../../services.ts';
import type { BorrowerStanding } from '../../vendors/core/api.ts';
import { CoreOffline } from '../../vendors/core/core.ts';
import type { Identity } from '../../vendors/fraud.ts';
import { decisionVendors } from '../decision/vendors.ts';
import { holderOf } from '../phone-check/same-person.ts';
import { permitText, requestTextCode, type TextPayer, type TextPermit } from '../phone-check/sending.ts';

/** How long the form's answer may wait for the captcha and the core system. */
export const inlineSeconds = 2;

interface Admission {
  readonly person: Identity;
  /** The person's status in the core system, if the whole identity matches. */
  readonly standing: BorrowerStanding['standing'];
  /** The core system has the SSN under another name or birth date. */
  readonly hasOtherRecord: boolean;
  /** Whether the response to this form may reveal that we know the SSN. */
  readonly maySay: boolean;
  /** A vendor that the decision needs is known to be down, or the core system, which the decision then looks the person up in. */
  readonly cannotDecide: boolean;
  readonly isCoreOffline: boolean;
}

/** Calls vendors, so run it before the transaction that admits the applicant. */
export async function lookUpPerson(
  services: With<'clock' | 'log' | 'db' | 'vault' | 'limiter' | 'vendors'>,
  budget: TextBudget,
  person: Identity,
): Promise<Admission> {
  const { db, vault, limiter, vendors, log } = services;
  const ssn = lookups.ssn(vault, person.ssn);
  const [inCore, breakers, live] = await Promise.all([
    vendors.core.lookUp(person, vendors.timeouts.signal(inlineSeconds)).catch((error: unknown) => {
      if (!(error instanceof CoreOffline)) throw error;
      log.warn({ err: error }, 'core system offline');
      return undefined;
    }),
    Promise.all(decisionVendors.map((vendor) => circuitBreaker(services, vendor).isOpen())),
    findLiveApplication(db, knownLookups.ssn(vault, person.ssn)),
  ]);
  const { standing, isSamePerson } = inCore ?? ({ standing: 'NONE', isSamePerson: null } as const);
  const isKnown = standing !== 'NONE' || live !== undefined;
  const maySay = !isKnown || (await limiter.trySpend('disclose-known-ssn', `${budget}:${ssn}`));
  const isTheirs = isSamePerson === true && maySay;
  return {
    person,
    standing: isTheirs ? standing : 'NONE',
    hasOtherRecord: standing !== 'NONE' && !isTheirs,
    maySay,
    cannotDecide: breakers.includes(true) || inCore === undefined,
    isCoreOffline: inCore === undefined,
  };
}

/** What the limits let us send to an applicant whose phone and email are not confirmed yet. */
interface ContactPermit {
  readonly text: TextPermit;
  readonly email: boolean;
}

/** Counts the text and the email of an admission, so call it last. */
export async function permitContact(
  services: With<'db' | 'clock' | 'vault' | 'limiter'>,
  payer: TextPayer,
  to: { readonly phone: string; readonly email: Lookup },
  { standing, cannotDecide: waits }: Admission,
): Promise<ContactPermit> {
  if (standing !== 'NONE') return { text: 'paused', email: false };
  return {
    email: await services.limiter.trySpend('mail-to-address', `${payer.text_budget}:${to.email}`),
    text: waits ? 'paused' : await permitText(services, payer, to.phone),
  };
}

/**
 * Returns where the browser goes next. An applicant whose SSN we have under another name or birth date
 * continues like anyone and learns nothing; the policy does not lend to them.
 */
export async function admit(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs' | 'metrics'>,
  subject: ApplicationContext['subject'],
  { person, standing, hasOtherRecord, maySay, cannotDecide: waits, isCoreOffline }: Admission,
  contact: ContactPermit,
): Promise<StateName> {
  const { jobs } = services;
  const { applicationId } = subject;
  if (isCoreOffline) await recordDegraded(tx, services, applicationId, 'person-not-looked-up');
  const isLive = maySay && (await holderOf(tx, services, person)).kind === 'same-person';
  const event =
    standing === 'PRESENT_BORROWER'
      ? 'presentBorrowerFound'
      : isLive
        ? 'duplicateFound'
        : standing === 'DUPLICATE'
          ? 'coreDuplicateFound'
          : undefined;
  if (event !== undefined) return (await move(tx, services, subject, event)).state;
  await updateApplication(tx, applicationId, { ssn_conflict: hasOtherRecord });
  if (contact.email) {
    const { email } = await readApplicantLookups(tx, applicationId);
    await jobs.enqueue(tx, sendEmailVerification, applicationId, { email });
  }
  if (!waits) {
    await requestTextCode(tx, services, applicationId, contact.text);
    return beginnings.form;
  }
  return (await move(tx, services, subject, 'delayed')).state;
}
