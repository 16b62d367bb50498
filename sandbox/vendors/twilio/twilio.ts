// Twilio: one-time codes (Verify v2) and text messages.
import { randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { sid } from '../../state/identifiers.ts';
import { messageRoutes, saveText } from './messages.ts';
import { e164, type Failure, type Form, failure, magicNumbers, refuse } from './refusals.ts';
import { tellCode } from './webhooks.ts';

const codeLifetimeMs = 10 * 60_000;
const maxChecks = 5;
const maxSends = 5;

const sender = 'Branchline';

const notFound = (request: FastifyRequest) =>
  failure(
    404,
    20404,
    `The requested resource ${request.url.split('?')[0]?.replace(/^\/twilio/, '')} was not found`,
  );

/** Numbers that Verify refuses to text, as it does for fraud, destinations and accounts: https://www.twilio.com/docs/api/errors */
const blockedNumbers: Record<string, Failure> = {
  '+15005550000': failure(403, 60412, 'Verification blocked by Fraudulent Signup Prevention'),
  '+15005550005': failure(
    403,
    60410,
    'The destination phone number has been temporarily blocked by Twilio due to fraudulent activities',
  ),
  '+15005550007': failure(
    403,
    60605,
    'The destination phone number has been blocked by Verify Geo-Permissions',
  ),
  '+15005550008': failure(403, 60238, 'Verification Creation Attempt blocked by Twilio'),
};

function isAuthenticated(request: FastifyRequest, { credentials }: Context): boolean {
  const encoded = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const expected = `${credentials.TWILIO_ACCOUNT_SID}:${credentials.TWILIO_AUTH_TOKEN}`;
  return Buffer.from(encoded, 'base64').toString('utf8') === expected;
}

type Send = { time: string; channel: string; attempt_sid: string };
type Verification = {
  sid: string;
  service: string;
  recipient: string;
  code: string;
  status: 'pending' | 'approved' | 'canceled' | 'max_attempts_reached' | 'expired';
  sends: Send[];
  checks: number;
  createdAt: Date;
  updatedAt: Date;
};

function routes(app: FastifyInstance, context: Context) {
  const { clock, credentials, db } = context;
  const account = credentials.TWILIO_ACCOUNT_SID;

  app.addHook('preHandler', async (request, reply) => {
    if (!isAuthenticated(request, context)) return refuse(reply, failure(401, 20003, 'Authenticate'));
  });

  function parseVerification(row: ReturnType<typeof db.one>): Verification | undefined {
    if (!row) return undefined;
    const createdAt = new Date(String(row.created_at));
    const expired = clock().getTime() - createdAt.getTime() >= codeLifetimeMs;
    const status = String(row.status) as Verification['status'];
    return {
      sid: String(row.sid),
      service: String(row.service),
      recipient: String(row.recipient),
      code: String(row.code),
      status: expired && status !== 'approved' && status !== 'canceled' ? 'expired' : status,
      sends: JSON.parse(String(row.sends)) as Send[],
      checks: Number(row.checks),
      createdAt,
      updatedAt: new Date(String(row.updated_at)),
    };
  }

  const findLatest = (to: string) =>
    parseVerification(
      db.one('select * from verification where recipient = ? order by rowid desc limit 1', to),
    );
  const findBySid = (id: string) => parseVerification(db.one('select * from verification where sid = ?', id));

  /** Not yet approved, canceled or expired; its checks may be used up. */
  const isActive = (verification: Verification | undefined): verification is Verification =>
    verification?.status === 'pending' || verification?.status === 'max_attempts_reached';

  function save(verification: Verification) {
    verification.updatedAt = clock();
    db.run(
      `insert or replace into verification
         (sid, service, recipient, code, status, sends, checks, created_at, updated_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      verification.sid,
      verification.service,
      verification.recipient,
      verification.code,
      verification.status,
      JSON.stringify(verification.sends),
      verification.checks,
      verification.createdAt.toISOString(),
      verification.updatedAt.toISOString(),
    );
  }

  const summary = (verification: Verification) => ({
    sid: verification.sid,
    service_sid: verification.service,
    account_sid: account,
    to: verification.recipient,
    channel: 'sms',
    status: verification.status,
    valid: verification.status === 'approved',
    amount: null,
    payee: null,
    date_created: verification.createdAt.toISOString(),
    date_updated: verification.updatedAt.toISOString(),
  });

  const detail = (verification: Verification) => ({
    ...summary(verification),
    lookup: {},
    send_code_attempts: verification.sends,
    sna: null,
    url: `https://verify.twilio.com/v2/Services/${verification.service}/Verifications/${verification.sid}`,
  });

  const knownService = (request: FastifyRequest) =>
    (request.params as { service: string }).service === credentials.TWILIO_VERIFY_SERVICE_SID;

  app.get('/v2/Services/:service', async (request, reply) => {
    const { service } = request.params as { service: string };
    if (service !== credentials.TWILIO_VERIFY_SERVICE_SID) return refuse(reply, notFound(request));
    const url = `https://verify.twilio.com/v2/Services/${service}`;
    const created = clock().toISOString();
    return {
      sid: service,
      account_sid: account,
      friendly_name: sender,
      code_length: 6,
      lookup_enabled: false,
      psd2_enabled: false,
      skip_sms_to_landlines: false,
      dtmf_input_required: true,
      tts_name: sender,
      do_not_share_warning_enabled: false,
      custom_code_enabled: false,
      push: null,
      totp: null,
      default_template_sid: null,
      whatsapp: null,
      verify_event_subscription_enabled: false,
      date_created: created,
      date_updated: created,
      url,
      links: { verifications: `${url}/Verifications`, verification_checks: `${url}/VerificationCheck` },
    };
  });

  app.post('/v2/Services/:service/Verifications', async (request, reply) => {
    if (!knownService(request)) return refuse(reply, notFound(request));
    const form = (request.body ?? {}) as Form;
    const to = form.To ?? '';
    const channel = form.Channel ?? '';
    if (!to) return refuse(reply, failure(400, 60200, 'Missing required parameter To in the post body'));
    if (!channel)
      return refuse(reply, failure(400, 60200, 'Missing required parameter Channel in the post body'));
    if (channel !== 'sms')
      return refuse(reply, failure(400, 60200, `Invalid parameter \`Channel\`: ${channel}`));
    const magic = magicNumbers[to] ?? blockedNumbers[to];
    if (magic) return refuse(reply, magic);
    if (!e164.test(to)) return refuse(reply, failure(400, 60200, `Invalid parameter \`To\`: ${to}`));

    const earlier = findLatest(to);
    if (isActive(earlier) && earlier.status === 'max_attempts_reached')
      return refuse(reply, failure(429, 60202, 'Max check attempts reached'));
    if (isActive(earlier) && earlier.sends.length >= maxSends)
      return refuse(reply, failure(429, 60203, 'Max send attempts reached'));

    const now = clock();
    const verification: Verification = isActive(earlier)
      ? earlier
      : {
          sid: sid('VE'),
          service: credentials.TWILIO_VERIFY_SERVICE_SID,
          recipient: to,
          code: String(randomInt(1_000_000)).padStart(6, '0'),
          status: 'pending',
          sends: [],
          checks: 0,
          createdAt: now,
          updatedAt: now,
        };
    const attempt = `VL${sid('VE').slice(2)}`;
    verification.sends.push({ time: now.toISOString(), channel, attempt_sid: attempt });
    save(verification);
    void tellCode(context, { attempt, verification: verification.sid, to });
    // Codes come from numbers of Twilio's own, so that STOP to the customer's number leaves them alone.
    saveText(
      context,
      to,
      `Your ${sender} verification code is: ${verification.code}. Do not share it with anyone.`,
    );
    return reply.code(201).send(detail(verification));
  });

  app.post('/v2/Services/:service/VerificationCheck', async (request, reply) => {
    if (!knownService(request)) return refuse(reply, notFound(request));
    const { To: to, VerificationSid: id, Code: code } = (request.body ?? {}) as Form;
    if (!to && !id)
      return refuse(
        reply,
        failure(400, 60200, 'Missing required parameter To or VerificationSid in the post body'),
      );
    if (!code || !/^[0-9a-z]{4,10}$/i.test(code))
      return refuse(reply, failure(400, 60200, 'Invalid parameter `Code`: it has 4 to 10 characters'));

    const verification = id ? findBySid(id) : findLatest(to ?? '');
    // To a client, approved, expired, canceled and nonexistent look the same.
    if (!isActive(verification)) return refuse(reply, notFound(request));
    if (verification.checks >= maxChecks) {
      verification.status = 'max_attempts_reached';
      save(verification);
      return refuse(reply, failure(429, 60202, 'Max check attempts reached'));
    }
    verification.checks += 1;
    if (code === verification.code) verification.status = 'approved';
    save(verification);
    return reply.code(200).send(summary(verification));
  });

  app.get('/v2/Services/:service/Verifications/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    const verification = knownService(request)
      ? id.startsWith('VE')
        ? findBySid(id)
        : findLatest(id)
      : undefined;
    if (!isActive(verification)) return refuse(reply, notFound(request));
    return detail(verification);
  });

  app.post('/v2/Services/:service/Verifications/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    const status = ((request.body ?? {}) as Form).Status ?? '';
    const verification = knownService(request)
      ? id.startsWith('VE')
        ? findBySid(id)
        : findLatest(id)
      : undefined;
    if (!isActive(verification)) return refuse(reply, notFound(request));
    if (status !== 'canceled' && status !== 'approved')
      return refuse(reply, failure(400, 60200, `Invalid parameter \`Status\`: ${status}`));
    verification.status = status;
    save(verification);
    return detail(verification);
  });

  messageRoutes(app, context);

  app.setNotFoundHandler((request, reply) => refuse(reply, notFound(request)));
}

export const twilio: Vendor = {
  name: 'twilio',
  prefix: '/twilio',
  failure: () => ({
    status: 500,
    body: {
      code: 20500,
      message: 'Internal Server Error',
      more_info: 'https://www.twilio.com/docs/errors/20500',
      status: 500,
    },
  }),
  routes,
};
