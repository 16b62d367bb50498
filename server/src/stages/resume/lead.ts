// A partner's applicant: the details they bring up to date, the texts they agree to, and their way into the application.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getLead, updateLead } from '#contract/resume.ts';
import { saveAgreement } from '../../journey/consents.ts';
import { move } from '../../journey/move.ts';
import type { StateName } from '../../journey/states.ts';
import { serveStep } from '../../journey/step.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId, SessionId } from '../../platform/db/tables.ts';
import { isUniqueViolation } from '../../platform/db/unique-violation.ts';
import { fail } from '../../platform/failure.ts';
import {
  type Details,
  isSameDetails,
  readApplicant,
  readApplicantField,
  readApplicantLookups,
  saveDetails,
} from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { needsConsent, noteConsent, readLead } from '../../records/leads.ts';
import type { Services } from '../../services.ts';
import { refusals } from '../../wording/refusals.ts';
import { askForTextCode } from '../phone-check/sending.ts';
import { admit, askAbout } from '../prequalification/admit.ts';

interface Subject {
  readonly applicationId: ApplicationId;
  readonly sessionId: SessionId;
}

export function leadRoutes(app: FastifyInstance, services: Services): void {
  const { db, vault, clock, limiter } = services;

  serveStep(app, services, getLead, 'updateLead', async ({ context }) => {
    const { id, state, requested_amount: amount, requested_term: term } = context.application;
    const lead = await readLead(db, id);
    return {
      needsConsent: state === 'LEAD' && lead !== undefined && needsConsent(services, lead),
      ...(amount === null ? {} : { loanAmount: amount }),
      ...(term === null ? {} : { loanTerm: term }),
    };
  });

  serveStep(app, services, updateLead, 'updateLead', async ({ context, body, request }) => {
    const { id, state } = context.application;
    const subject = { applicationId: id, sessionId: context.session.id };
    const { acceptLegal, ...details } = body;
    if (state === 'LEAD') {
      const lead = await readLead(db, id);
      const mustAgree = lead === undefined || needsConsent(services, lead);
      if (mustAgree && acceptLegal !== true)
        fail('invalid', refusals.invalid.checkboxRequired, 'acceptLegal');
      await letIn(services, subject, { details, ...(acceptLegal === true ? { agreedIn: request } : {}) });
      return {};
    }
    // Let in already: the number was wrong, and the code goes to the right one.
    if (isSameDetails(details, await readApplicant(db, vault, id))) return {};
    await limiter.spend('send-code', id);
    await transact(db, async (tx) => {
      await saveDetails(tx, vault, id, details);
      await move(tx, clock, subject, 'detailsUpdated');
      await askForTextCode(tx, services, id);
    });
    return {};
  });
}

/**
 * Takes a lead to its text code, or to the page that says why it goes no further, and says where. Called once the applicant
 * agreed to our texts: before that nobody is asked about them, and nothing is texted.
 */
export async function letIn(
  services: Services,
  subject: Subject,
  given: { details?: Details; agreedIn?: FastifyRequest } = {},
): Promise<StateName> {
  const { db, vault, clock, limiter } = services;
  const { applicationId: id } = subject;
  const { details, agreedIn } = given;
  const ssn = await readApplicantField(db, vault, id, 'ssn');
  const known = await readApplicantLookups(db, id);
  await limiter.spend('submit-same-ssn', known.ssn);
  const admission = await askAbout(services, ssn);
  try {
    return await transact(db, async (tx) => {
      if (details) await saveDetails(tx, vault, id, details);
      await move(tx, clock, subject, 'leadLetIn');
      if (agreedIn) {
        await saveAgreement(tx, services, agreedIn, subject, ['terms', 'contactOfLead']);
        await noteConsent(tx, id, clock.now());
      }
      await audit(tx, clock, subject, { type: 'lead-let-in', details: details ? 'updated' : 'as-given' });
      return admit(tx, services, subject, known, admission);
    });
  } catch (error) {
    // The same person was let in at the same moment; this one is then found to be the duplicate.
    if (!isUniqueViolation(error, 'application_live_ssn_key')) throw error;
    return letIn(services, subject, given);
  }
}
