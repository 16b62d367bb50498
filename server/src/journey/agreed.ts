// The lender's texts behind a consent, in the versions that hold today.

import type { FastifyRequest } from 'fastify';
import { type ConsentName, consents } from '#contract/consents.ts';
import { textOn } from '#lender/load.ts';
import type { TextId } from '#lender/schema.ts';
import type { Parts } from '../parts.ts';
import { dayIn } from '../platform/clock.ts';
import { keepConsents } from '../platform/consents.ts';
import type { Tx } from '../platform/database.ts';
import { userAgentOf } from '../platform/sessions.ts';
import type { ApplicationId, SessionId } from '../platform/tables.ts';

/** The lender's calendar: policy, texts and due dates change at its midnight. */
export function lenderDay({ clock, lender }: Pick<Parts, 'clock' | 'lender'>): string {
  return dayIn(lender.brand.hours.timeZone, clock.now());
}

/** Keeps that the applicant ticked these boxes, with what stood beside them. */
export async function keepAgreement(
  tx: Tx,
  parts: Parts,
  request: FastifyRequest,
  by: { applicationId: ApplicationId; sessionId: SessionId },
  names: readonly ConsentName[],
): Promise<void> {
  const today = lenderDay(parts);
  for (const name of names) {
    const { statement, texts } = consents[name];
    await keepConsents(
      tx,
      parts,
      { ...by, address: request.ip, userAgent: userAgentOf(request) },
      statement,
      texts.map((id) => {
        const text = textOn(parts.lender, id as TextId, today);
        return { document: text.id, version: String(text.version), hash: text.sha256 };
      }),
    );
  }
}
