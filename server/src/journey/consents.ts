// The lender's consent texts, in the versions that apply today.

import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type ConsentName, consents } from '#contract/consents.ts';
import type { ApiError } from '#contract/errors.ts';
import { type ConsentDeclaration, textConsent } from '#contract/form-consents.ts';
import type { ApplicationSource } from '#contract/journey.ts';
import type { LeadRequest } from '#contract/leads.ts';
import { recentTexts, timeLimitsOn, versionOn } from '#lender/in-force.ts';
import { fillIn } from '#lender/public/fill-text.ts';
import type { LegalTextVersion, TextId } from '#lender/schema/legal-texts.ts';
import { lenderDay, lenderToday } from '../platform/clock.ts';
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId, SessionId } from '../platform/db/tables.ts';
import { Failure, fail } from '../platform/failure.ts';
import { userAgentOf } from '../platform/http/sessions.ts';
import { type AgreedText, saveConsents } from '../records/consents.ts';
import type { With } from '../services.ts';
import { errorMessages } from '../wording/error-messages.ts';

/** Records that the applicant checked these boxes, with the text shown beside them. */
export async function saveAgreement(
  tx: Tx,
  services: With<'clock' | 'vault' | 'lender'>,
  request: FastifyRequest,
  by: { applicationId: ApplicationId; sessionId: SessionId },
  names: readonly ConsentName[],
  acceptTexts = false,
): Promise<void> {
  const { brand, textMessages } = services.lender;
  const today = lenderToday(services);
  const agreed: ConsentDeclaration[] = names.map((name) => consents[name]);
  if (acceptTexts) agreed.push(textConsent(brand.name, textMessages));
  for (const { statement, texts } of agreed)
    await saveConsents(
      tx,
      services,
      { ...by, address: request.ip, userAgent: userAgentOf(request) },
      statement,
      texts.map((id) => agreedTextOf(versionOn(services.lender.texts, id as TextId, today))),
    );
}

/** The consents to record: the applicant of an affiliate also accepts `extra`, and is refused without it. */
export function acceptedConsents(
  { source }: { readonly source: ApplicationSource },
  acceptLegal: boolean | undefined,
  own: ConsentName,
  extra: ConsentName,
): readonly ConsentName[] {
  if (source !== 'affiliate') return [own];
  if (acceptLegal !== true) fail('invalid', errorMessages.invalid.checkboxRequired, 'acceptLegal');
  return [own, extra];
}

/** The proof a partner submits that the applicant agreed to our texts on the partner's page. */
type PartnerConsent = NonNullable<LeadRequest['consent']>;

/** Refuses proof, text by text, that does not name every text of our own form in a version that partners might show that day. */
export function agreedTexts(services: With<'lender'>, consent: PartnerConsent) {
  const day = lenderDay(services.lender, new Date(consent.givenAt));
  const { partnerTextsOverlapDays } = timeLimitsOn(services.lender.policy, day);
  const agreed: AgreedText[] = [];
  const missing: (ApiError & { code: 'invalid' })[] = [];
  for (const id of [...consents.terms.texts, ...consents.contact.texts]) {
    const shown = recentTexts(services.lender, id as TextId, day, partnerTextsOverlapDays);
    const text = shown.find(({ version }) =>
      consent.texts.some((agreedText) => agreedText.document === id && agreedText.version === version),
    );
    if (text) {
      agreed.push(agreedTextOf(text));
    } else {
      const [newest] = shown;
      const wanted = newest ? `in version ${newest.version}` : 'in a version that held that day';
      const message = fillIn(errorMessages.invalid.consentNames, { document: id, wanted });
      missing.push({ field: 'consent.texts', code: 'invalid', message });
    }
  }
  const [first, ...others] = missing;
  if (first) throw new Failure([first, ...others]);
  return agreed;
}

/** Saves the consent under a session of its own, because the applicant consented in none of ours. */
export async function savePartnerConsent(
  tx: Tx,
  services: With<'clock' | 'vault' | 'lender'>,
  applicationId: ApplicationId,
  partner: { readonly name: string },
  consent: PartnerConsent,
): Promise<void> {
  const { address, userAgent, givenAt } = consent;
  const sessionId = randomUUID() as string as SessionId;
  await saveConsents(
    tx,
    services,
    { applicationId, sessionId, address, userAgent, givenAt: new Date(givenAt) },
    `${consent.statement} (with ${partner.name})`,
    agreedTexts(services, consent),
  );
}

const agreedTextOf = (text: LegalTextVersion): AgreedText => ({
  document: text.id,
  version: String(text.version),
  hash: text.sha256,
});
