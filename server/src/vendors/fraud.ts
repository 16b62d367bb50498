// Fraud and identity checks by Socure.
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import type { Clock } from '../platform/clock.ts';
import { isSameSecret } from '../platform/constant-time.ts';
import type { Unread } from '../platform/http/webhooks.ts';
import { readJson } from '../platform/json.ts';
import { callVendor } from './http-client.ts';
import { optional, optionalList } from './optional-fields.ts';
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

/** A document that the evaluation waits for: the applicant shows it at `url`. */
export interface DocumentCheck {
  readonly evaluation: string;
  readonly url: string;
}

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
  ): Promise<{ readonly decision: FraudDecision; readonly document?: DocumentCheck }>;
  /** The decision of an evaluation that waited for a document. Undefined while it waits. Rejects like `evaluate`. */
  outcome(evaluation: string, signal: AbortSignal): Promise<FraudDecision | undefined>;
}

/** Web processes receive it, without the key that evaluates. */
export interface FraudWebhook {
  readonly path: `/webhooks/${string}`;
  /** The reference of an evaluation that ended. Undefined for other events, and for the vendor's tests. */
  read(body: Buffer, headers: IncomingHttpHeaders): { readonly reference: string } | Unread | undefined;
}

interface SocureSettings {
  url: string;
  sdkUrl: string;
  configUrl: string;
  key: string;
  sdkKey: string;
  workflow: string;
  /** Where the applicant returns after the document; undefined where the lender requests none this way. */
  documentsReturnUrl: string | undefined;
}

export function socure(settings: SocureSettings, clock: Clock): Fraud {
  const response = z.object({
    eval_id: z.string(),
    eval_status: optional(z.string()),
    decision: optional(z.string()),
    data_enrichments: optionalList(z.unknown()),
  });
  const headers = { authorization: `Bearer ${settings.key}` };
  const find = (evaluation: string, signal: AbortSignal) =>
    ({
      vendor: 'socure',
      method: 'GET',
      url: `${settings.url}/api/evaluation/${encodeURIComponent(evaluation)}`,
      headers,
      response,
      signal,
    }) as const;
  return {
    async outcome(evaluation, signal) {
      const { decision, eval_status: status } = await callVendor(find(evaluation, signal));
      return status === paused ? undefined : decisionOf(decision);
    },
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
          data: { individual: individualOf(person, deviceSession, settings.documentsReturnUrl) },
        },
        response,
        signal,
      });
      const decision = decisionOf(evaluated.decision);
      const url =
        settings.documentsReturnUrl && evaluated.eval_status === paused
          ? captureUrl(evaluated.data_enrichments)
          : undefined;
      return { decision, ...(url && { document: { evaluation: evaluated.eval_id, url } }) };
    },
    /** Requests an evaluation that doesn't exist, since a wrong key is refused before that, and opens a device session. */
    async tryKeys(signal) {
      await assertKeysAccepted('SOCURE_API_KEY is', find('00000000-0000-4000-8000-000000000000', signal));
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

const individualOf = (person: Person, deviceSession: string | undefined, returnUrl: string | undefined) => ({
  given_name: person.firstName,
  family_name: person.lastName,
  date_of_birth: person.dob,
  national_id: person.ssn,
  email: person.email,
  phone_number: person.phone,
  // Without a workflow that requests documents, this has no effect.
  ...(returnUrl && {
    docv: { config: { redirect: { method: 'GET', url: returnUrl } } },
  }),
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

const paused = 'evaluation_paused';

/** Socure's page that takes pictures of the document. Only this provider's entry has it; the names of entries differ by workflow. */
function captureUrl(enrichments: readonly unknown[]): string | undefined {
  const request = z.object({
    enrichment_provider: z.literal('SocureDocRequest'),
    response: z.object({ data: z.object({ url: z.url({ protocol: /^https?$/ }) }) }),
  });
  for (const enrichment of enrichments) {
    const read = request.safeParse(enrichment);
    if (read.success) return read.data.response.data.url;
  }
  return undefined;
}

/** Socure signs nothing: it shows the token that its webhook's settings have. So a message only causes a request for the decision. */
export function socureWebhook(token: string): FraudWebhook {
  const event = z.object({
    event_type: z.string(),
    data: z.object({ id: z.string() }),
  });
  const expected = Buffer.from(`Bearer ${token}`);
  return {
    path: '/webhooks/socure',
    read(body, { authorization }) {
      if (authorization === undefined) return 'unsigned';
      if (!isSameSecret(Buffer.from(authorization), expected)) return 'forged';
      const read = event.safeParse(readJson(body));
      if (!read.success) return 'malformed';
      const { event_type: type, data } = read.data;
      return type === 'evaluation_completed' && z.uuid().safeParse(data.id).success
        ? { reference: data.id }
        : undefined;
    },
  };
}
