// The credit bureau, with Experian's API: a soft pull for prequalification, a hard pull for approval.
import * as z from 'zod';
import type { Clock } from '../platform/clock.ts';
import { SetupError } from '../platform/failure.ts';
import { NotPerformed, OutcomeUnknown } from '../platform/jobs/vendor-calls.ts';
import {
  type CreditFile,
  creditFileOf,
  creditReportSchema,
  type Profile,
  type ReportModels,
} from './bureau-report.ts';
import {
  type Alert,
  alertsOf,
  type MilitaryAnswer,
  militaryAnswerOf,
  type OfacAnswer,
  ofacAnswerOf,
} from './bureau-screening.ts';
import type { Person } from './fraud.ts';
import { callVendor, VendorRefused } from './http-client.ts';
import { type Checkable, refusedKeys } from './vendor-check.ts';

/** Everything that one pull brought. Plain JSON: it is stored with the call. */
export interface CreditReport {
  readonly file: CreditFile;
  readonly ofac: OfacAnswer;
  readonly military: MilitaryAnswer;
  readonly alerts: readonly Alert[];
  /** The report as the bureau sent it, kept as evidence (12 CFR 1002.12(b)). */
  readonly raw: unknown;
}

/** Every method rejects with `NotPerformed` (a refusal is a `VendorRefused`) or `OutcomeUnknown`. */
export interface Bureau extends Checkable {
  /** Gets an access token before a pull, so that a failed sign-in never leaves the pull's outcome unknown. */
  signIn(signal: AbortSignal): Promise<void>;
  /** Does not affect the credit score, and may be repeated. */
  softPull(person: Person, signal: AbortSignal): Promise<CreditReport>;
  /** Leaves a hard inquiry on the credit file, so it must never be repeated. */
  hardPull(person: Person, signal: AbortSignal): Promise<CreditReport>;
  /** Asks the military database alone. It is no credit inquiry and may be repeated. */
  militarySearch(person: Person, signal: AbortSignal): Promise<MilitaryAnswer>;
}

/** What the lender's contract with the bureau says of one kind of pull. */
interface PullTerms {
  readonly subscriberCode: string;
  /** The code of the purpose for which we may ask (15 U.S.C. 1681b(a)). */
  readonly purpose: string;
}

interface BureauSettings {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
  /** Names the lender's account in every request, and is no id of a request. */
  readonly clientReferenceId: string;
  readonly soft: PullTerms;
  readonly hard: PullTerms;
  readonly models: ReportModels;
}

/** Score models by the bureau's indicators, named as in `bureau.scoreName` of the lender's adverse-action.json. */
const scoreModels: Readonly<Record<string, string>> = { V3: 'VantageScore 3.0', V4: 'VantageScore 4.0' };

/** Throws a `SetupError` where notices would name another score than the one we ask for. */
export function assertScoreModel(indicator: string, scoreName: string): void {
  const asked = scoreModels[indicator];
  if (asked === undefined || asked === scoreName) return;
  throw new SetupError(
    `BUREAU_SCORE_MODEL asks for ${asked}, and bureau.scoreName in policy/adverse-action.json says ${scoreName}. Make both the same.`,
  );
}

export function experian(settings: BureauSettings, clock: Clock): Bureau {
  const token = z.object({ access_token: z.string(), expires_in: z.coerce.number() });
  // Each process has its own token. It is renewed a minute before it expires, or when the bureau rejects it.
  let cachedToken: { value: string; until: number } | undefined;

  async function accessToken(signal: AbortSignal): Promise<string> {
    if (cachedToken && cachedToken.until > clock.now().getTime()) return cachedToken.value;
    const answer = await callVendor({
      vendor: 'bureau',
      method: 'POST',
      url: `${settings.url}/oauth2/v1/token`,
      headers: { grant_type: 'password' },
      json: {
        username: settings.username,
        password: settings.password,
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
      },
      answer: token,
      signal,
    }).catch((error: unknown) => {
      if (!(error instanceof OutcomeUnknown)) throw error;
      throw new NotPerformed(`sign-in failed: ${error.message}`);
    });
    cachedToken = {
      value: answer.access_token,
      until: clock.now().getTime() + (answer.expires_in - 60) * 1000,
    };
    return cachedToken.value;
  }

  /** Sends a request about a person, once more if the bureau rejected the token, which it does before it acts. */
  async function ask<A>(
    path: string,
    { person, terms, more, answer }: { person: Person; terms: PullTerms; more: object; answer: z.ZodType<A> },
    signal: AbortSignal,
  ): Promise<A> {
    const send = async () =>
      callVendor({
        vendor: 'bureau',
        method: 'POST',
        url: `${settings.url}/consumerservices/${path}`,
        headers: {
          authorization: `Bearer ${await accessToken(signal)}`,
          clientReferenceId: settings.clientReferenceId,
        },
        json: {
          consumerPii: {
            primaryApplicant: {
              name: { firstName: person.firstName, lastName: person.lastName },
              dob: { dob: person.dob.slice(0, 4) },
              ssn: { ssn: person.ssn },
              currentAddress: {
                line1: person.streetAddress,
                city: person.city,
                state: person.state,
                zipCode: person.zipCode,
              },
            },
          },
          requestor: { subscriberCode: terms.subscriberCode },
          permissiblePurpose: { type: terms.purpose },
          ...more,
        },
        answer,
        signal,
      });
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof VendorRefused) || error.status !== 401) throw error;
      cachedToken = undefined;
      return send();
    }
  }

  async function pull(kind: 'soft' | 'hard', person: Person, signal: AbortSignal): Promise<CreditReport> {
    const { models } = settings;
    const more = {
      addOns: {
        riskModels: {
          modelIndicator: [models.score, ...(models.income === undefined ? [] : [models.income])],
        },
        fraudShield: 'Y',
        mla: 'Y',
        ofacmsg: 'Y',
      },
    };
    const path = kind === 'soft' ? 'prequal/v1' : 'credit-profile/v2';
    let raw: unknown;
    // The schema leaves out what it does not name, and the report is kept as it came.
    const answer = z.unknown().transform((value) => {
      raw = value;
      return value;
    });
    const { creditProfile } = await ask(
      `${path}/credit-report`,
      { person, terms: settings[kind], more, answer: answer.pipe(creditReportSchema) },
      signal,
    );
    const profile = creditProfile[0] as Profile;
    return {
      file: creditFileOf(profile, models, clock.now()),
      ofac: ofacAnswerOf(profile.ofac),
      military: militaryAnswerOf(profile.mla),
      alerts: alertsOf(profile.statement),
      raw,
    };
  }

  return {
    signIn: async (signal) => void (await accessToken(signal)),
    async tryKeys(signal) {
      const keys = 'BUREAU_CLIENT_ID, BUREAU_CLIENT_SECRET, BUREAU_USERNAME or BUREAU_PASSWORD is';
      await accessToken(signal).catch(refusedKeys(keys, [400, 401, 403]));
      return 'signed in; only a pull tries subscriber codes, purposes and models, and none was made';
    },
    softPull: (person, signal) => pull('soft', person, signal),
    hardPull: (person, signal) => pull('hard', person, signal),
    militarySearch: async (person, signal) => {
      const answer = z.object({ mla: z.unknown().optional() });
      const terms = settings.hard;
      return militaryAnswerOf((await ask('mla/v1/search', { person, terms, more: {}, answer }, signal)).mla);
    },
  };
}
