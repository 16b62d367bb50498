// Resuming by link: the token starts a session in this browser. Also handles requests for a link.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getBranch } from '#contract/branches.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { getPrequalification } from '#contract/prequalification.ts';
import {
  emailResumeLink,
  getLead,
  type LinkRefusal,
  openEarlier,
  resumeLead,
  updateLead,
} from '#contract/resume.ts';
import {
  type Application,
  findApplication,
  findLiveApplication,
  readApplication,
  transactOn,
  updateApplication,
} from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { isPast } from '../../journey/deadlines.ts';
import { isAllowed } from '../../journey/guard.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { changesOffers, isLead } from '../../journey/offered-actions.ts';
import { findContext } from '../../journey/request-context.ts';
import { serveStep } from '../../journey/step.ts';
import { type OpenedLink, readLink, spendLink } from '../../messages/resume-link.ts';
import { emailLimit } from '../../messages/send-email.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId, SessionId } from '../../platform/db/tables.ts';
import { fail, isNotNow } from '../../platform/failure.ts';
import { serve, tokenOf } from '../../platform/http/http.ts';
import { knownLookups } from '../../records/applicant-fields.ts';
import { findPerson, isPerson, saveFields } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { recipientOf } from '../../records/envelopes.ts';
import { claimLead, isReady, readLead } from '../../records/leads.ts';
import type { Services } from '../../services.ts';
import { errorMessages, linkRefusals } from '../../wording/error-messages.ts';
import { expire } from '../offers/service.ts';
import { beginWithCode, mayTextCode, requestTextCode } from '../phone-check/sending.ts';
import { admitLead, cityQuestion } from './lead.ts';
import { enqueueLink, enqueueLinkForOthers, requestLink } from './requested-link.ts';

type Answer = ResponseOf<typeof resumeLead>;

/** Someone whose documents never came had no offer. */
function whyOver({ state }: Application): LinkRefusal {
  const { deadline, offersPast } = stateOf(state);
  if (offersPast === 'superseded') return offersPast;
  return deadline === 'documents' || offersPast === 'request-closed' ? 'request-closed' : 'offer-expired';
}

/** The specification has two refusals: this message leads to the error page, any other to the expired page. */
const notOurs: Answer = { errors: [{ message: 'Application error' }] };
const refused = (code: LinkRefusal): Answer => ({ errors: [{ code, message: linkRefusals[code] }] });

export const resumeRoutes = [openLinkRoutes, mailLinkRoutes];

function openLinkRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, sessions, vault } = services;

  serve(app, resumeLead, async ({ request, reply, body }) => {
    const link = readLink(services, tokenOf(request));
    await spendLink(services, request, link?.applicationId);
    if (link === undefined) return refused('link-damaged');
    const application = await findApplication(db, link.applicationId);
    if (!application) return notOurs;
    const isPurged = application.purged_at !== null;
    if (link.by !== 'documents' && (isPurged || (await isOver(application))))
      return refused(whyOver(application));
    if (link.isExpired || isPurged) return refused('link-expired');

    const context = await findContext(services, request);
    const isHere = typeof context !== 'string' && context.application?.id === application.id;
    const session = isHere ? context.session : await begin(link, application, request, reply);
    if (session === undefined) return refused('opened-elsewhere');

    // A form that was saved in an outage was decided without a code.
    if (isHere && session.requiresCode && application.text_code === null) {
      const permit = await mayTextCode(services, application);
      await transactOn(db, application.id, (tx) => requestTextCode(tx, services, application.id, permit));
    }
    const subject = { applicationId: application.id, sessionId: session.id };
    const lead = await readLead(db, application.id);
    const { socureDeviceSessionId: device, isAutoSecured } = body;
    if (isLead(application) && isAutoSecured !== undefined)
      await transactOn(db, application.id, async (tx, current) => {
        if (isLead(current))
          await updateApplication(tx, current.id, { requested_auto_secured: isAutoSecured });
      });
    // The fraud check's script loads after the link is exchanged, so its session may arrive after the lead was admitted.
    const isUndecided = isAllowed(application, 'updateLead') && !changesOffers(application);
    if (lead && device && isUndecided && !session.requiresCode)
      await transact(db, (tx) => saveFields(tx, vault, application.id, { deviceSession: device }));
    const isComplete = isLead(application) && lead && (await isReady(db, clock, lead));
    if (isComplete && !(await cityQuestion(services, application.id))) {
      // Another tab may have been faster.
      await admitLead(services, subject).catch((error: unknown) => {
        if (!isNotNow(error)) throw error;
      });
      return continuing(await readApplication(db, application.id));
    }
    return session.requiresCode ? { updateLead: false } : continuing(application);
  });

  async function isOver(application: Application): Promise<boolean> {
    const { id, state } = application;
    if (!stateOf(state).resumable) return true;
    if (!isPast(services, application)) return false;
    return transactOn(db, id, (tx, application) => expire(tx, services, application));
  }

  /**
   * Past the lead stage, the session shows nothing until the code that we text to the phone on file is
   * entered. Undefined if the link belongs to another browser.
   */
  async function begin(
    link: OpenedLink,
    application: Application,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ id: SessionId; requiresCode: boolean } | undefined> {
    const { id } = application;
    const hadSession = (await sessions.lastApplicationOf(request)) === id;
    const requiresCode = !isLead(application);
    const mayText = requiresCode ? await mayTextCode(services, application) : undefined;
    const session = await transactOn(db, id, async (tx) => {
      const isClaimed = await claimLead(tx, clock, id, hadSession);
      if (link.by === 'partner' && !isClaimed) return undefined;
      if (mayText) return beginWithCode(tx, services, request, id, mayText);
      const newSession = await sessions.begin(tx, id, request);
      await audit(tx, clock, { applicationId: id, sessionId: newSession.id }, { type: 'resumed' });
      return newSession;
    });
    session?.set(reply);
    return session && { id: session.id, requiresCode };
  }
}

