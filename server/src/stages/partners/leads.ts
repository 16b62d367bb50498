// A partner's leads and their status. No response reveals whether we know a person, or why a lead stopped.
import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { consents } from '#contract/consents.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { isoFromTyped } from '#contract/fields.ts';
import {
  checkPartner,
  getLeadStatus,
  handInLead,
  type LeadRequest,
  type LeadStatus,
  leadRequest,
} from '#contract/leads.ts';
import {
  agreeToPartners,
  type DeclinedPartner,
  getDeclinedPartner,
  getPartners,
  getReferrer,
} from '#contract/partners.ts';
import { dollars } from '#finance/money.ts';
import type { Partner } from '#lender/schema/partners.ts';
import {
  type Application,
  encryptMarketing,
  insertApplication,
  transactOn,
} from '../../journey/applications.ts';
import { beginnings } from '../../journey/chart.ts';
import { agreedTexts, saveAgreement, savePartnerConsent } from '../../journey/consents.ts';
import { tryMove } from '../../journey/move.ts';
import { serveStep } from '../../journey/step.ts';
import { linkTo } from '../../messages/resume-link.ts';
import { type Clock, daysAfter, lenderToday, secondsAfter } from '../../platform/clock.ts';
import { type Db, type Tx, transact } from '../../platform/db/database.ts';
import { insertOnce, isUniqueViolation, rowsOf } from '../../platform/db/rows.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { Failure, fail, failAsSuspect } from '../../platform/failure.ts';
import { parse, serve, tokenOf } from '../../platform/http/http.ts';
import { networkOf } from '../../platform/http/network.ts';
import { applicantOfLead, knownLookups } from '../../records/applicant-fields.ts';
import { applicationsOfSsn, saveApplicant } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { hasAgreedTo, hasConsented } from '../../records/consents.ts';
import { hasHadOffers } from '../../records/decisions.ts';
import { findDisbursement } from '../../records/disbursements.ts';
import { findPartnersLead, insertLead, leadLinkDays, unopenedLeadsAmong } from '../../records/leads.ts';
import type { Services, With } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { homePlace } from '../branches/home-place.ts';
import { assertUsPhone } from '../phone-check/sending.ts';
import { assertIssued, assertServed, assertZipCode } from '../prequalification/submitted-form.ts';

const hashOfKey = (key: string): string => hash('sha256', key);

/** Returns the key itself, which is not stored. */
export async function createPartnerKey(tx: Tx, clock: Clock, partnerId: string) {
  const key = `blk_${randomBytes(32).toString('base64url')}`;
  return { id: await savePartnerKey(tx, clock, partnerId, key), key };
}

async function savePartnerKey(db: Db, clock: Clock, partnerId: string, key: string): Promise<string> {
  const id = randomUUID();
  const row = { id, partner_id: partnerId, hash: hashOfKey(key), created_at: clock.now() };
  await insertOnce(db, 'partner_key', ['hash'], row);
  return id;
}

/** In development, `sandbox-<id>-key` is a key of each partner. */
export async function saveSandboxKeys(db: Db, clock: Clock, partners: readonly { readonly id: string }[]) {
  for (const { id } of partners) await savePartnerKey(db, clock, id, `sandbox-${id}-key`);
}

/** False if it was revoked before. */
export const revokePartnerKey = (tx: Tx, clock: Clock, id: string): Promise<boolean> =>
  rowsOf(tx, 'partner_key', { id, revoked_at: null }).update({ revoked_at: clock.now() });

/** Every key with the SHA-256 of it, in hexadecimal. */
export const partnerKeys = (db: Db) =>
  rowsOf(db, 'partner_key', {}, ['created_at']).all([
    'id',
    'partner_id as partnerId',
    'hash',
    'created_at as createdAt',
    'revoked_at as revokedAt',
  ]);

/** The owner of a key, and whether it is still valid. Undefined if the database does not have it. */
async function findPartnerKey(db: Db, key: string) {
  const row = await rowsOf(db, 'partner_key', { hash: hashOfKey(key) }).first(['partner_id', 'revoked_at']);
  return row && { partnerId: row.partner_id, isRevoked: row.revoked_at !== null };
}

type Answer = ResponseOf<typeof handInLead>;

