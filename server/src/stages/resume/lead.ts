// A partner's applicant: the details they update, the texts they agree to, and their admission to the application.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getLead, updateLead } from '#contract/resume.ts';
import { transactOn, updateApplication } from '../../journey/applications.ts';
import type { StateName } from '../../journey/chart.ts';
import { saveAgreement } from '../../journey/consents.ts';
import { refuseStep } from '../../journey/guard.ts';
import { move } from '../../journey/move.ts';
import { changesOffers, isConfirmingPhone, isLead, mayUpdateDetails } from '../../journey/offered-actions.ts';
import type { ApplicationContext } from '../../journey/request-context.ts';
import { serveStep } from '../../journey/step.ts';
import { textOfChange } from '../../messages/application-messages.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { type Details, isSameDetails } from '../../records/applicant-fields.ts';
import {
  findPerson,
  personLookup,
  readApplicant,
  readApplicantField,
  readApplicantLookups,
  readDetails,
  readFields,
  saveDetails,
  saveFields,
} from '../../records/applicants.ts';
import { audit, hasEnteredCode } from '../../records/audit.ts';
import { needsConsent, readLead, recordConsent } from '../../records/leads.ts';
import type { Services, With } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { homePlace } from '../branches/home-place.ts';
import { decideAgain } from '../decision/decide-again.ts';
import { assertNotExpired } from '../offers/service.ts';
import { assertRecentCode } from '../phone-check/recent-code.ts';
import { assertUsPhone, requestTextCode, spendText } from '../phone-check/sending.ts';
import { admit, lookUpPerson, permitContact } from '../prequalification/admit.ts';
import { questionAbout } from '../prequalification/submitted-form.ts';

export function leadRoutes(app: FastifyInstance, services: Services): void {
  const { db, vault } = services;

  serveStep(app, services, getLead, 'updateLead', async ({ context }) => {
    const { application } = context;
    const { id, requested_amount: amount, requested_term: term } = application;
    const lead = await readLead(db, id);
    return {
      needsConsent: isLead(application) && lead !== undefined && needsConsent(services, lead),
      ...(amount === null ? {} : { loanAmount: amount }),
      ...(term === null ? {} : { loanTerm: term }),
      ...(changesOffers(application) ? { changesOffers: true as const } : {}),
      ...(isLead(application) && { home: await cityQuestion(services, id) }),
      ...(await readDetails(db, vault, id)),
    };
  });

  serveStep(app, services, updateLead, 'updateLead', async ({ context, body, request }) => {
    const { application, subject } = context;
    const { id } = application;
    const { acceptLegal, acceptTexts, city, ...details } = body;
    assertUsPhone(details.phone);
    if (isLead(application)) {
      const lead = await readLead(db, id);
      const mustAgree = lead === undefined || needsConsent(services, lead);
      if (mustAgree && acceptLegal !== true)
        fail('invalid', errorMessages.invalid.checkboxRequired, 'acceptLegal');
      await admitLead(services, subject, {
        details,
        city,
        ...(acceptLegal === true ? { agreedIn: request, acceptTexts } : {}),
      });
      return {};
    }
    if (changesOffers(application)) {
      await updateAfterDecision(services, context, details);
      return {};
    }
    // The applicant was already admitted. The number was wrong, so the code goes to the corrected one.
    if (isSameDetails(details, await readApplicant(db, vault, id))) return {};
    const permit = await spendText(services, application, details.phone);
    await transactOn(db, id, async (tx) => {
      await saveDetails(tx, vault, id, details);
      await move(tx, services, subject, 'detailsUpdated');
      await requestTextCode(tx, services, id, permit);
    });
    return {};
  });
}

/** What a lead's applicant is asked about a city that the ZIP code contradicts. */
export async function cityQuestion(services: With<'db' | 'vault' | 'lender'>, id: ApplicationId) {
  const fields = await readFields(services.db, services.vault, [id], ['city', 'us_state', 'zip_code']);
  const stored = fields.get(id);
  if (stored === undefined) return undefined;
  const { city, us_state: state, zip_code: zipCode } = stored;
  // A ZIP code that no list has was taken with the lead, and is judged with it.
  if (homePlace(services.lender, { city, state, zipCode }).doubt !== 'other-city') return undefined;
  const { question = '', city: suggested } = questionAbout(services, { city, state, zipCode });
  return suggested === undefined ? undefined : { question, city, suggested };
}

