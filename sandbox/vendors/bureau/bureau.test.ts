import { afterAll, beforeEach, expect, it } from 'vitest';
import { startSandbox, stillClock } from '../../testing.ts';

const clock = stillClock();
const sandbox = await startSandbox({ clock: clock.now, slowResponseMs: 300 });

const soft = '/bureau/consumerservices/prequal/v1/credit-report';
const hard = '/bureau/consumerservices/credit-profile/v2/credit-report';

const json = { Accept: 'application/json' };
const login = {
  username: sandbox.credentials.BUREAU_USERNAME,
  password: sandbox.credentials.BUREAU_PASSWORD,
  client_id: sandbox.credentials.BUREAU_CLIENT_ID,
  client_secret: sandbox.credentials.BUREAU_CLIENT_SECRET,
};
const signIn = (changes: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  sandbox.json(
    'POST',
    '/bureau/oauth2/v1/token',
    { ...login, ...changes },
    { ...json, Grant_type: 'password', ...headers },
  );
const token = async () => ((await signIn()).body as { access_token: string }).access_token;
const headers = async () => ({
  ...json,
  Authorization: `Bearer ${await token()}`,
  clientReferenceId: sandbox.credentials.BUREAU_CLIENT_REFERENCE_ID,
});

const request = (ssn: string) => ({
  consumerPii: {
    primaryApplicant: {
      name: { firstName: 'Ann', lastName: 'Lee' },
      dob: { dob: '04081990' },
      ssn: { ssn },
      currentAddress: { line1: '350 S Main St', city: 'Salt Lake City', state: 'UT', zipCode: '84101' },
    },
  },
  requestor: { subscriberCode: sandbox.credentials.BUREAU_SOFT_SUBSCRIBER_CODE },
  permissiblePurpose: { type: sandbox.credentials.BUREAU_SOFT_PURPOSE },
  addOns: { riskModels: { modelIndicator: ['V4'] }, fraudShield: 'Y', mla: 'Y', ofacmsg: 'Y' },
});

const hardRequest = (ssn: string) => ({
  ...request(ssn),
  requestor: { subscriberCode: sandbox.credentials.BUREAU_HARD_SUBSCRIBER_CODE },
  permissiblePurpose: { type: sandbox.credentials.BUREAU_HARD_PURPOSE },
});
const pull = async (path: string, ssn: string) =>
  sandbox.json('POST', path, path === soft ? request(ssn) : hardRequest(ssn), await headers());

const pulls = async (ssn: string) =>
  (await sandbox.json('GET', `/console/api/pulls?ssn=${ssn}`)).body as { kind: string; at: string }[];

afterAll(() => sandbox.close());
beforeEach(() => sandbox.json('DELETE', '/console/api/state'));

it('shows one soft inquiry of a lender and a day, and every hard one', async () => {
  await pull(soft, '666010001');
  await pull(soft, '666010001');
  expect(await pulls('666010001')).toHaveLength(1);
  clock.advance(86_400);
  await pull(soft, '666010001');
  expect(await pulls('666-01-0001')).toHaveLength(2);
  for (let times = 0; times < 2; times += 1) await pull(hard, '666010001');
  expect((await pulls('666010001')).map(({ kind }) => kind)).toEqual(['hard', 'hard', 'soft', 'soft']);
});

it('refuses wrong credentials and an expired token', async () => {
  const unauthorized = { errors: [{ errorType: 'Unauthorized' }], success: false };
  expect(await signIn({ username: 'x' })).toMatchObject({ status: 401, body: unauthorized });
  const old = await headers();
  clock.advance(1801);
  const late = await sandbox.json('POST', soft, request('666010001'), old);
  expect(late).toMatchObject({ status: 401, body: { errors: [{ message: 'Access token is invalid' }] } });
});

it('issues no token without the documented headers', async () => {
  const refused = { errors: [{ message: 'Header Grant_type must be password' }] };
  expect(await signIn({}, { Grant_type: '' })).toMatchObject({ status: 400, body: refused });
  expect((await signIn({}, { Accept: 'text/html' })).status).toBe(400);
  expect((await signIn()).body).toMatchObject({ token_type: 'Bearer', expires_in: '1800' });
});

it.each([
  ['Billy-Bob', "O'Brien-Smith", 200],
  ['Ma. Cristina', 'Lee', 400],
  ['Ann', 'de la Cruz', 400],
  ['Ann', 'O’Brien', 400],
])('takes %s %s with %i', async (firstName, lastName, expected) => {
  const named = request('666010001');
  named.consumerPii.primaryApplicant.name = { firstName, lastName };
  expect((await sandbox.json('POST', soft, named, await headers())).status).toBe(expected);
});

it('reports an invalid request and records nothing', async () => {
  const given = await headers();
  const without = request('666010001');
  without.consumerPii.primaryApplicant.name.lastName = '';
  const refused = { errors: [{ errorCode: '200', message: 'Invalid surname' }] };
  expect(await sandbox.json('POST', soft, without, given)).toMatchObject({ status: 400, body: refused });
  expect((await sandbox.json('POST', soft, request('66601'), given)).status).toBe(400);
  expect((await sandbox.json('GET', '/console/api/pulls')).body).toEqual([]);
});
