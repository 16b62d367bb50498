// Twilio: one-time codes (Verify v2) and text messages.
import { randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { e164, errorBody, type Failure, type Form, failure, magicNumbers, refuse, sid } from './refusals.ts';
import { hasOptedOut, receiveReply, repliesPath, reportCode, reportMessage, saveText } from './webhooks.ts';

const maxChecks = 5;
const maxSends = 5;

const sender = 'Branchline';

const notFound = (request: Pick<FastifyRequest, 'url'>) =>
  failure(
    404,
    20404,
    `The requested resource ${request.url.split('?')[0]?.replace(/^\/twilio/, '')} was not found`,
  );

/** Numbers that Verify refuses to text, as it does for fraud, destinations and accounts: https://www.twilio.com/docs/api/errors */
const blockedNumbers: Record<string, Failure> = {
  '+15005550000': failure(403, 60412, 'Verification blocked by Fraudulent Signup Prevention'),
  '+15005550005': failure(403, 60410, 'The destination phone number has been temporarily blocked'),
  '+15005550007': failure(403, 60605, 'The destination phone number has been blocked by Geo-Permissions'),
  '+15005550008': failure(403, 60238, 'Verification Creation Attempt blocked by Twilio'),
};

/** No route for a text, a stop to texts, and no mobile phone. */
const onlyOfTexts: readonly number[] = [21612, 21408, 21610, 21614];

function isAuthenticated(request: FastifyRequest, { credentials }: Context): boolean {
  const encoded = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const expected = `${credentials.TWILIO_ACCOUNT_SID}:${credentials.TWILIO_AUTH_TOKEN}`;
  return Buffer.from(encoded, 'base64').toString('utf8') === expected;
}

type Services = { context: Context; verifications: Verifications };
type InService = { service: string };

const describe = ({ account, verification }: { account: string; verification: Verification }) => ({
  sid: verification.sid,
  service_sid: verification.service,
  account_sid: account,
  to: verification.recipient,
  channel: verification.sends.at(-1)?.channel ?? 'sms',
  status: verification.status,
  valid: verification.status === 'approved',
  date_created: verification.createdAt,
  date_updated: verification.updatedAt,
});

const describeInDetail = ({ context }: Services, verification: Verification) => ({
  ...describe({ account: context.credentials.TWILIO_ACCOUNT_SID, verification }),
  lookup: {},
  send_code_attempts: verification.sends,
  sna: null,
  url: `https://verify.twilio.com/v2/Services/${verification.service}/Verifications/${verification.sid}`,
});

const describeService = ({ credentials }: Context, service: string) => ({
  sid: service,
  account_sid: credentials.TWILIO_ACCOUNT_SID,
  friendly_name: sender,
  code_length: 6,
  url: `https://verify.twilio.com/v2/Services/${service}`,
});

function sendCode({ context, verifications }: Services, service: string, form: Form): Verification | Failure {
  const { To: to = '', Channel: channel = '' } = form;
  if (!to) return failure(400, 60200, 'Missing required parameter To in the post body');
  if (!channel) return failure(400, 60200, 'Missing required parameter Channel in the post body');
  if (channel !== 'sms' && channel !== 'call')
    return failure(400, 60200, `Invalid parameter \`Channel\`: ${channel}`);
  const isCalled = channel === 'call';
  const magic = magicNumbers[to] ?? blockedNumbers[to];
  // A number that gets no texts can still be called.
  if (magic && !(isCalled && onlyOfTexts.includes(magic.code))) return magic;
  if (!e164.test(to)) return failure(400, 60200, `Invalid parameter \`To\`: ${to}`);

  const earlier = verifications.latest(service, to);
  if (isActive(earlier) && earlier.status === 'max_attempts_reached')
    return failure(429, 60202, 'Max check attempts reached');
  if (isActive(earlier) && earlier.sends.length >= maxSends)
    return failure(429, 60203, 'Max send attempts reached');

  const verification = isActive(earlier) ? earlier : verifications.create(service, to);
  const attempt = verifications.addSend(verification, channel);
  void reportCode(context, { attempt, verification: verification.sid, service, to });
  if (isCalled) {
    context.db.saveRecord('call', attempt, {
      id: attempt,
      to,
      said: `Your ${sender} verification code is: ${[...verification.code].join(', ')}.`,
      calledAt: context.clock().toISOString(),
    });
    return verification;
  }
  // Codes come from numbers of Twilio's own, so STOP to the customer's number does not affect them.
  const text = `Your ${sender} verification code is: ${verification.code}. Do not share it with anyone.`;
  saveText(context, { id: sid('SM'), to, body: text });
  return verification;
}

function checkCode(
  { verifications }: Services,
  service: string,
  form: Form,
): Verification | Failure | undefined {
  const { To: to, VerificationSid: id, Code: code } = form;
  if (!to && !id)
    return failure(400, 60200, 'Missing required parameter To or VerificationSid in the post body');
  if (!code || !/^[0-9a-z]{4,10}$/i.test(code))
    return failure(400, 60200, 'Invalid parameter `Code`: it has 4 to 10 characters');
  const verification = id ? verifications.find(id) : verifications.latest(service, to ?? '');
  // To a client, approved, expired, canceled and nonexistent look the same.
  if (!isActive(verification)) return undefined;
  if (verification.status === 'max_attempts_reached')
    return failure(429, 60202, 'Max check attempts reached');
  const checks = verification.checks + 1;
  const unless = checks < maxChecks ? 'pending' : 'max_attempts_reached';
  return verifications.save({
    ...verification,
    checks,
    status: code === verification.code ? 'approved' : unless,
  });
}

const isFailure = (result: Verification | Failure): result is Failure => 'message' in result;

function routes(app: FastifyInstance, context: Context) {
  const { credentials } = context;
  const verify = { context, verifications: new Verifications(context) };
  const services = [credentials.TWILIO_VERIFY_SERVICE_SID, credentials.TWILIO_VERIFY_RETURNING_SERVICE_SID];
  const account = credentials.TWILIO_ACCOUNT_SID;
  const formOf = ({ body }: Pick<FastifyRequest, 'body'>) => (body ?? {}) as Form;

  app.addHook('preHandler', async (request, reply) => {
    if (!isAuthenticated(request, context)) return refuse(reply, failure(401, 20003, 'Authenticate'));
    const { service } = request.params as Partial<InService>;
    if (service !== undefined && !services.includes(service)) return refuse(reply, notFound(request));
  });

  app.get<{ Params: InService }>('/v2/Services/:service', async ({ params }) =>
    describeService(context, params.service),
  );
  app.post<{ Params: InService }>('/v2/Services/:service/Verifications', async (request, reply) => {
    const result = sendCode(verify, request.params.service, formOf(request));
    return isFailure(result) ? refuse(reply, result) : reply.code(201).send(describeInDetail(verify, result));
  });
  app.post<{ Params: InService }>('/v2/Services/:service/VerificationCheck', async (request, reply) => {
    const result = checkCode(verify, request.params.service, formOf(request)) ?? notFound(request);
    return isFailure(result) ? refuse(reply, result) : describe({ account, verification: result });
  });
  messageRoutes(app, context);
  app.setNotFoundHandler((request, reply) => refuse(reply, notFound(request)));
}

export const twilio: Vendor = {
  name: 'twilio',
  prefix: '/twilio',
  failure: () => ({ status: 500, body: errorBody(failure(500, 20500, 'Internal Server Error')) }),
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

class Verifications {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  find(id: string): Verification | undefined {
    return this.#withAge(this.#context.db.readRecord('verification', id));
  }

  latest(service: string, recipient: string): Verification | undefined {
    const all = this.#context.db.listRecords<Verification>('verification');
    return this.#withAge(all.findLast((one) => one.service === service && one.recipient === recipient));
  }

  create(service: string, recipient: string): Verification {
    const now = this.#now();
    return {
      sid: sid('VE'),
      service,
      recipient,
      code: String(randomInt(1_000_000)).padStart(6, '0'),
      status: 'pending',
      sends: [],
      checks: 0,
      createdAt: now,
      updatedAt: now,
    };
  }

  /** Saves that the code is sent, and returns the ID of the attempt. */
  addSend(verification: Verification, channel: string): string {
    const attempt = `VL${sid('VE').slice(2)}`;
    verification.sends.push({ time: this.#now(), channel, attempt_sid: attempt });
    this.save(verification);
    return attempt;
  }

  save(verification: Verification): Verification {
    const saved = { ...verification, updatedAt: this.#now() };
    this.#context.db.saveRecord('verification', saved.sid, saved);
    return saved;
  }

  #now(): string {
    return this.#context.clock().toISOString();
  }

  #withAge(verification: Verification | undefined): Verification | undefined {
    if (!verification) return undefined;
    const age = this.#context.clock().getTime() - Date.parse(verification.createdAt);
    const isExpired = age >= lifetimeMs && verification.status !== 'approved';
    return isExpired ? { ...verification, status: 'expired' } : verification;
  }
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

function messageRoutes(app: FastifyInstance, context: Context): void {
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