export function partnerLeadRoutes(app: FastifyInstance, services: Services): void {
  const { config, lender, limiter, vault, db } = services;
  const schema = leadRequest(() => lenderToday(services));

  serve(app, handInLead, async ({ request, params }) => {
    const partner = await partnerOf(request, params.partner);
    await limiter.spend('hand-in-lead', partner.id);
    const body = readBody(services, schema, partner, request.body ?? {});
    const earlier = await findLead(partner, body);
    if (earlier) return earlier;
    refuseAll(mistakesIn(services, partner, body));
    if (body.test) {
      const nowhere = randomUUID() as string as ApplicationId;
      return answerOf(services, nowhere, linkEnd(services));
    }
    return handIn(services, partner, body).catch(async (error: unknown) => {
      // The partner sent the same lead twice at once.
      if (!isUniqueViolation(error, 'lead_partner_id_partner_lead_id_key')) throw error;
      return (await findLead(partner, body)) ?? fail('try-again', errorMessages['try-again'].lead);
    });
  });

  serve(app, checkPartner, async ({ request, params }) => {
    const { id } = await partnerOf(request, params.partner);
    await limiter.spend('read-lead', id);
    return { partner: id };
  });

  serve(app, getLeadStatus, async ({ request, params }) => {
    const partner = await partnerOf(request, params.partner);
    await limiter.spend('read-lead', partner.id);
    const lead = await findPartnersLead(db, partner.id, params.leadId);
    if (lead === undefined) fail('not-found', errorMessages['not-found'].lead);
    return { leadId: params.leadId, status: await leadStatusOf(db, lead) };
  });

  async function partnerOf(request: FastifyRequest, id: string): Promise<Partner> {
    const partner = lender.partners.find(({ id: partnerId }) => partnerId === id);
    const token = tokenOf(request);
    // Anyone can read these keys, and a database may have been used for development before.
    const isPublished = config.isProduction && token.startsWith('sandbox-');
    const key = isPublished ? undefined : await findPartnerKey(db, token);
    if (partner && key?.partnerId === id && !key.isRevoked) return partner;
    await limiter.spend('wrong-key', vault.lookup('address', networkOf(request.ip)));
    failAsSuspect(key ? 'wrong-key' : 'unknown-key', 'wrong-key', errorMessages['wrong-key'].notThisPartners);
  }

  async function findLead(partner: Partner, body: LeadRequest): Promise<Answer | undefined> {
    const lead = await findPartnersLead(db, partner.id, body.leadId);
    if (lead === undefined) return undefined;
    if (!vault.isLookupOf(lead.content, 'lead', JSON.stringify(body)))
      fail('lead-differs', errorMessages['lead-differs'].idUsedBefore, 'leadId');
    return answerOf(services, lead.application_id, lead.link_expires_at);
  }
}

type Mistake = Failure['errors'][number] & { readonly code: ErrorCode };

/** Reports every mistake at once: those of the schema, and those of the other rules for the fields that can be read. */
function readBody(
  services: With<'config' | 'clock' | 'lender'>,
  schema: ReturnType<typeof leadRequest>,
  partner: Partner,
  raw: unknown,
): LeadRequest {
  try {
    return parse(schema, raw);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const mistakes = error.errors as readonly Mistake[];
    const isRead = (path: string) =>
      !mistakes.some(({ field = '' }) => isWithin(path, field) || isWithin(field, path));
    refuseAll([...mistakes, ...mistakesIn(services, partner, raw as LeadRequest, isRead)]);
    throw error;
  }
}

const isWithin = (inner: string, outer: string) =>
  outer === '' || inner === outer || inner.startsWith(`${outer}.`);

function refuseAll([first, ...others]: readonly Mistake[]): void {
  if (first) throw new Failure([first, ...others]);
}

/** Checks the rules that the schema cannot express. `isRead` returns whether the value at a path follows the schema. */
function mistakesIn(
  services: With<'config' | 'clock' | 'lender'>,
  partner: Partner,
  body: LeadRequest,
  isRead: (path: string) => boolean = () => true,
): Mistake[] {
  const mistakes: Mistake[] = [];
  const check = (paths: readonly string[], rule: () => void) => {
    if (!paths.every(isRead)) return;
    try {
      rule();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      mistakes.push(...(error.errors as readonly Mistake[]));
    }
  };
  // Server clocks differ slightly.
  const soon = secondsAfter(services.clock.now(), 300);
  const assertPast = (instant: string | undefined, field: string) => {
    if (instant !== undefined && new Date(instant) > soon)
      fail('invalid', errorMessages.invalid.timeInFuture, field);
  };
  const { consent } = body;
  check(['address.state', 'dob'], () =>
    assertServed(services, { state: body.address.state, dob: isoFromTyped(body.dob) ?? '' }),
  );
  check(['address.state', 'address.zipCode'], () => assertZipCode(services, body.address));
  check(['ssn'], () => assertIssued(services.config, body.ssn));
  check(['phone'], () => {
    if (body.phone) assertUsPhone(body.phone);
  });
  check(['additional_information', 'tracking'], () => {
    const subId = subIdOf(body);
    if (subId !== undefined && !partner.subIds.includes(subId))
      fail('invalid', errorMessages.invalid.notYourSubId, 'additional_information.sub_id');
  });
  check(['collectedAt'], () => assertPast(body.collectedAt, 'collectedAt'));
  check(['consent'], () => assertPast(consent?.givenAt, 'consent.givenAt'));
  check(['consent'], () => {
    if (consent) agreedTexts(services, consent);
  });
  return mistakes;
}

