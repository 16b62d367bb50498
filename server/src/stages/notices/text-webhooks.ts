// Handles what the text service posts: replies, such as STOP, START or HELP, and the delivery status of texts and codes.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { secondsAfter } from '../../platform/clock.ts';
import { transact } from '../../platform/db/database.ts';
import { fail } from '../../platform/failure.ts';
import { receiveWebhook, refuseWebhook } from '../../platform/http/webhooks.ts';
import { knownLookups, lookups } from '../../records/applicant-fields.ts';
import { applicationsOfPhone } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { insertReply, saveTextStatus } from '../../records/texts.ts';
import type { Services } from '../../services.ts';
import { answerText, readCodeDeliveries, readDelivery, readReply } from '../../vendors/text-events.ts';
import { repliesPath } from '../../vendors/text-messages.ts';
import { refusals } from '../../wording/refusals.ts';
import { answerTo } from '../../wording/texts.ts';
import { isVendorsStop, meaningOf } from './reply-meaning.ts';
import { textStatusPath } from './texts.ts';

/** A code's report may arrive before we have stored the code. Then the service sends it again. */
const reportsAheadSeconds = 600;

export function textWebhookRoutes(app: FastifyInstance, services: Services): void {
  const { config, db, clock, vault, lender } = services;
  const { TWILIO_AUTH_TOKEN: authToken, TWILIO_VERIFY_SERVICE_SID: serviceSid } = config;

  const received = (body: Buffer, request: FastifyRequest) => {
    const signature = request.headers['x-twilio-signature'];
    return {
      // The service signs the address that it called, which a proxy may have changed.
      url: `${config.publicUrl}${request.url}`,
      body,
      signature: typeof signature === 'string' ? signature : undefined,
    };
  };

  receiveWebhook(app, repliesPath, async (body, request) => {
    const reply = readReply(received(body, request), authToken);
    if (typeof reply === 'string') refuseWebhook(reply);
    const meaning = meaningOf(reply.text);
    const phone = lookups.phone(vault, reply.from);
    const isNew = await transact(db, async (tx) => {
      const saved = await insertReply(tx, services, { ...reply, phone, meaning });
      if (!saved || (meaning !== 'stop' && meaning !== 'start')) return saved;
      const type = meaning === 'stop' ? 'texts-stopped' : 'texts-restarted';
      for (const applicationId of await applicationsOfPhone(tx, knownLookups.phone(vault, reply.from)))
        await audit(tx, clock, { applicationId }, { type });
      return saved;
    });
    if (!isNew || reply.isAnswered) return answerText(undefined);
    if (meaning === 'help') return answerText(answerTo.help(lender.brand));
    // One confirmation within five minutes is allowed (47 CFR 64.1200(a)(12)); the service confirms its own keywords itself.
    if (meaning === 'stop' && !isVendorsStop(reply.text)) return answerText(answerTo.stop(lender.brand));
    return answerText(undefined);
  });

  receiveWebhook(app, `${textStatusPath}/:id`, async (body, request) => {
    const delivery = readDelivery(received(body, request), authToken);
    if (typeof delivery === 'string') refuseWebhook(delivery);
    const { id } = request.params as { readonly id: string };
    if (delivery === undefined || !/^[0-9a-f-]{36}$/.test(id)) return undefined;
    await saveTextStatus(db, clock, { id }, delivery.status, delivery.errorCode);
    return undefined;
  });

  receiveWebhook(app, '/webhooks/twilio/codes', async (body, request) => {
    const deliveries = readCodeDeliveries(received(body, request), { authToken, serviceSid });
    if (typeof deliveries === 'string') refuseWebhook(deliveries);
    for (const { deliveryId, status, errorCode, sentAt } of deliveries) {
      const isKnown = await saveTextStatus(db, clock, { vendorId: deliveryId }, status, errorCode);
      if (!isKnown && secondsAfter(sentAt, reportsAheadSeconds) > clock.now())
        fail('try-again', refusals['try-again'].notYetKnown);
    }
    return undefined;
  });
}
