// Fraud and identity checks by Socure.
import * as z from 'zod';
import { callVendor } from './http-client.ts';

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

/** REVIEW: the identity needs further checks. */
type FraudDecision = 'ACCEPT' | 'REVIEW' | 'REJECT';

export interface Fraud {
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

export function socure(settings: { url: string; key: string }): Fraud {
  const answer = z.object({ decision: z.enum(['ACCEPT', 'REVIEW', 'REJECT']) });
  return {
    async evaluate(person, deviceSession, reference, signal) {
      const { decision } = await callVendor({
        vendor: 'socure',
        method: 'POST',
        url: `${settings.url}/api/evaluation`,
        headers: { authorization: `Bearer ${settings.key}` },
        json: {
          id: reference,
          workflow: 'consumer_onboarding',
          data: {
            individual: {
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
            },
          },
        },
        answer,
        signal,
      });
      return decision;
    },
  };
}
