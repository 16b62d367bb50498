// Programmable Messaging: sends texts from the customer's number, and lists them and that number.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { e164, type Failure, type Form, failure, magicNumbers, refuse, sid } from './refusals.ts';
import { hasOptedOut, repliesPath, reportMessage, saveText } from './webhooks.ts';

type Message = { id: string; to: string; body: string; at: Date; status: string };

function describeMessage({ id, to, body, at, status }: Message, { credentials }: Context) {
  const account = credentials.TWILIO_ACCOUNT_SID;
  const date = at.toUTCString().replace('GMT', '+0000');
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
    error_code: null,
    error_message: null,
    api_version: '2010-04-01',
    date_created: date,
    date_updated: date,
    date_sent: status === 'queued' ? null : date,
    uri: `/2010-04-01/Accounts/${account}/Messages/${id}.json`,
  };
}

function onePage({ url }: FastifyRequest) {
  const uri = url.replace(/^\/twilio/, '');
  return { page: 0, page_size: 50, first_page_uri: uri, next_page_uri: null, previous_page_uri: null, uri };
}

function failureOf(form: Form, context: Context): Failure | undefined {
  const { To: to = '', From: from = '', Body: body = '', StatusCallback: callback } = form;
  if (!to) return failure(400, 21604, "A 'To' phone number is required.");
  if (!from) return failure(400, 21603, "A 'From' phone number is required.");
  if (!body) return failure(400, 21602, 'Message body is required.');
  if (body.length > 1600)
    return failure(400, 21617, 'The concatenated message body exceeds the 1600 character limit.');
  const magic = magicNumbers[to];
  if (magic) return magic;
  if (!e164.test(to)) return failure(400, 21211, `Invalid 'To' Phone Number: ${to}`);
  if (from !== context.credentials.TWILIO_FROM)
    return failure(
      400,
      21606,
      `The 'From' phone number ${from} is not a valid, SMS-capable number of your account.`,
    );
  if (callback !== undefined && !/^https?:\/\/[^\s/]+/.test(callback))
    return failure(400, 21609, `The 'StatusCallback' URL ${callback} is not a valid URL.`);
  if (hasOptedOut(context, to)) return failure(400, 21610, 'Attempt to send to unsubscribed recipient');
  return undefined;
}

function findMessages({ db, credentials }: Context, query: Form): Message[] {
  const { To: to = '', From: from, 'DateSent>': since } = query;
  if (from !== undefined && from !== credentials.TWILIO_FROM) return [];
  return db
    .all('select * from text where recipient = ? order by rowid desc limit 50', to)
    .map((row) => ({
      id: String(row.id),
      to: String(row.recipient),
      body: String(row.body),
      at: new Date(String(row.sent_at)),
      status: 'delivered',
    }))
    .filter(({ at }) => since === undefined || at.toISOString() >= since.slice(0, 10));
}

export function messageRoutes(app: FastifyInstance, context: Context): void {
  const { clock, credentials } = context;
  const account = credentials.TWILIO_ACCOUNT_SID;
  const path = '/2010-04-01/Accounts/:account';

  app.addHook('preHandler', async (request, reply) => {
    const given = (request.params as { account?: string }).account;
    if (given !== undefined && given !== account) return refuse(reply, failure(401, 20003, 'Authenticate'));
  });

  app.post(`${path}/Messages.json`, async (request, reply) => {
    const form = (request.body ?? {}) as Form;
    const refused = failureOf(form, context);
    if (refused) return refuse(reply, refused);
    const { To: to = '', Body: body = '', StatusCallback: callback } = form;
    const id = sid('SM');
    saveText(context, { id, to, body });
    void reportMessage(context, callback, { id, to });
    const message = { id, to, body, at: clock(), status: 'queued' };
    return reply.code(201).send(describeMessage(message, context));
  });

  app.get(`${path}/Messages.json`, async (request) => {
    const messages = findMessages(context, request.query as Form);
    return {
      messages: messages.map((message) => describeMessage(message, context)),
      ...onePage(request),
    };
  });

  app.get(`${path}/IncomingPhoneNumbers.json`, async (request) => {
    const { PhoneNumber: wanted } = request.query as Form;
    const number = {
      sid: `PN${'0'.repeat(32)}`,
      account_sid: account,
      phone_number: credentials.TWILIO_FROM,
      sms_method: 'POST',
      sms_url: new URL(repliesPath, context.productUrl ?? 'http://localhost:3000').href,
      capabilities: { sms: true, mms: true, voice: true },
    };
    const found = wanted === undefined || wanted === credentials.TWILIO_FROM ? [number] : [];
    return { incoming_phone_numbers: found, ...onePage(request) };
  });
}
