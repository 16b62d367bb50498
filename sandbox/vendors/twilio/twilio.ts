// Twilio: one-time codes (Verify v2) and text messages.
import { randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import type { Refused } from '../../requests.ts';
import { e164, type Form, magicNumbers, refused, sid } from './refusals.ts';
import { hasOptedOut, receiveReply, repliesPath, reportCode, reportMessage, saveText } from './webhooks.ts';

const maxChecks = 5;
const maxSends = 5;

/** The lender, as it is called where its accounts are. */
const senderOf = ({ credentials }: Context) => credentials.DOCUSIGN_ACCOUNT_NAME;

function notFound({ url }: Pick<FastifyRequest, 'url'>): Refused {
  const path = url.split('?')[0]?.replace(/^\/twilio/, '');
  return refused(20404, `The requested resource ${path} was not found`, 404);
}

/** Numbers that Verify refuses to text, as it does for fraud, destinations and accounts: https://www.twilio.com/docs/api/errors */
const blockedNumbers: Record<string, [code: number, message: string]> = {
  '+15005550000': [60412, 'Verification blocked by Fraudulent Signup Prevention'],
  '+15005550005': [60410, 'The destination phone number has been temporarily blocked'],
  '+15005550007': [60605, 'The destination phone number has been blocked by Geo-Permissions'],
  '+15005550008': [60238, 'Verification Creation Attempt blocked by Twilio'],
};

/** No route for a text, a stop to texts, and no mobile phone. */
const onlyOfTexts: readonly number[] = [21612, 21408, 21610, 21614];

function isAuthenticated(request: FastifyRequest, { credentials }: Context): boolean {
  const encoded = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const expected = `${credentials.TWILIO_ACCOUNT_SID}:${credentials.TWILIO_AUTH_TOKEN}`;
  return Buffer.from(encoded, 'base64').toString('utf8') === expected;
}

const formOf = ({ body }: Pick<FastifyRequest, 'body'>) => (body ?? {}) as Form;

type Services = { context: Context; verifications: ReturnType<typeof createVerifications> };
type InService = { service: string };

const describe = ({ context }: Services, verification: Verification) => ({
  sid: verification.sid,
  service_sid: verification.service,
  account_sid: context.credentials.TWILIO_ACCOUNT_SID,
  to: verification.recipient,
  channel: verification.sends.at(-1)?.channel ?? 'sms',
  status: verification.status,
  valid: verification.status === 'approved',
  date_created: verification.createdAt,
  date_updated: verification.updatedAt,
});

const describeInDetail = (services: Services, verification: Verification) => ({
  ...describe(services, verification),
  lookup: {},
  send_code_attempts: verification.sends,
  sna: null,
  url: `https://verify.twilio.com/v2/Services/${verification.service}/Verifications/${verification.sid}`,
});

const describeService = (context: Context, service: string) => ({
  sid: service,
  account_sid: context.credentials.TWILIO_ACCOUNT_SID,
  friendly_name: senderOf(context),
  code_length: 6,
  url: `https://verify.twilio.com/v2/Services/${service}`,
});

function sendCode({ context, verifications }: Services, service: string, form: Form): Verification {
  const { To: to = '', Channel: channel = '' } = form;
  if (!to) throw refused(60200, 'Missing required parameter To in the post body');
  if (!channel) throw refused(60200, 'Missing required parameter Channel in the post body');
  if (channel !== 'sms' && channel !== 'call')
    throw refused(60200, `Invalid parameter \`Channel\`: ${channel}`);
  const isCalled = channel === 'call';
  const blocked = blockedNumbers[to];
  if (blocked) throw refused(...blocked, 403);
  const magic = magicNumbers[to];
  // A number that gets no texts can still be called.
  if (magic && !(isCalled && onlyOfTexts.includes(magic[0]))) throw refused(...magic);
  if (!e164.test(to)) throw refused(60200, `Invalid parameter \`To\`: ${to}`);

  const earlier = verifications.latest(service, to);
  if (earlier?.status === 'max_attempts_reached') throw refused(60202, 'Max check attempts reached', 429);
  if (isActive(earlier) && earlier.sends.length >= maxSends)
    throw refused(60203, 'Max send attempts reached', 429);

  const verification = isActive(earlier) ? earlier : verifications.create(service, to);
  const attempt = verifications.addSend(verification, channel);
  void reportCode(context, { attempt, verification: verification.sid, service, to });
  if (isCalled) {
    context.db.saveRecord('call', attempt, {
      id: attempt,
      to,
      said: `Your ${senderOf(context)} verification code is: ${[...verification.code].join(', ')}.`,
      calledAt: context.clock().toISOString(),
    });
    return verification;
  }
  // Codes come from numbers of Twilio's own, so STOP to the customer's number does not affect them.
  const text = `Your ${senderOf(context)} verification code is: ${verification.code}. Do not share it with anyone.`;
  saveText(context, { id: sid('SM'), to, body: text });
  return verification;
}

function checkCode({ verifications }: Services, service: string, form: Form): Verification | undefined {
  const { To: to, VerificationSid: id, Code: code } = form;
  if (!to && !id) throw refused(60200, 'Missing required parameter To or VerificationSid in the post body');
  if (!code || !/^[0-9a-z]{4,10}$/i.test(code))
    throw refused(60200, 'Invalid parameter `Code`: it has 4 to 10 characters');
  const verification = id ? verifications.find(id) : verifications.latest(service, to ?? '');
  // To a client, approved, expired, canceled and nonexistent look the same.
  if (!isActive(verification)) return undefined;
  if (verification.status === 'max_attempts_reached') throw refused(60202, 'Max check attempts reached', 429);
  const checks = verification.checks + 1;
  const unless = checks < maxChecks ? 'pending' : 'max_attempts_reached';
  const status = code === verification.code ? 'approved' : unless;
  return verifications.save({ ...verification, checks, status });
}

function routes(app: FastifyInstance, context: Context) {
  const { credentials } = context;
  const verify = { context, verifications: createVerifications(context) };
  const services = [credentials.TWILIO_VERIFY_SERVICE_SID, credentials.TWILIO_VERIFY_RETURNING_SERVICE_SID];

  app.addHook('preHandler', async (request, reply) => {
    const { service, account } = request.params as { service?: string; account?: string };
    const isOther = account !== undefined && account !== credentials.TWILIO_ACCOUNT_SID;
    if (isOther || !isAuthenticated(request, context)) {
      reply.header('WWW-Authenticate', 'Basic realm="Twilio API"');
      throw refused(20003, 'Authenticate', 401);
    }
    if (service !== undefined && !services.includes(service)) throw notFound(request);
  });

  app.get<{ Params: InService }>('/v2/Services/:service', async ({ params }) =>
    describeService(context, params.service),
  );
  app.post<{ Params: InService }>('/v2/Services/:service/Verifications', async (request, reply) => {
    const verification = sendCode(verify, request.params.service, formOf(request));
    return reply.code(201).send(describeInDetail(verify, verification));
  });
  app.post<{ Params: InService }>('/v2/Services/:service/VerificationCheck', async (request) => {
    const verification = checkCode(verify, request.params.service, formOf(request));
    if (verification === undefined) throw notFound(request);
    return describe(verify, verification);
  });
  messageRoutes(app, context);
  app.setNotFoundHandler(async (request) => {
    throw notFound(request);
  });
}

export const twilio: Vendor = {
  name: 'twilio',
  failure: () => refused(20500, 'Internal Server Error', 500),
  routes,
  receiveReply,
};

const lifetimeMs = 10 * 60_000;

type Verification = {
  sid: string;
  service: string;
  recipient: string;
  code: string;
  status: 'pending' | 'approved' | 'max_attempts_reached' | 'expired';
  sends: { time: string; channel: string; attempt_sid: string }[];
  checks: number;
  createdAt: string;
  updatedAt: string;
};

/** Not yet approved or expired; its checks may be used up. */
const isActive = (verification: Verification | undefined): verification is Verification =>
  verification?.status === 'pending' || verification?.status === 'max_attempts_reached';

function createVerifications({ db, clock }: Context) {
  const now = () => clock().toISOString();
  const withAge = (verification: Verification | undefined): Verification | undefined => {
    if (!verification) return undefined;
    const age = clock().getTime() - Date.parse(verification.createdAt);
    const isExpired = age >= lifetimeMs && verification.status !== 'approved';
    return isExpired ? { ...verification, status: 'expired' } : verification;
  };
  const save = (verification: Verification): Verification => {
    const saved = { ...verification, updatedAt: now() };
    db.saveRecord('verification', saved.sid, saved);
    return saved;
  };
  return {
    save,
    find: (id: string) => withAge(db.readRecord('verification', id)),
    latest: (service: string, recipient: string) =>
      withAge(
        db
          .listRecords<Verification>('verification')
          .findLast((sent) => sent.service === service && sent.recipient === recipient),
      ),
    create: (service: string, recipient: string): Verification => {
      const createdAt = now();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const sent = { sid: sid('VE'), service, recipient, code };
      return { ...sent, status: 'pending', sends: [], checks: 0, createdAt, updatedAt: createdAt };
    },
    /** Saves that the code is sent, and returns the ID of the attempt. */
    addSend: (verification: Verification, channel: string): string => {
      const attempt = `VL${sid('VE').slice(2)}`;
      verification.sends.push({ time: now(), channel, attempt_sid: attempt });
      save(verification);
      return attempt;
    },
  };
}

// Programmable Messaging: sends texts from the customer's number, and lists them and that number.

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

function readMessage(form: Form, context: Context) {
  const { To: to = '', From: from = '', Body: body = '', StatusCallback: callback } = form;
  if (!to) throw refused(21604, "A 'To' phone number is required.");
  if (!from) throw refused(21603, "A 'From' phone number is required.");
  if (!body) throw refused(21602, 'Message body is required.');
  if (body.length > 1600)
    throw refused(21617, 'The concatenated message body exceeds the 1600 character limit.');
  const magic = magicNumbers[to];
  if (magic) throw refused(...magic);
  if (!e164.test(to)) throw refused(21211, `Invalid 'To' Phone Number: ${to}`);
  if (from !== context.credentials.TWILIO_FROM)
    throw refused(
      21606,
      `The 'From' phone number ${from} is not a valid, SMS-capable number of your account.`,
    );
  if (callback !== undefined && !/^https?:\/\/[^\s/]+/.test(callback))
    throw refused(21609, `The 'StatusCallback' URL ${callback} is not a valid URL.`);
  if (hasOptedOut(context, to)) throw refused(21610, 'Attempt to send to unsubscribed recipient');
  return { to, body, callback };
}

function findMessages({ db, credentials }: Context, query: Form): Message[] {
  const { To: to = '', From: from, 'DateSent>': since } = query;
  if (from !== undefined && from !== credentials.TWILIO_FROM) return [];
  return db
    .listRecords<Pick<Message, 'id' | 'to' | 'body'> & { sentAt: string }>('text')
    .filter((sent) => sent.to === to)
    .toReversed()
    .slice(0, 50)
    .map(({ sentAt, ...sent }) => ({ ...sent, at: new Date(sentAt), status: 'delivered' }))
    .filter(({ at }) => since === undefined || at.toISOString() >= since.slice(0, 10));
}

function messageRoutes(app: FastifyInstance, context: Context): void {
  const { clock, credentials } = context;
  const account = credentials.TWILIO_ACCOUNT_SID;
  const path = '/2010-04-01/Accounts/:account';

  app.post(`${path}/Messages.json`, async (request, reply) => {
    const { to, body, callback } = readMessage(formOf(request), context);
    const id = sid('SM');
    saveText(context, { id, to, body });
    void reportMessage(context, callback, { id, to });
    const message = { id, to, body, at: clock(), status: 'queued' };
    return reply.code(201).send(describeMessage(message, context));
  });

  app.get(`${path}/Messages.json`, async (request) => {
    const messages = findMessages(context, request.query as Form);
    return { messages: messages.map((message) => describeMessage(message, context)), ...onePage(request) };
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