function mailLinkRoutes(app: FastifyInstance, services: Services): void {
  const { db, limiter, sessions, vault } = services;

  serve(app, emailResumeLink, async ({ request, body }) => {
    const token = tokenOf(request);
    const link = token === '' ? undefined : readLink(services, token);
    if (body.email !== undefined) {
      await spendLink(services, request);
      await requestLink(services, body.email);
      return { status: 'sent' as const };
    }
    const requesterId = token === '' ? await sessions.lastApplicationOf(request) : link?.applicationId;
    const opens = link?.by === 'documents' ? link.by : undefined;
    if (token === '' && requesterId === undefined)
      fail('no-session', errorMessages['no-session'].noApplication);
    await spendLink(services, request, requesterId);
    if (requesterId === undefined) return { status: 'sent' as const };
    await limiter.spend('mail-link', requesterId);
    const target = await applicationToContinue(requesterId, opens);
    if (target === 'nothing') return { status: 'nothing' as const };
    const requested = { mail: randomUUID(), opens };
    if (target === requesterId) {
      await limiter.spend(...(await emailLimit(services, target, await recipientOf(services, target))));
      await enqueueLink(services, target, requested);
    } else if (target !== undefined) await enqueueLinkForOthers(services, target, requested);
    const context = await findContext(services, request);
    const mayKnow =
      typeof context !== 'string' && context.application?.id === target && !context.session.requiresCode;
    if (target === undefined || !mayKnow) return { status: 'sent' as const };
    return { status: 'sent' as const, email: await recipientOf(services, target) };
  });

  serveStep(app, services, openEarlier, 'openEarlier', async ({ context, request, reply }) => {
    await spendLink(services, request, context.application.id);
    const earlier = await applicationToContinue(context.application.id, undefined);
    if (earlier === undefined || earlier === 'nothing')
      fail('not-found', errorMessages['not-found'].noEarlier);
    const mayText = await mayTextCode(services, await readApplication(db, earlier));
    const session = await transactOn(db, earlier, (tx) =>
      beginWithCode(tx, services, request, earlier, mayText),
    );
    session.set(reply);
    return { requiresCode: true as const };
  });

  /** The application that the link opens: this one, or the earlier one that it duplicates. */
  async function applicationToContinue(requesterId: ApplicationId, opens: 'documents' | undefined) {
    const [requester, person] = await Promise.all([
      findApplication(db, requesterId),
      findPerson(db, vault, requesterId),
    ]);
    if (requester === undefined || person === undefined) return undefined;
    const { emailedLink } = stateOf(requester.state);
    if (requester.purged_at !== null) return 'nothing';
    if (emailedLink === 'nothing' && !opens) return 'nothing';
    if (emailedLink === 'itself' || opens) return requester.id;
    const earlier = await findLiveApplication(db, knownLookups.ssn(vault, person.ssn));
    return earlier && (await isPerson(db, vault, earlier.id, person)) ? earlier.id : undefined;
  }
}

function continuing(application: Application): Answer {
  const { id, branch_id: branch, selected_term: selected } = application;
  const amount = application.loan_amount ?? application.requested_amount;
  const term = selected?.months ?? application.requested_term;
  const mustUpdate = isLead(application);
  return {
    updateLead: mustUpdate,
    ...(mustUpdate ? { leadsHref: hrefOf(getLead, id), updateLeadHref: hrefOf(updateLead, id) } : {}),
    ...(mustUpdate ? {} : { prequalificationsHref: hrefOf(getPrequalification, id) }),
    ...(branch === null ? {} : { branchHref: hrefOf(getBranch, id) }),
    ...(amount === null ? {} : { loanAmount: amount }),
    ...(term === null ? {} : { loanTerm: term }),
  };
}
