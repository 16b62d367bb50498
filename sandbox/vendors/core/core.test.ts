import { afterAll, beforeEach, expect, it } from 'vitest';
import openApi from '../../../docs/core-system.openapi.json' with { type: 'json' };
import { type CoreExample, coreExample, startSandbox, stillClock } from '../../testing.ts';
import { backAt } from './core.ts';

const aLoan = (changes: object = {}) => ({ ...coreExample('/v1/loans'), ...changes });
const aCase = coreExample('/v1/cases');
const anotherApplication = '6f0d3a52-3c1e-4d57-9a0e-2b7c5d1f8e91';

const clock = stillClock('2026-03-02T15:00:00Z');
const sandbox = await startSandbox({ clock: clock.now });
const key = { 'X-Api-Key': sandbox.credentials.CORE_API_KEY };
const post = (path: string, body: unknown, idempotencyKey: string) =>
  sandbox.json('POST', `/core/v1/${path}`, body, { ...key, 'Idempotency-Key': idempotencyKey });
const lookup = (ssn: string) =>
  sandbox.json('POST', '/core/v1/borrowers/lookup', { ssn, lastName: 'Lee', dateOfBirth: '1985-04-12' }, key);
const book = (idempotencyKey: string, loan: unknown) => post('loans', loan, idempotencyKey);

afterAll(() => sandbox.close());
beforeEach(() => sandbox.json('DELETE', '/console/api/state'));

it('refuses a wrong key and an invalid number', async () => {
  expect(await sandbox.json('GET', '/core/v1/status')).toMatchObject({
    status: 401,
    body: { code: 'UNAUTHORIZED' },
  });
  expect(await lookup('12345')).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
});

it('takes every example of the published interface, with its key alone', async () => {
  const { loanId } = (await book('b1', aLoan())).body as { loanId: string };
  const { caseId } = (await post('cases', coreExample('/v1/cases'), 'b2')).body as { caseId: string };
  const changes = Object.keys(openApi.paths).filter((path) => /\{(loan|case)Id\}/.test(path));
  for (const path of changes) {
    const address = `/core${path.replace('{loanId}', loanId).replace('{caseId}', caseId)}`;
    const send = async (headers: Record<string, string>) =>
      (await sandbox.json('POST', address, coreExample(path), headers)).status;
    expect(await send(key), path).toBe(400);
    expect(await send({ 'Idempotency-Key': path }), path).toBe(401);
    expect(Math.floor((await send({ ...key, 'Idempotency-Key': path })) / 100), path).toBe(2);
  }
});

it.each([
  ['loans', 'LOAN_EXISTS', aLoan(), { branchId: 'austin' }, { applicationId: anotherApplication }],
  ['cases', 'CASE_EXISTS', aCase, { phone: '+18015550101' }, { reason: 'verify-at-branch' }],
])('makes one of the %s for a key and an application, and takes none without a key', async (path, code, body, changed, another) => {
  const first = await post(path, body, 'k1');
  expect(first.status).toBe(201);
  expect(await post(path, body, 'k1')).toMatchObject({ status: 201, body: first.body });
  const exists = { status: 409, body: { code, ...(first.body as object) } };
  for (const double of [post(path, { ...body, ...changed }, 'k1'), post(path, body, 'k2')])
    expect(await double).toMatchObject(exists);
  expect((await post(path, { ...body, ...another }, 'k2')).status).toBe(201);
  expect((await sandbox.json('POST', `/core/v1/${path}`, body, key)).status).toBe(400);
  expect((await sandbox.json('GET', `/console/api/${path}`)).body).toHaveLength(2);
});

it('refuses a boarding that lacks anything, or whose figures contradict each other', async () => {
  for (const field of Object.keys(coreExample('/v1/loans'))) {
    const { [field]: _, ...rest } = aLoan() as CoreExample;
    const refused = { status: 400, body: { code: 'INVALID_REQUEST', fields: [field] } };
    expect(await book('k1', rest)).toMatchObject(refused);
  }
  const { borrower, schedule, note, disclosure } = aLoan() as CoreExample &
    Record<'note' | 'disclosure', object>;
  const { ssn: _, ...nameless } = borrower;
  const wrong: [object, string][] = [
    [{ borrower: nameless }, 'borrower.ssn'],
    [{ borrower: { ...borrower, ssn: '666-01-0001' } }, 'borrower.ssn'],
    [{ consents: [] }, 'consents'],
    [{ comment: 'new' }, 'comment'],
    [{ vehicle: null }, 'vehicle'],
    [{ schedule: schedule.slice(1) }, 'schedule'],
    [{ note: { ...note, firstDueOn: '2026-05-06' } }, 'note'],
    [{ disclosure: { ...disclosure, financeChargeCents: 1 } }, 'disclosure'],
  ];
  for (const [change, field] of wrong) {
    const refused = await book('k1', aLoan(change));
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect((refused.body as { fields: string[] }).fields).toContain(field);
  }
  expect((await sandbox.json('GET', '/console/api/loans')).body).toEqual([]);
});

it('updates a loan once per key, and refuses autopay that was ended', async () => {
  const { loanId } = (await book('k1', aLoan())).body as { loanId: string };
  const update = (path: string, idempotencyKey: string, body: unknown, id = loanId) =>
    post(`loans/${id}/${path}`, body, idempotencyKey);
  const set = coreExample('/v1/loans/{loanId}/autopay');
  const { authorizationId } = set;
  expect((await update('autopay', 'n1', set)).status).toBe(200);
  expect((await update('autopay', 'n1', set)).status).toBe(200);
  expect((await update('autopay', 'n2', { ...set, daysBeforeDue: 31 })).status).toBe(400);
  expect((await update('autopay', 'n2', { ...set, daysBeforeDue: null })).status).toBe(400);
  expect((await update('autopay/end', 'n2', { authorizationId })).status).toBe(200);
  expect(await update('autopay', 'n3', set)).toMatchObject({ status: 409, body: { code: 'ENDED' } });
  const dates = coreExample('/v1/loans/{loanId}/dates');
  expect((await update('dates', 'n4', dates, 'LN-none')).status).toBe(404);
  expect((await update('dates', 'n4', {})).status).toBe(400);
  expect((await sandbox.json('GET', '/console/api/loans')).body).toMatchObject([
    {
      updates: [
        { kind: 'autopay-set', daysBeforeDue: 3 },
        { kind: 'autopay-ended', authorizationId },
      ],
    },
  ]);
});

it('refuses a malformed case', async () => {
  const branchCase = { ...coreExample('/v1/cases'), email: undefined, phone: '8015550100', note: 'now' };
  const refused = { code: 'INVALID_REQUEST', fields: ['phone', 'email', 'note'] };
  expect(await post('cases', branchCase, 'c4')).toMatchObject({ status: 400, body: refused });
});

it('is back at 6:30 a.m. in New York, summer and winter', () => {
  expect(backAt(new Date('2026-07-01T10:29:59Z')).toISOString()).toBe('2026-07-01T10:30:00.000Z');
  expect(backAt(new Date('2026-07-01T10:30:00Z')).toISOString()).toBe('2026-07-02T10:30:00.000Z');
  expect(backAt(new Date('2026-03-07T20:00:00Z')).toISOString()).toBe('2026-03-08T10:30:00.000Z');
  expect(backAt(new Date('2026-12-31T23:00:00Z')).toISOString()).toBe('2027-01-01T11:30:00.000Z');
});
