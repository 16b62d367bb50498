// What an operator sees of the product from outside: reports, metrics, health, the log and traces.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { createWorld, type World } from './world.ts';

let world: World;
const logged: string[] = [];
const lines = (message: string) =>
  logged.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === message);

beforeAll(async () => {
  world = await createWorld({
    log: createLog('info', { write: (line) => void logged.push(line) }),
    env: { LIMIT_SCALE: '1' },
  });
});
afterAll(() => world?.close());

describe('what a page’s policy refused', () => {
  const report = (body: unknown, type = 'application/csp-report') =>
    world.product.app?.inject({
      method: 'POST',
      url: '/webhooks/csp-reports',
      // As browsers send it from a page that sends no referrer.
      headers: { 'content-type': type, origin: 'null' },
      payload: JSON.stringify(body),
    });
  const refused = 'a page tried what its policy refuses';

  it('is reported to the address that every page names', async () => {
    const { headers } = await world.browser().get('/get-a-loan');
    expect(headers['content-security-policy']).toContain('report-uri /webhooks/csp-reports;report-to csp');
    expect(headers['reporting-endpoints']).toBe('csp="/webhooks/csp-reports"');
  });

  it('is logged in both of the forms in which browsers report it, by names of ours and the origin alone', async () => {
    const secret = 'token=secret';
    await report({
      'csp-report': {
        'document-uri': `http://localhost:3000/loan-request/offers?${secret}`,
        'effective-directive': 'script-src-elem',
        'blocked-uri': `https://evil.example/x.js?${secret}`,
        'source-file': 'http://localhost:3000/assets/start-Abc.js',
        'script-sample': secret,
      },
    });
    const body = {
      documentURL: 'http://localhost:3000/get-a-loan',
      effectiveDirective: secret,
      blockedURL: 'inline',
    };
    const list = [
      { type: 'csp-violation', body },
      { type: 'deprecation', body },
    ];
    await report(list, 'application/reports+json');
    expect(lines(refused)).toMatchObject([
      {
        directive: 'script-src-elem',
        blocked: 'https://evil.example',
        screen: 'offers',
        file: 'start-Abc.js',
      },
      { directive: 'default-src', blocked: 'inline', screen: 'landing' },
    ]);
    expect(JSON.stringify(lines(refused))).not.toContain('secret');
  });

  it('is taken for nothing where it is no report', async () => {
    const before = lines(refused).length;
    for (const body of ['nonsense', { 'csp-report': 7 }, [7], {}, null])
      expect((await report(body))?.statusCode).toBe(200);
    expect(lines(refused)).toHaveLength(before);
  });

  it('is taken only so often from one connection', async () => {
    const answers = [];
    for (let at = 0; at < 60; at += 1) answers.push((await report({}))?.statusCode);
    expect(answers.at(-1)).toBe(429);
  });
});

it('whoever found a weakness is told where to report it', async () => {
  const answer = await world.browser().get('/.well-known/security.txt');
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body).toContain('Contact: mailto:security@branchline.example\n');
  const expires = new Date(/^Expires: (.+)$/m.exec(answer.body)?.[1] ?? '').getTime();
  const days = (expires - world.clock.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});