async function handIn(
  services: With<'config' | 'clock' | 'db' | 'vault' | 'jobs' | 'lender'>,
  partner: Partner,
  body: LeadRequest,
): Promise<Answer> {
  const { db, clock, vault, lender } = services;
  const id = randomUUID() as string as ApplicationId;
  const now = clock.now();
  const expires = linkEnd(services);
  const applicant = applicantOfLead(body);
  const { consent, tracking, loanAmount, loanTerm } = body;
  await transact(db, async (tx) => {
    // If a partner has several open leads for one person, only the newest counts.
    const ofPerson = await applicationsOfSsn(tx, knownLookups.ssn(vault, applicant.ssn));
    for (const applicationId of await unopenedLeadsAmong(tx, ofPerson, partner.id))
      await tryMove(tx, services, { applicationId }, 'superseded');
    await insertApplication(tx, {
      id,
      state: beginnings.lead,
      state_since: now,
      source: 'affiliate',
      partner_id: partner.id,
      branch_id: homePlace(lender, applicant).branch?.id ?? null,
      experience: 'single_page',
      created_at: now,
      text_budget: 'returning',
      requested_amount: loanAmount === undefined ? null : dollars(loanAmount),
      requested_term: loanTerm ?? null,
      marketing: encryptMarketing(vault, id, { ...tracking, ...(subIdOf(body) && { subId: subIdOf(body) }) }),
    });
    await saveApplicant(tx, vault, id, applicant);
    await insertLead(tx, {
      application_id: id,
      partner_id: partner.id,
      partner_lead_id: body.leadId,
      content: vault.lookup('lead', JSON.stringify(body)),
      collected_at: body.collectedAt === undefined ? now : new Date(body.collectedAt),
      consented_at: consent === undefined ? null : new Date(consent.givenAt),
      link_expires_at: expires,
    });
    if (consent) await savePartnerConsent(tx, services, id, partner, consent);
    await audit(
      tx,
      clock,
      { applicationId: id },
      { type: 'lead-handed-in', partner: partner.id, consent: consent !== undefined },
    );
  });
  return answerOf(services, id, expires);
}

const linkEnd = ({ clock }: With<'clock'>) => daysAfter(clock.now(), leadLinkDays);

const subIdOf = (body: LeadRequest) => body.additional_information?.sub_id ?? body.tracking?.subId;

const answerOf = (services: With<'config' | 'vault'>, id: ApplicationId, expires: Date): Answer => ({
  resumeUrl: linkTo(services, 'partner', id, expires),
  expires: expires.toISOString(),
});

/**
 * Requires recorded consent (15 USC 6802(e)(2), 12 CFR 1016.15(a)(1)); without it, the partner learns only
 * what it did itself. A declined, held or known applicant has the status of any other at the same step.
 */
async function leadStatusOf(
  db: Db,
  { application_id: id, opened_at: openedAt }: NonNullable<Awaited<ReturnType<typeof findPartnersLead>>>,
): Promise<LeadStatus> {
  if (!(await hasAgreedTo(db, id, 'privacy-policy'))) return 'received';
  if ((await findDisbursement(db, id)) !== undefined) return 'funded';
  if (await hasHadOffers(db, id)) return 'prequalified';
  return openedAt === null ? 'received' : 'opened';
}

export function partnerRoutes(app: FastifyInstance, services: Services): void {
  const { db, vault, clock } = services;
  const { partners } = services.lender;

  serve(app, getReferrer, async ({ query }) => {
    const partner = partners.find(({ subIds }) => subIds.includes(query.sub_id));
    // Anyone can put anything in the address, so an unknown partner is a normal response, not an error in the console.
    return partner === undefined ? {} : { partner: { name: partner.name, logo: `/lender/${partner.logo}` } };
  });

  serveStep(app, services, getDeclinedPartner, 'partner', async ({ context }) => {
    const partner = partners.find(({ id }) => id === context.application.partner_id);
    if (!partner?.declinedLink) fail('not-found', errorMessages['not-found'].noPartner);
    return shown(partner, partner.declinedLink);
  });

  serveStep(app, services, getPartners, 'partners', async ({ context }) => referralOf(context.application));

  serveStep(app, services, agreeToPartners, 'partners', async ({ context, request }) => {
    const { application, subject } = context;
    await transactOn(db, application.id, async (tx) => {
      // Two presses at once leave one consent.
      if (await hasConsented(tx, vault, application.id, consents.partners.statement)) return;
      await saveAgreement(tx, services, request, subject, ['partners']);
      await audit(tx, clock, subject, { type: 'partners-agreed' });
    });
    return referralOf(application);
  });

  async function referralOf({ id, partner_id: own }: Application): Promise<ResponseOf<typeof getPartners>> {
    const isAgreed = await hasConsented(db, vault, id, consents.partners.statement);
    const taking = isAgreed ? partners.toSorted((a, b) => Number(b.id === own) - Number(a.id === own)) : [];
    return {
      isAgreed,
      partners: taking.flatMap((partner) =>
        partner.declinedLink ? [shown(partner, partner.declinedLink)] : [],
      ),
    };
  }
}

const shown = ({ name, logo }: Partner, partnerLink: string): DeclinedPartner => ({
  name,
  logo: `/lender/${logo}`,
  partnerLink,
});
