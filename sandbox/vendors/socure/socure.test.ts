import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type TestSandbox } from '../../testing.ts';

let sandbox: TestSandbox;

const evaluate = (
  ssn: string,
  more: Record<string, unknown> = {},
  key = sandbox.credentials.SOCURE_API_KEY,
) =>
  sandbox.json(
    'POST',
    '/socure/api/evaluation',
    {
      workflow: 'consumer_onboarding',
      data: {
        individual: {
          given_name: 'Ann',
          family_name: 'Lee',
          national_id: ssn,
          date_of_birth: '1990-04-08',
          address: {
            line_1: '350 S Main St',
            locality: 'Salt Lake City',
            postal_code: '84101',
            country: 'US',
          },
          ...more,
        },
      },
    },
    { Authorization: `Bearer ${key}` },
  );

const session = async (sdkKey = sandbox.credentials.SOCURE_SDK_KEY) =>
  sandbox.json(
    'POST',
    '/socure/config/api/v1/session-window',
    { sdkKey },
    {
      Origin: 'http://localhost:3000',
    },
  );

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

describe('Socure', () => {
  it.each([
    ['666010001', 'ACCEPT', 'CLOSED'],
    ['666-42-0013', 'REVIEW', 'OPEN'],
    ['666010014', 'REJECT', 'CLOSED'],
    ['123456789', 'ACCEPT', 'CLOSED'],
  ])('decides %s: %s', async (ssn, decision, status) => {
    const answer = await evaluate(ssn);
    expect(answer).toMatchObject({
      status: 200,
      body: { decision, status, workflow: 'consumer_onboarding' },
    });
    expect((answer.body as { eval_id: string }).eval_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('recognizes the SDK’s device session, and also works without one', async () => {
    const { body, headers } = await session();
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
    const { sessionWindowToken } = (body as { sessionMetadata: { sessionWindowToken: string } })
      .sessionMetadata;
    const tags = async (more: Record<string, unknown>) =>
      ((await evaluate('666010001', more)).body as { tags: string[] }).tags;
    expect(await tags({ di_session_token: sessionWindowToken })).toContain('device_known');
    expect(await tags({ di_session_token: 'made-up' })).toContain('device_session_unknown');
    expect(await tags({})).toContain('device_session_absent');
  });

  it('answers a CORS preflight', async () => {
    const answer = await fetch(`${sandbox.url}/socure/config/api/v1/session-window`, {
      method: 'OPTIONS',
      headers: { Origin: 'http://localhost:3000', 'Access-Control-Request-Headers': 'content-type' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-headers')).toBe('content-type');
  });

  it('refuses wrong keys and a person without a name', async () => {
    expect((await evaluate('666010001', {}, 'sandbox-other')).status).toBe(401);
    expect((await session('sandbox-other')).status).toBe(401);
    expect(await evaluate('666010001', { family_name: '' })).toMatchObject({
      status: 400,
      body: { fields: ['data.individual.family_name'] },
    });
  });
});
