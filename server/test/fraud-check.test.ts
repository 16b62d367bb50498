// Socure's adapter against the sandbox, which refuses what Socure refuses.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox, type TestSandbox } from '#sandbox/testing.ts';
import { type Fraud, type Person, socure } from '#server/vendors/fraud.ts';
import { VendorRefused } from '#server/vendors/http-client.ts';

const clock = { now: () => new Date('2026-03-02T15:00:00Z') };
const signal = AbortSignal.timeout(60_000);
const applicant: Person = {
  firstName: 'Alex',
  lastName: 'Rivera',
  dob: '1985-04-12',
  ssn: '666010001',
  email: 'alex@example.com',
  phone: '+18015550100',
  streetAddress: '350 S Main St',
  city: 'Salt Lake City',
  state: 'UT',
  zipCode: '84101',
};

let sandbox: TestSandbox;
const fraud = (changes: object = {}): Fraud =>
  socure(
    {
      sdkUrl: '',
      configUrl: '',
      sdkKey: '',
      documentsReturnUrl: undefined,
      url: `${sandbox.url}/socure`,
      key: sandbox.credentials.SOCURE_API_KEY,
      workflow: sandbox.credentials.SOCURE_WORKFLOW,
      ...changes,
    },
    clock,
  );

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

it.each([
  ['666010001', 'ACCEPT'],
  ['666010013', 'REVIEW'],
  ['666010014', 'REJECT'],
  // It answers RESUBMIT, as any decision that we do not know.
  ['666010033', 'REVIEW'],
])('the workflow’s own decision about %s is taken, an unknown one as a review: %s', async (ssn, decision) => {
  const expected = { decision };
  expect(await fraud().evaluate({ ...applicant, ssn }, undefined, 'application-1', signal)).toEqual(expected);
});

it('a workflow that the account does not have is refused', async () => {
  const elsewhere = fraud({ workflow: 'consumer_onboarding' });
  const refused = elsewhere.evaluate(applicant, undefined, 'application-1', signal);
  await expect(refused).rejects.toThrow(VendorRefused);
});
