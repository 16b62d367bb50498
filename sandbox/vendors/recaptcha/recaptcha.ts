// reCAPTCHA: the browser script, its frame, and the server-side token check.
import type { FastifyInstance } from 'fastify';
import { allowOtherOrigins, serveClassicScript } from '../../browser.ts';
import type { Context, Vendor } from '../../context.ts';
import { type Fields, text } from '../../requests.ts';
import { issueToken, spendToken } from '../../state/tokens.ts';

const tokenLifetimeSeconds = 120;

const script = new URL('./api.browser.ts', import.meta.url);
const releaseScript = new URL('./release.browser.ts', import.meta.url);
const frameScript = new URL('./frame.browser.ts', import.meta.url);

/** The page inside the widget's frames, which v2 invisible never shows. */
const framePage = (part: 'badge' | 'challenge') => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>reCAPTCHA</title></head>
<body data-part="${part}">
<p hidden>reCAPTCHA</p>
<script src="/recaptcha/api2/frame.js"></script>
</body>
</html>`;

function routes(app: FastifyInstance, context: Context) {
  const { credentials, clock } = context;
  allowOtherOrigins(app);

  serveClassicScript(app, '/api.js', script);
  serveClassicScript(app, '/releases/sandbox/recaptcha__en.js', releaseScript);
  serveClassicScript(app, '/api2/frame.js', frameScript);

  for (const [path, part] of [
    ['/api2/anchor', 'badge'],
    ['/api2/bframe', 'challenge'],
  ] as const)
    app.get(path, async (request, reply) => {
      const { k, size } = request.query as Fields;
      const refuse = (reason: string) =>
        reply.code(400).type('text/plain; charset=utf-8').send(`ERROR for site owner: ${reason}`);
      if (k !== credentials.RECAPTCHA_SITE_KEY) return refuse('Invalid site key');
      if (size !== 'invisible') return refuse('Invalid key type');
      return reply.type('text/html; charset=utf-8').send(framePage(part));
    });

  // Turns a person's pass of the challenge into the token that the form submits.
  app.post('/api2/userverify', async (request, reply) => {
    const { k, hostname } = (request.body ?? {}) as Fields;
    if (k !== credentials.RECAPTCHA_SITE_KEY) return reply.code(400).send({ error: 'Invalid site key' });
    if (!text(hostname)) return reply.code(400).send({ error: 'Invalid domain for site key' });
    const token = issueToken(context, 'recaptcha', tokenLifetimeSeconds, {
      hostname: text(hostname),
      challenge_ts: clock()
        .toISOString()
        .replace(/\.\d+Z$/, 'Z'),
    });
    return { token, expiresInSeconds: tokenLifetimeSeconds };
  });

  // The real endpoint responds with 200 in every case.
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
    const { state, about } = spendToken(context, 'recaptcha', response);
    if (state === 'unknown') return refused('invalid-input-response');
    if (state !== 'valid') return refused('timeout-or-duplicate');
    return { success: true, ...about };
  });
}

export const recaptcha: Vendor = {
  name: 'recaptcha',
  failure: () => ({ status: 500, body: { success: false, 'error-codes': ['internal-error'] } }),
  routes,
};
