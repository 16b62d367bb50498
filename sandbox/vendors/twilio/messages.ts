// Programmable Messaging: sends texts from the customer's number, and lists them and that number.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { sid } from '../../state/identifiers.ts';
import { e164, type Form, failure, magicNumbers, refuse } from './refusals.ts';
import { hasOptedOut, repliesPath, tellMessage } from './webhooks.ts';

/** Puts a text on somebody's phone. */
export function saveText({ db, clock, consoleEvents }: Context, to: string, body: string): string {
  const id = sid('SM');
  const at = clock().toISOString();
  db.run('insert into text (id, recipient, body, sent_at) values (?, ?, ?, ?)', id, to, body, at);
  consoleEvents.publish('texts');
  return id;
}

export function messageRoutes(app: FastifyInstance, context: Context): void {
  const { clock, credentials, db } = context;
  const account = credentials.TWILIO_ACCOUNT_SID;

  const message = (about: { id: string; to: string; body: string; at: Date; status: string }) => {
    const { id, to, body, status } = about;
    const at = about.at.toUTCString().replace('GMT', '+0000');
    return {
      sid: id,
      account_sid: account,
      messaging_service_sid: null,
      to,
      from: credentials.TWILIO_FROM,
      body,
      status,
      direction: 'outbound-api',
      num_segments: String(Math.max(1, Math.ceil(body.length / 153))),
      num_media: '0',
      price: null,
      price_unit: 'USD',
      error_code: null,
      error_message: null,
      api_version: '2010-04-01',
      date_created: at,
      date_updated: at,
      date_sent: status === 'queued' ? null : at,
      uri: `/2010-04-01/Accounts/${account}/Messages/${id}.json`,
      subresource_uris: { media: `/2010-04-01/Accounts/${account}/Messages/${id}/Media.json` },
    };
  };

  app.post('/2010-04-01/Accounts/:account/Messages.json', async (request, reply) => {
    if ((request.params as { account: string }).account !== account)
      return refuse(reply, failure(401, 20003, 'Authenticate'));
    const form = (request.body ?? {}) as Form;
    const { To: to = '', From: from = '', Body: body = '', StatusCallback: callback } = form;
    if (!to) return refuse(reply, failure(400, 21604, "A 'To' phone number is required."));
    if (!from) return refuse(reply, failure(400, 21603, "A 'From' phone number is required."));
    if (!body) return refuse(reply, failure(400, 21602, 'Message body is required.'));
    if (body.length > 1600)
      return refuse(
        reply,
        failure(400, 21617, 'The concatenated message body exceeds the 1600 character limit.'),
      );
    const magic = magicNumbers[to];
    if (magic) return refuse(reply, magic);
    if (!e164.test(to)) return refuse(reply, failure(400, 21211, `Invalid 'To' Phone Number: ${to}`));
    if (from !== credentials.TWILIO_FROM)
      return refuse(
        reply,
        failure(
          400,
          21606,
          `The 'From' phone number ${from} is not a valid, SMS-capable number of your account.`,
        ),
      );
    if (callback !== undefined && !/^https?:\/\/[^\s/]+/.test(callback))
      return refuse(reply, failure(400, 21609, `The 'StatusCallback' URL ${callback} is not a valid URL.`));
    if (hasOptedOut(context, to))
      return refuse(reply, failure(400, 21610, 'Attempt to send to unsubscribed recipient'));
    const id = saveText(context, to, body);
    void tellMessage(context, callback, { id, to });
    return reply.code(201).send(message({ id, to, body, at: clock(), status: 'queued' }));
  });

  app.get('/2010-04-01/Accounts/:account/IncomingPhoneNumbers.json', async (request, reply) => {
    if ((request.params as { account: string }).account !== account)
      return refuse(reply, failure(401, 20003, 'Authenticate'));
    const { PhoneNumber: wanted } = request.query as Form;
    const isOurs = wanted === undefined || wanted === credentials.TWILIO_FROM;
    const path = request.url.replace(/^\/twilio/, '');
    const number = {
      sid: `PN${'0'.repeat(32)}`,
      account_sid: account,
      phone_number: credentials.TWILIO_FROM,
      sms_method: 'POST',
      sms_url: new URL(repliesPath, context.productUrl ?? 'http://localhost:3000').href,
      capabilities: { sms: true, mms: true, voice: true },
    };
    return {
      incoming_phone_numbers: isOurs ? [number] : [],
      end: 0,
      start: 0,
      page: 0,
      page_size: 50,
      first_page_uri: path,
      next_page_uri: null,
      previous_page_uri: null,
      uri: path,
    };
  });

  app.get('/2010-04-01/Accounts/:account/Messages.json', async (request, reply) => {
    if ((request.params as { account: string }).account !== account)
      return refuse(reply, failure(401, 20003, 'Authenticate'));
    const { To: to = '', From: from, 'DateSent>': since } = request.query as Form;
    const found =
      from !== undefined && from !== credentials.TWILIO_FROM
        ? []
        : db.all('select * from text where recipient = ? order by rowid desc limit 50', to);
    const messages = found
      .map((row) => ({
        id: String(row.id),
        to: String(row.recipient),
        body: String(row.body),
        at: new Date(String(row.sent_at)),
        status: 'delivered',
      }))
      .filter(({ at }) => since === undefined || at.toISOString() >= since.slice(0, 10));
    const path = request.url.replace(/^\/twilio/, '');
    return {
      messages: messages.map(message),
      end: Math.max(0, messages.length - 1),
      start: 0,
      page: 0,
      page_size: 50,
      first_page_uri: path,
      next_page_uri: null,
      previous_page_uri: null,
      uri: path,
    };
  });
}
