// reCAPTCHA: the browser script, its frame, and the server-side token check.
import type { FastifyInstance } from 'fastify';
import { allowOtherOrigins, serveBrowserScript } from '../../browser.ts';
import type { Context, Vendor } from '../../context.ts';
import { type Fields, text } from '../../request-fields.ts';
import { issueToken, readToken, spendToken } from '../../state/tokens.ts';
import { framePage } from './frame.ts';

const tokenLifetimeSeconds = 120;

const script = new URL('./api.browser.ts', import.meta.url);
const releaseScript = new URL('./release.browser.ts', import.meta.url);
const frameScript = new URL('./frame.browser.ts', import.meta.url);

function routes(app: FastifyInstance, context: Context) {
  const { credentials, clock } = context;
  allowOtherOrigins(app);

  serveBrowserScript(app, '/api.js', script);
  serveBrowserScript(app, '/releases/sandbox/recaptcha__en.js', releaseScript);
  serveBrowserScript(app, '/api2/anchor.js', frameScript);

  app.get('/api2/anchor', async (request, reply) => {
    const { k, size, theme } = request.query as Fields;
    if (k !== credentials.RECAPTCHA_SITE_KEY)
      return reply.code(400).type('text/plain; charset=utf-8').send('ERROR for site owner: Invalid site key');
    return reply.type('text/html; charset=utf-8').send(framePage({ size: text(size), theme: text(theme) }));
  });

  // Turns a person's answer to the widget into the token that the form submits.
  app.post('/api2/userverify', async (request, reply) => {
    const { k, action, hostname, score } = (request.body ?? {}) as Fields;
    if (k !== credentials.RECAPTCHA_SITE_KEY) return reply.code(400).send({ error: 'Invalid site key' });
    const token = issueToken(context, 'recaptcha', tokenLifetimeSeconds, {
      ...(text(action) ? { action: text(action) } : {}),
      hostname: text(hostname) || 'localhost',
      score: typeof score === 'number' ? score : 0.9,
      challenge_ts: clock()
        .toISOString()
        .replace(/\.\d+Z$/, 'Z'),
    });
    return { token, expiresInSeconds: tokenLifetimeSeconds };
  });

  // The real endpoint answers 200 whatever the outcome.
  app.post('/api/siteverify', async (request) => {
    const body = { ...(request.query as Fields), ...((request.body ?? {}) as Fields) };
    const refused = (...codes: string[]) => ({ success: false, 'error-codes': codes });
    const secret = text(body.secret);
    const response = text(body.response);
    const missing = [
      ...(secret ? [] : ['missing-input-secret']),
      ...(response ? [] : ['missing-input-response']),
    ];
    if (missing.length > 0) return refused(...missing);
    if (secret !== credentials.RECAPTCHA_SECRET) return refused('invalid-input-secret');
    const { state, about } = readToken(context, 'recaptcha', response);
    if (state === 'unknown') return refused('invalid-input-response');
    if (state !== 'valid' || !spendToken(context, response)) return refused('timeout-or-duplicate');
    return { success: true, ...about };
  });
}

export const recaptcha: Vendor = {
  name: 'recaptcha',
  prefix: '/recaptcha',
  failure: () => ({ status: 500, body: { success: false, 'error-codes': ['internal-error'] } }),
  routes,
};
