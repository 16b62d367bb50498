// Fraud and identity checks by Socure.
import * as z from 'zod';
import type { Clock } from '../platform/clock.ts';
import { callVendor } from './http-client.ts';
import { optional } from './optional-fields.ts';
import { assertKeysAccepted, type Checkable, checkScript, refusedKeys } from './vendor-check.ts';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  /** ISO date. */
  readonly dob: string;
  /** Nine digits. */
  readonly ssn: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string;
  readonly streetAddress: string;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  readonly zipCode: string;
}

export type Identity = Pick<Person, 'lastName' | 'dob' | 'ssn'>;

/** REVIEW: the identity needs further checks, or the account's workflow came to a decision of its own. */
type FraudDecision = 'ACCEPT' | 'REVIEW' | 'REJECT';

export interface Fraud extends Checkable {
  /**
   * `deviceSession` is the token of Socure's script in the browser. `reference` must be the same when the evaluation is
   * repeated. Rejects with `NotPerformed` or `OutcomeUnknown`.
   */
  evaluate(
    person: Person,
    deviceSession: string | undefined,
    reference: string,
    signal: AbortSignal,
  ): Promise<FraudDecision>;
}

interface SocureSettings {
  url: string;
  sdkUrl: string;
  configUrl: string;
  key: string;
  sdkKey: string;
  workflow: string;
}

export function socure(settings: SocureSettings, clock: Clock): Fraud {
  const response = z.object({ decision: optional(z.string()) });
  const headers = { authorization: `Bearer ${settings.key}` };
  return {
    async evaluate(person, deviceSession, reference, signal) {
      const evaluated = await callVendor({
        vendor: 'socure',
        method: 'POST',
        url: `${settings.url}/api/evaluation`,
        headers,
        json: {
          id: reference,
          timestamp: clock.now().toISOString(),
          workflow: settings.workflow,
          data: { individual: individualOf(person, deviceSession) },
        },
        response,
        signal,
      });
      return decisionOf(evaluated.decision);
    },
    /** Requests an evaluation that doesn't exist, since a wrong key is refused before that, and opens a device session. */
    async tryKeys(signal) {
      await assertKeysAccepted('SOCURE_API_KEY is', {
        vendor: 'socure',
        method: 'GET',
        url: `${settings.url}/api/evaluation/00000000-0000-4000-8000-000000000000`,
        headers,
        signal,
      });
      await checkScript('SOCURE_SDK_URL', settings.sdkUrl, signal);
      await callVendor({
        vendor: 'socure',
        method: 'POST',
        url: `${settings.configUrl}/api/v1/session-window`,
        headers: { authorization: `Bearer ${settings.sdkKey}` },
        json: { deviceMetadata: { sdkVersion: '2.10.1', platform: 'WEB', webAttributes: {} } },
        response: z.object({ sessionMetadata: z.object({ sessionWindowToken: z.string() }) }),
        signal,
      }).catch(refusedKeys('SOCURE_SDK_KEY is'));
      return 'both keys are accepted and the device script loads; no one was evaluated';
    },
  };
}

const individualOf = (person: Person, deviceSession: string | undefined) => ({
  given_name: person.firstName,
  family_name: person.lastName,
  date_of_birth: person.dob,
  national_id: person.ssn,
  email: person.email,
  phone_number: person.phone,
  ...(deviceSession === undefined ? {} : { di_session_token: deviceSession }),
  address: {
    line_1: person.streetAddress,
    locality: person.city,
    major_admin_division: person.state,
    postal_code: person.zipCode,
    country: 'US',
  },
});

/** A workflow defines its decisions itself, so there can be others, such as RESUBMIT. Those neither accept nor reject an applicant. */
function decisionOf(decision: string | undefined): FraudDecision {
  return decision === 'ACCEPT' || decision === 'REJECT' ? decision : 'REVIEW';
}
