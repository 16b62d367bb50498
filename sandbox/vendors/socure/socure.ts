// Socure: the device session in the browser and the fraud and identity decision (RiskOS).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowOtherOrigins, secondOrigin, serveClassicScript } from '../../browser.ts';
import type { Context, Vendor } from '../../context.ts';
import { identityDecision, ssnDigits } from '../../people/people.ts';
import { fields, trimmedText as text } from '../../requests.ts';
import { issueToken, readToken } from '../../state/tokens.ts';

const sessionSeconds = 3600;
const script = new URL('./sdk.browser.ts', import.meta.url);

const endings = {
  ACCEPT: { status: 'CLOSED', sub_status: 'Accept', score: 8, tag: 'identity_verified' },
  REVIEW: { status: 'OPEN', sub_status: 'Under Review', score: 71, tag: 'identity_needs_review' },
  REJECT: { status: 'CLOSED', sub_status: 'Reject', score: 98, tag: 'high_fraud_risk' },
  RESUBMIT: { status: 'OPEN', sub_status: 'Awaiting Resubmission', score: 40, tag: 'resubmission_asked' },
} as const;

const bearerOf = (request: FastifyRequest): string =>
  /^Bearer (.+)$/i.exec(text(request.headers.authorization))?.[1] ?? '';

/** An instant with its offset (RFC 3339). */
const isInstant = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value) &&
  !Number.isNaN(Date.parse(value));

function deviceRoutes(app: FastifyInstance, context: Context) {
  const { clock, credentials } = context;
  const refuse = (reply: FastifyReply, status: number, description: string) =>
    reply.code(status).send({ errors: [{ code: String(status), description }] });
  const sessionOf = (request: FastifyRequest) => readToken(context, 'socure', bearerOf(request));
  const newSession = (deviceToken: string) => ({
    deviceToken,
    sessionWindowToken: issueToken(context, 'socure', sessionSeconds, { deviceToken }),
    expiresAt: clock().getTime() + sessionSeconds * 1000,
  });

  app.post('/config/api/v1/session-window', async (request, reply) => {
    if (bearerOf(request) !== credentials.SOCURE_SDK_KEY) return refuse(reply, 401, 'Invalid SDK key');
    const { deviceToken, deviceMetadata } = fields(request.body);
    const { sdkVersion, platform, webAttributes } = fields(deviceMetadata);
    if (!text(sdkVersion) || text(platform) !== 'WEB' || typeof webAttributes !== 'object')
      return refuse(reply, 400, 'deviceMetadata must have sdkVersion, platform and webAttributes');
    const secondHost = `${secondOrigin(request)}/socure`;
    return reply.code(201).send({
      configuration: {
        behavioral: {
          host: `${secondHost}/analytics`,
          flags: { enabled: false },
          sessionDuration: 600_000,
          sessionIdleTimeoutSeconds: 600,
          bundleGenerationInterval: 10_000,
        },
        device: { host: `${secondHost}/device`, flags: { enableFullPrecisionLocation: false } },
        network: { host: `${secondHost}/network`, flags: { enabled: true } },
      },
      sessionMetadata: newSession(text(deviceToken) || crypto.randomUUID()),
    });
  });

  // A page that is opened again continues its session.
  app.post('/config/api/v1/session-window/group', async (request, reply) => {
    const { state, about } = sessionOf(request);
    if (state !== 'valid') return refuse(reply, 401, 'Invalid session');
    return reply.code(201).send({ sessionMetadata: newSession(text(about.deviceToken)) });
  });

  app.post('/analytics/api/v1/session-data', async (request, reply) => {
    if (sessionOf(request).state !== 'valid') return refuse(reply, 401, 'Invalid session');
    const { sessionDataIndex, sessionData, metadata } = fields(request.body);
    if (typeof sessionDataIndex !== 'number' || !sessionData || !metadata)
      return refuse(reply, 400, 'sessionDataIndex, sessionData and metadata are required');
    return reply.code(201).send({});
  });

  app.post('/network/api/v1/capture', async (request, reply) =>
    sessionOf(request).state === 'valid' ? {} : refuse(reply, 401, 'Invalid session'),
  );
}

function routes(app: FastifyInstance, context: Context) {
  const { clock, credentials, db } = context;
  allowOtherOrigins(app, { withCookies: true });
  allowEmptyJson(app);
  serveClassicScript(app, '/sdk.js', script);
  deviceRoutes(app, context);

  const isAuthorized = (request: FastifyRequest) => bearerOf(request) === credentials.SOCURE_API_KEY;
  const unauthorized = { error: 'Unauthorized', message: 'Invalid API key' };

  app.get('/api/evaluation/:id', async (request, reply) =>
    isAuthorized(request)
      ? reply.code(404).send({ error: 'Not Found', message: 'The evaluation was not found' })
      : reply.code(401).send(unauthorized),
  );

  app.post('/api/evaluation', async (request, reply) => {
    if (!isAuthorized(request)) return reply.code(401).send(unauthorized);
    const body = fields(request.body);
    const individual = fields(fields(body.data).individual);
    const refuse = (message: string, named: readonly string[]) =>
      reply.code(400).send({ error: 'Bad Request', message, fields: named });
    const required = {
      id: body.id,
      timestamp: body.timestamp,
      workflow: body.workflow,
      'data.individual.given_name': individual.given_name,
      'data.individual.family_name': individual.family_name,
      'data.individual.address.country': fields(individual.address).country,
    };
    const missing = Object.entries(required).flatMap(([name, value]) => (text(value) ? [] : [name]));
    if (missing.length > 0) return refuse(`Missing required fields: ${missing.join(', ')}`, missing);
    if (!isInstant(text(body.timestamp)))
      return refuse('timestamp must be a date and time as in RFC 3339', ['timestamp']);
    if (text(body.workflow) !== credentials.SOCURE_WORKFLOW)
      return refuse('The account has no live workflow of this name', ['workflow']);

    const ssn = ssnDigits(individual.national_id);
    const decision = identityDecision(ssn);
    const { tag, ...ending } = endings[decision];
    // The vehicle service identifies the applicant by this reference.
    const name = `${text(individual.given_name)} ${text(individual.family_name)}`;
    if (ssn && text(body.id)) db.saveRecord('identified', text(body.id), { ssn, name });
    const session = text(individual.di_session_token);
    const device = session === '' ? 'absent' : readToken(context, 'socure', session).state;
    const now = clock().toISOString();
    return {
      id: text(body.id),
      workflow: text(body.workflow),
      eval_id: crypto.randomUUID(),
      eval_start_time: now,
      eval_end_time: now,
      decision,
      decision_at: now,
      ...ending,
      tags: [tag, device === 'valid' ? 'device_known' : `device_session_${device}`],
      environment_name: 'Sandbox',
      eval_status: 'evaluation_completed',
      data_enrichments: [],
    };
  });
}

/** The SDK declares JSON also where it sends no body. */
function allowEmptyJson(app: FastifyInstance) {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }));
    }
  });
}

export const socure: Vendor = {
  name: 'socure',
  failure: () => ({ status: 500, body: { error: 'Internal Server Error', message: 'Something went wrong' } }),
  routes,
};