/** Call it only after the applicant agreed to our texts: before that, we call no vendor and send no text. */
export async function admitLead(
  services: Services,
  subject: ApplicationContext['subject'],
  {
    details,
    city,
    agreedIn,
    acceptTexts,
  }: {
    details?: Details;
    city?: string | undefined;
    agreedIn?: FastifyRequest;
    acceptTexts?: boolean | undefined;
  } = {},
): Promise<StateName> {
  const { db, vault, clock, limiter } = services;
  const { applicationId: id } = subject;
  const payer = { id, text_budget: 'returning' } as const;
  const person = await findPerson(db, vault, id);
  if (person === undefined) throw new Error('The lead has no applicant.');
  await limiter.spend('submit-same-person', `${payer.text_budget}:${personLookup(vault, person)}`);
  const admission = await lookUpPerson(services, payer.text_budget, person);
  const phone = details?.phone ?? (await readApplicantField(db, vault, id, 'phone'));
  const { email } = await readApplicantLookups(db, id);
  const contact = await permitContact(services, payer, { phone, email }, admission);
  return transactOn(db, id, async (tx) => {
    if (details) await saveDetails(tx, vault, id, details);
    if (city !== undefined) await saveFields(tx, vault, id, { city: city.trim().normalize('NFC') });
    await move(tx, services, subject, 'leadAdmitted');
    if (agreedIn) {
      await saveAgreement(tx, services, agreedIn, subject, ['terms', 'contactOfLead'], acceptTexts);
      await recordConsent(tx, id, clock.now());
    }
    await audit(tx, clock, subject, { type: 'lead-let-in', details: details ? 'updated' : 'as-given' });
    return admit(tx, services, subject, admission, contact);
  });
}

/** The offers are computed again, and a new phone is confirmed first. */
async function updateAfterDecision(
  services: With<'clock' | 'db' | 'vault' | 'limiter' | 'sessions' | 'jobs' | 'lender' | 'policies'>,
  context: ApplicationContext,
  details: Details,
): Promise<void> {
  const { db, vault, clock } = services;
  const { application, subject } = context;
  const { id } = application;
  await assertNotExpired(services, application);
  if (!mayUpdateDetails(services, application)) refuseStep();
  const applicant = await readApplicant(db, vault, id);
  const isConfirming = applicant.newPhone !== undefined;
  if (!isConfirming && isSameDetails(details, applicant)) return;

  const hasNewPhone = details.phone !== applicant.phone;
  // A code on the phone on file comes first, and the new phone's code follows it.
  if (hasNewPhone) await assertRecentCode(services, context);
  if (hasNewPhone) await spendText(services, application, details.phone);
  const decide = hasNewPhone ? undefined : await decideAgain(services, id, details);
  await transactOn(db, id, async (tx, current) => {
    if (!changesOffers(current) || !mayUpdateDetails(services, current)) refuseStep();
    // Until its code is accepted, the phone on file stays: the applicant needs it to return.
    await saveDetails(tx, vault, id, { ...details, phone: applicant.phone });
    await saveFields(tx, vault, id, { newPhone: hasNewPhone ? details.phone : undefined });
    if (!isConfirmingPhone(current)) {
      await updateApplication(tx, id, { details_updates: current.details_updates + 1 });
      if (hasNewPhone && (await hasEnteredCode(tx, id)))
        await textOfChange(tx, services, id, 'phone-changing');
    }
    await audit(tx, clock, subject, {
      type: 'details-updated',
      phone: hasNewPhone ? 'changed' : 'as-before',
    });
    if (decide) await decide(tx);
    else {
      await move(tx, services, subject, 'phoneChanged');
      await requestTextCode(tx, services, id, 'allowed', 'new-phone');
    }
  });
}
