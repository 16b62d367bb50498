// reCAPTCHA: the browser script, its frame, and the server-side token check.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { allowOtherOrigins, serveClassicScript } from '../../browser.ts';
import type { Context, Vendor } from '../../context.ts';
import { type Fields, Refused, text } from '../../requests.ts';
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

/** The fields of an event that Google knows and the product may send. */
const assessment = z.strictObject({
  event: z.strictObject({
    token: z.string().min(1),
    siteKey: z.string().min(1),
    userIpAddress: z.union([z.ipv4(), z.ipv6()]).optional(),
  }),
});
const invalidReasons = {
  valid: 'INVALID_REASON_UNSPECIFIED',
  unknown: 'MALFORMED',
  expired: 'EXPIRED',
  used: 'DUPE',
} as const;

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

  // Google Cloud's CreateAssessment, which takes an API key in place of the legacy secret.
  app.post('/v1/projects/:project/assessments', async (request) => {
    const refused = (code: number, status: string, message: string) =>
      new Refused(code, { error: { code, message, status } });
    const key = text(request.headers['x-goog-api-key']);
    if (!key) throw refused(403, 'PERMISSION_DENIED', 'The request is missing a valid API key.');
    if (key !== credentials.RECAPTCHA_SECRET)
      throw refused(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.');
    if ((request.params as Fields).project !== credentials.RECAPTCHA_PROJECT)
      throw refused(403, 'PERMISSION_DENIED', 'The caller does not have permission');
    const read = assessment.safeParse(request.body);
    if (!read.success) throw refused(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.');
    const { event } = read.data;
    const { state, about } = spendToken(context, 'recaptcha', event.token);
    // A token of another site key has no reason of its own.
    const isOurs = event.siteKey === credentials.RECAPTCHA_SITE_KEY;
    const valid = state === 'valid' && isOurs;
    return {
      name: `projects/1234567890/assessments/${crypto.randomUUID()}`,
      event,
      riskAnalysis: { score: valid ? 0.9 : 0, reasons: [] },
      tokenProperties: {
        valid,
        invalidReason: isOurs ? invalidReasons[state] : invalidReasons.valid,
        hostname: valid ? about.hostname : '',
        action: '',
        createTime: valid ? about.challenge_ts : '1970-01-01T00:00:00Z',
      },
    };
  });
}

export const recaptcha: Vendor = {
  name: 'recaptcha',
  failure: () => ({ status: 500, body: { success: false, 'error-codes': ['internal-error'] } }),
  routes,
};
