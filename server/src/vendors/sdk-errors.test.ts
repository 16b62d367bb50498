// What the SDKs' errors become: an outage only if the vendor did not respond.
import { describe, expect, it } from 'vitest';
import { OutcomeUnknown } from '../platform/jobs/vendor-calls.ts';
import { redactedError as redactedByPlaid } from './plaid/request.ts';
import { redactedError as redactedByTwilio } from './twilio/twilio.ts';

describe.each([
  ['plaid', redactedByPlaid],
  ['twilio', redactedByTwilio],
])('an error of the SDK of %s', (_, redactedError) => {
  it('without an answer is an outage', () => {
    const silent = Object.assign(new Error('timeout of 5000ms exceeded'), { isAxiosError: true });
    expect(redactedError(silent)).toBeInstanceOf(OutcomeUnknown);
  });

  it('that no vendor caused is thrown as it is', () => {
    const mistake = new TypeError('to is undefined');
    expect(() => redactedError(mistake)).toThrow(mistake);
  });
});
