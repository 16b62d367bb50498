// Handles what the text service posts: replies, such as STOP, START or HELP, and the delivery status of texts and codes.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Application, readApplication } from '../journey/applications.ts';
import { reportText } from '../journey/jobs.ts';
import { secondsAfter } from '../platform/clock.ts';
import { type Tx, transact } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { fail } from '../platform/failure.ts';
import { receiveWebhook, refuseWebhook } from '../platform/http/webhooks.ts';
import { knownLookups, lookups } from '../records/applicant-fields.ts';
import { applicationsOfPhone } from '../records/applicants.ts';
import { audit, hasEnteredCode } from '../records/audit.ts';
import { hasStoppedTexts, insertReceivedText, insertReply, saveTextStatus } from '../records/texts.ts';
import type { Services, With } from '../services.ts';
import { longestMessage } from '../vendors/core/cases.ts';
import { type TextPost, textPaths } from '../vendors/text-messages.ts';
import { errorMessages } from '../wording/error-messages.ts';
import { answerTo } from '../wording/texts.ts';
import { meaningOf } from './reply-meaning.ts';

export function textWebhookRoutes(app: FastifyInstance, services: Services): void {
  const { config, db, clock, vault, lender } = services;
  const { textCodes, textMessages } = services.vendors;

  /** A service may sign the address that it called, which a proxy may have changed. */
  const postOf = (body: Buffer, { url, headers }: FastifyRequest): TextPost => ({
    url: `${config.publicUrl}${url}`,
    headers,
    body,
  });

  receiveWebhook(app, textPaths.replies, async (body, request) => {
    const reply = textMessages.readReply(postOf(body, request));
    if (typeof reply === 'string') refuseWebhook(reply);
    const { vendorId, text } = reply;
    const meaning = meaningOf(text);
    const mayBeAboutElse =
      text.trim().split(/\s+/).length > 2 && !/te?xt|messag|msg|sms|contact|mensaje/i.test(text);
    const phone = lookups.phone(vault, reply.from);
    const phones = knownLookups.phone(vault, reply.from);
    const answer = await transact(db, async (tx) => {
      const hadStopped = await hasStoppedTexts(tx, phones);
      if (!(await insertReply(tx, services, { vendorId, text, phone, meaning }))) return undefined;
      if (meaning === 'help') return meaning;
      const applications = await applicationsOfPhone(tx, phones);
      if (meaning !== 'start' && (meaning !== 'stop' || mayBeAboutElse))
        await passOn(tx, services, applications, text, meaning);
      if (meaning === 'other') return undefined;
      const type = meaning === 'start' ? 'texts-restarted' : 'texts-stopped';
      for (const applicationId of applications) await audit(tx, clock, { applicationId }, { type });
      return meaning === 'start' || hadStopped ? undefined : meaning;
    });
    // One confirmation of STOP within five minutes is allowed (47 CFR 64.1200(a)(12)).
    return textMessages.answer(
      reply,
      answer && !reply.isAnswered ? answerTo[answer](lender.brand) : undefined,
    );
  });

  receiveWebhook(app, `${textPaths.status}/:id`, async (body, request) => {
    const delivery = textMessages.readDelivery(postOf(body, request));
    if (typeof delivery === 'string') refuseWebhook(delivery);
    const { id } = request.params as { readonly id: string };
    if (delivery === undefined || !/^[0-9a-f-]{36}$/.test(id)) return;
    await saveTextStatus(db, clock, { id }, delivery.status, delivery.errorCode);
  });

  receiveWebhook(app, textPaths.codes, async (body, request) => {
    const deliveries = textCodes.readDeliveries(postOf(body, request));
    if (typeof deliveries === 'string') refuseWebhook(deliveries);
    for (const { deliveryId, status, errorCode, sentAt } of deliveries) {
      const isKnown = await saveTextStatus(db, clock, { vendorId: deliveryId }, status, errorCode);
      // A code's report may arrive before we have stored the code. Then the service sends it again.
      if (!isKnown && secondsAfter(sentAt, 600) > clock.now())
        fail('try-again', errorMessages['try-again'].notYetKnown);
    }
  });
}

/**
 * Only the newest application for which a code reached this phone: another person may have typed its number. The branch of
 * the applicant who typed a wrong number gets it. A sentence read as STOP that does not speak of texts may be about something else,
 * an application or a payment for example.
 */
async function passOn(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs'>,
  applications: readonly ApplicationId[],
  text: string,
  meaning: 'other' | 'wrong-number' | 'stop',
): Promise<void> {
  const message = text.trim().slice(0, longestMessage);
  if (message === '') return;
  const found: Application[] = [];
  for (const id of applications) found.push(await readApplication(tx, id));
  found.sort((a, b) => b.created_at.getTime() - a.created_at.getTime());
  for (const { id, branch_id: branch } of found) {
    if (branch === null || (meaning !== 'wrong-number' && !(await hasEnteredCode(tx, id)))) continue;
    const received = await insertReceivedText(tx, services, id, message);
    await services.jobs.enqueue(tx, reportText, id, { text: received });
    return;
  }
}
