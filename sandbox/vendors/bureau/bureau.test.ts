import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, stillClock, type TestSandbox } from '../../testing.ts';
import type { creditReport } from './report.ts';

const clock = stillClock();
let sandbox: TestSandbox;

const soft = '/bureau/consumerservices/prequal/v1/credit-report';
const hard = '/bureau/consumerservices/credit-profile/v2/credit-report';

async function token(): Promise<string> {
  const { body } = await sandbox.json('POST', '/bureau/oauth2/v1/token', {
    username: sandbox.credentials.BUREAU_USERNAME,
    password: sandbox.credentials.BUREAU_PASSWORD,
    client_id: sandbox.credentials.BUREAU_CLIENT_ID,
    client_secret: sandbox.credentials.BUREAU_CLIENT_SECRET,
  });
  return (body as { access_token: string }).access_token;
}

const request = (ssn: string) => ({
  consumerPii: {
    primaryApplicant: {
      name: { firstName: 'Ann', lastName: 'Lee' },
      dob: { dob: '04081990' },
      ssn: { ssn },
      currentAddress: { line1: '350 S Main St', city: 'Salt Lake City', state: 'UT', zipCode: '84101' },
    },
  },
  requestor: { subscriberCode: sandbox.credentials.BUREAU_SUBSCRIBER_CODE },
  permissiblePurpose: { type: '3F' },
  addOns: { riskModels: { modelIndicator: ['V4'] }, fraudShield: 'Y', mla: 'Y', ofacmsg: 'Y' },
});

const pull = async (path: string, ssn: string, reference: string) =>
  sandbox.json('POST', path, request(ssn), {
    Authorization: `Bearer ${await token()}`,
    clientReferenceId: reference,
  });

const pulls = async (ssn: string) =>
  (await sandbox.json('GET', `/console/api/pulls?ssn=${ssn}`)).body as { kind: string; at: string }[];

beforeAll(async () => {
  sandbox = await startSandbox({ clock: clock.now, slowAnswerMs: 300 });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.json('DELETE', '/console/api/state');
});

describe('the bureau', () => {
  it('answers in its own format: zero-padded strings', async () => {
    const { status, body } = await pull(soft, '666010001', 'a');
    expect(status).toBe(200);
    const [profile] = (body as ReturnType<typeof creditReport>).creditProfile;
    expect(profile?.riskModel).toEqual([
      {
        modelIndicator: 'V4',
        score: '0680',
        evaluation: 'P',
        scoreFactors: [
          { importance: '1', code: '32' },
          { importance: '2', code: '13' },
          { importance: '3', code: '16' },
          { importance: '4', code: '12' },
        ],
      },
    ]);
    const both = request('666010001');
    both.addOns.riskModels.modelIndicator.push('II');
    const asked = await sandbox.json('POST', soft, both, {
      Authorization: `Bearer ${await token()}`,
      clientReferenceId: 'with-income',
    });
    const [, income] = (asked.body as ReturnType<typeof creditReport>).creditProfile[0]?.riskModel ?? [];
    expect(income).toEqual({ modelIndicator: 'II', score: '0064', evaluation: 'P', scoreFactors: [] });
    expect(profile?.vehicle[0]?.valueAmount).toBe('00012500');
    expect(profile?.tradeline[0]).toMatchObject({
      openOrClosed: 'O',
      monthlyPaymentAmount: '00000035',
      delinquencies90to180Days: '00',
    });
    expect(profile?.inquiry[0]?.date).toBe('12282025');
    expect(profile).toMatchObject({ mla: { messageNumber: '1204' }, ofac: { messageNumber: '1200' } });
  });

  it('returns the same report for the same reference and records one soft pull', async () => {
    const first = await pull(soft, '666010001', 'a');
    clock.advance(86_400);
    const again = await pull(soft, '666010001', 'a');
    expect(again.body).toEqual(first.body);
    expect(await pulls('666010001')).toHaveLength(1);
    await pull(soft, '666010001', 'b');
    expect(await pulls('666-01-0001')).toHaveLength(2);
  });

  it('records every hard pull, even a repeated one', async () => {
    await pull(hard, '666010001', 'h');
    await pull(hard, '666010001', 'h');
    expect((await pulls('666010001')).map(({ kind }) => kind)).toEqual(['hard', 'hard']);
  });

  it('answers slowly for person 19', async () => {
    const began = performance.now();
    expect((await pull(soft, '666010019', 'a')).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(290);
  });

  it('fails twice for person 20, then answers', async () => {
    expect((await pull(soft, '666010020', 'a')).status).toBe(500);
    expect((await pull(soft, '666010020', 'a')).status).toBe(500);
    expect((await pull(soft, '666010020', 'a')).status).toBe(200);
    expect(await pulls('666010020')).toHaveLength(1);
  });

  it('never answers person 21 and records nothing', async () => {
    const given = AbortSignal.timeout(200);
    await expect(
      fetch(sandbox.url + soft, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await token()}` },
        body: JSON.stringify(request('666010021')),
        signal: given,
      }),
    ).rejects.toThrow();
    expect(await pulls('666010021')).toHaveLength(0);
  });

  it('refuses wrong credentials and an expired token', async () => {
    expect(await sandbox.json('POST', '/bureau/oauth2/v1/token', { username: 'x' })).toMatchObject({
      status: 401,
      body: { errors: [{ errorType: 'Unauthorized' }], success: false },
    });
    const old = await token();
    clock.advance(1801);
    const late = await sandbox.json('POST', soft, request('666010001'), { Authorization: `Bearer ${old}` });
    expect(late).toMatchObject({ status: 401, body: { errors: [{ message: 'Access token is invalid' }] } });
  });

  it('also accepts credentials as a form', async () => {
    const { status, body } = await sandbox.form(
      '/bureau/oauth2/v1/token',
      { username: sandbox.credentials.BUREAU_USERNAME, password: sandbox.credentials.BUREAU_PASSWORD },
      {
        client_id: sandbox.credentials.BUREAU_CLIENT_ID,
        client_secret: sandbox.credentials.BUREAU_CLIENT_SECRET,
      },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: '1800' });
  });

  it('reports an invalid request and records nothing', async () => {
    const headers = { Authorization: `Bearer ${await token()}` };
    const without = structuredClone(request('666010001')) as ReturnType<typeof request>;
    without.consumerPii.primaryApplicant.name.lastName = '';
    expect(await sandbox.json('POST', soft, without, headers)).toMatchObject({
      status: 400,
      body: { errors: [{ errorCode: '200', message: 'Invalid surname' }] },
    });
    expect((await sandbox.json('POST', soft, request('66601'), headers)).status).toBe(400);
    const stranger = { ...request('666010001'), requestor: { subscriberCode: '1' } };
    expect((await sandbox.json('POST', soft, stranger, headers)).status).toBe(400);
    expect((await sandbox.json('GET', '/console/api/pulls')).body).toEqual([]);
  });
});
