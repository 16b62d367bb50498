// Socure: the device session in the browser and the fraud and identity decision (RiskOS).
import type { FastifyInstance } from 'fastify';
import { allowOtherOrigins, serveBrowserScript } from '../../browser.ts';
import type { Context, Vendor } from '../../context.ts';
import { identityDecision, ssnDigits } from '../../people/people.ts';
import { fields, trimmedText as text } from '../../request-fields.ts';
import { uuid } from '../../state/identifiers.ts';
import { issueToken, readToken } from '../../state/tokens.ts';

const sessionSeconds = 3600;
const script = new URL('./sdk.browser.ts', import.meta.url);

const endings = {
  ACCEPT: { status: 'CLOSED', sub_status: 'Accept', eval_status: 'evaluation_completed' },
  REVIEW: { status: 'OPEN', sub_status: 'Under Review', eval_status: 'evaluation_paused' },
  REJECT: { status: 'CLOSED', sub_status: 'Reject', eval_status: 'evaluation_completed' },
} as const;

function routes(app: FastifyInstance, context: Context) {
  const { clock, credentials } = context;
  allowOtherOrigins(app);

  serveBrowserScript(app, '/sdk.js', script);

  app.post('/config/api/v1/session-window', async (request, reply) => {
    if (text(fields(request.body).sdkKey) !== credentials.SOCURE_SDK_KEY)
      return reply.code(401).send({ error: 'Unauthorized', message: 'Invalid SDK key' });
    return {
      sessionMetadata: {
        sessionWindowToken: issueToken(context, 'socure', sessionSeconds),
        expiresInSeconds: sessionSeconds,
      },
    };
  });

  app.post('/api/evaluation', async (request, reply) => {
    const bearer = /^Bearer (.+)$/i.exec(text(request.headers.authorization))?.[1];
    if (bearer !== credentials.SOCURE_API_KEY)
      return reply.code(401).send({ error: 'Unauthorized', message: 'Invalid API key' });
    const body = fields(request.body);
    const individual = fields(fields(body.data).individual);
    const address = fields(individual.address);
    const missing = [
      ...(text(body.workflow) ? [] : ['workflow']),
      ...(text(individual.given_name) ? [] : ['data.individual.given_name']),
      ...(text(individual.family_name) ? [] : ['data.individual.family_name']),
      ...(text(address.country) ? [] : ['data.individual.address.country']),
    ];
    if (missing.length > 0)
      return reply.code(400).send({
        error: 'Bad Request',
        message: `Missing required fields: ${missing.join(', ')}`,
        fields: missing,
      });

    const decision = identityDecision(ssnDigits(individual.national_id));
    const session = text(individual.di_session_token);
    const device = session === '' ? 'absent' : readToken(context, 'socure', session).state;
    const now = clock().toISOString();
    return {
      id: text(body.id) || uuid(),
      workflow: text(body.workflow),
      workflow_version: '1.0.0',
      eval_source: 'API',
      eval_id: uuid(),
      eval_start_time: now,
      eval_end_time: now,
      decision,
      decision_at: now,
      ...endings[decision],
      score: { ACCEPT: 0.08, REVIEW: 0.71, REJECT: 0.98 }[decision],
      tags: [
        ...(decision === 'ACCEPT' ? ['identity_verified'] : []),
        ...(decision === 'REVIEW' ? ['identity_needs_review'] : []),
        ...(decision === 'REJECT' ? ['high_fraud_risk'] : []),
        ...(device === 'valid' ? ['device_known'] : [`device_session_${device}`]),
      ],
      notes: '',
      review_queues: decision === 'REVIEW' ? ['Identity review'] : [],
      data_enrichments: [],
      environment_name: 'Sandbox',
    };
  });
}

export const socure: Vendor = {
  name: 'socure',
  prefix: '/socure',
  failure: () => ({ status: 500, body: { error: 'Internal Server Error', message: 'Something went wrong' } }),
  routes,
};
