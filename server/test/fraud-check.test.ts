// Socure's adapter against the sandbox, which refuses what Socure refuses.
import { afterAll, expect, it } from 'vitest';
import { startSandbox } from '#sandbox/testing.ts';
import { type Fraud, socure } from '#server/vendors/fraud.ts';
import { VendorRefused } from '#server/vendors/http-client.ts';
import { person } from './vendor-person.ts';

const clock = { now: () => new Date('2026-03-02T15:00:00Z') };
const signal = AbortSignal.timeout(60_000);
const sandbox = await startSandbox();
afterAll(() => sandbox.close());
const fraud = (changes: object = {}): Fraud =>
  socure(
    {
      sdkUrl: '',
      configUrl: '',
      sdkKey: '',
      url: `${sandbox.url}/socure`,
      key: sandbox.credentials.SOCURE_API_KEY,
      workflow: sandbox.credentials.SOCURE_WORKFLOW,
      ...changes,
    },
    clock,
  );

it.each([
  ['666010001', 'ACCEPT'],
  ['666010013', 'REVIEW'],
  ['666010014', 'REJECT'],
  // It answers RESUBMIT, as any decision that we do not know.
  ['666010033', 'REVIEW'],
])('the workflow’s own decision about %s is taken, an unknown one as a review: %s', async (ssn, decision) => {
  const evaluated = await fraud().evaluate({ ...person, ssn }, undefined, 'application-1', signal);
  expect(evaluated).toBe(decision);
});

it('a workflow that the account does not have is refused', async () => {
  const elsewhere = fraud({ workflow: 'consumer_onboarding' });
  const refused = elsewhere.evaluate(person, undefined, 'application-1', signal);
  await expect(refused).rejects.toThrow(VendorRefused);
});
