// The credit bureau, with Experian's API: a soft pull for prequalification, a hard pull for approval.
import * as z from 'zod';
import { toUnaccented } from '#finance/transliterate.ts';
import type { BureauAttributes } from '../../credit-policy/attributes.ts';
import type { Clock } from '../../platform/clock.ts';
import { SetupError } from '../../platform/failure.ts';
import { type Generation, splitGeneration } from '../../platform/generations.ts';
import { NotPerformed, OutcomeUnknown } from '../../platform/jobs/vendor-calls.ts';
import { mailingLine } from '../../platform/us-streets.ts';
import type { Person } from '../fraud.ts';
import { callVendor, VendorRefused } from '../http-client.ts';
import { type Checkable, refusedKeys } from '../vendor-check.ts';
import {
  bureauAttributesOf,
  type CreditFile,
  creditFileOf,
  creditReportSchema,
  type Profile,
  type ReportModels,
} from './report.ts';
import {
  type Alert,
  alertsOf,
  type MilitaryResult,
  militaryResultOf,
  type OfacResult,
  ofacResultOf,
} from './screening.ts';

/** The result of one pull. Plain JSON: it is stored with the call. */
export interface CreditReport {
  readonly file: CreditFile;
  /** What the lender's named attributes take from the report. A report stored before there were any has none. */
  readonly attributes?: BureauAttributes;
  readonly ofac: OfacResult;
  readonly military: MilitaryResult;
  readonly alerts: readonly Alert[];
  /** When the bureau answered, which is the date of the score: its response has none. */
  readonly pulledAt: string;
  /** The report as the bureau sent it, stored as evidence (12 CFR 1002.12(b)). */
  readonly raw: unknown;
}

/** Every method rejects with `NotPerformed` (a refusal is a `VendorRefused`) or `OutcomeUnknown`. */
export interface Bureau extends Checkable {
  /** Gets an access token before a pull, so that a failed sign-in never leaves the pull's outcome unknown. */
  signIn(signal: AbortSignal): Promise<void>;
  /** Does not affect the credit score, and may be repeated. `summaries`: the packages of attributes that the report must have. */
  softPull(person: Person, summaries: readonly string[], signal: AbortSignal): Promise<CreditReport>;
  /** Leaves a hard inquiry on the credit file, so it must never be repeated. */
  hardPull(person: Person, summaries: readonly string[], signal: AbortSignal): Promise<CreditReport>;
  /** Searches only the military database. It is not a credit inquiry and may be repeated. */
  militarySearch(person: Person, signal: AbortSignal): Promise<MilitaryResult>;
  /** Searches only the OFAC list. It is not a credit inquiry and may be repeated. */
  ofacSearch(person: Person, signal: AbortSignal): Promise<OfacResult>;
}

interface BureauSettings extends BureauLogin {
  readonly soft: PullTerms;
  readonly hard: PullTerms;
  readonly models: ReportModels;
}

/** Score models by the bureau's indicators, named as in `bureau.scoreName` of the lender's adverse-action.json. */
const scoreModels: Readonly<Record<string, string>> = { V3: 'VantageScore 3.0', V4: 'VantageScore 4.0' };

/** Throws a `SetupError` if notices would name another score than the one we request. */
export function assertScoreModel(indicator: string, scoreName: string): void {
  const configured = scoreModels[indicator];
  if (configured === undefined || configured === scoreName) return;
  throw new SetupError(
    `BUREAU_SCORE_MODEL requests ${configured}, but bureau.scoreName in policy/adverse-action.json is ${scoreName}. Make both the same.`,
  );
}

export function experian(settings: BureauSettings, clock: Clock): Bureau {
  const api = bureauApi(settings, clock);
  const { models } = settings;
  const pull =
    (product: string, terms: PullTerms): Bureau['softPull'] =>
    async (person, summaries, signal) => {
      const addOns = {
        riskModels: {
          modelIndicator: [models.score, ...(models.income === undefined ? [] : [models.income])],
        },
        ...(summaries.length > 0 && { summaries: { summaryType: summaries } }),
        fraudShield: 'Y',
        mla: 'Y',
        ofacmsg: 'Y',
      };
      let raw: unknown;
      // The schema drops fields that it does not name, and the report is stored as received.
      const received = z.unknown().transform((value) => {
        raw = value;
        return value;
      });
      const request = { person, terms, addOns, response: received.pipe(creditReportSchema) };
      const { creditProfile } = await api.call(`${product}/credit-report`, request, signal);
      const profile = creditProfile[0] as Profile;
      const now = clock.now();
      return {
        file: creditFileOf(profile, models, now),
        attributes: bureauAttributesOf(profile, models),
        ofac: ofacResultOf(profile.ofac),
        military: militaryResultOf(profile.mla),
        alerts: alertsOf(profile.statement),
        pulledAt: now.toISOString(),
        raw,
      };
    };
  /** The response has the result under the name of the list. */
  const search = async (list: 'mla' | 'ofac', person: Person, signal: AbortSignal): Promise<unknown> => {
    const request = { person, terms: settings.hard, response: z.looseObject({}) };
    return (await api.call(`${list}/v1/search`, request, signal))[list];
  };
  return {
    signIn: async (signal) => void (await api.accessToken(signal)),
    async tryKeys(signal) {
      const keys = 'BUREAU_CLIENT_ID, BUREAU_CLIENT_SECRET, BUREAU_USERNAME or BUREAU_PASSWORD is';
      await api.accessToken(signal).catch(refusedKeys(keys, [400, 401, 403]));
      return 'signed in; no pull was made';
    },
    softPull: pull('prequal/v1', settings.soft),
    hardPull: pull('credit-profile/v2', settings.hard),
    militarySearch: async (person, signal) => militaryResultOf(await search('mla', person, signal)),
    ofacSearch: async (person, signal) => ofacResultOf(await search('ofac', person, signal)),
  };
}

/** What the lender's contract with the bureau names for one kind of pull. */
interface PullTerms {
  readonly subscriberCode: string;
  /** The code of the purpose that permits the request (15 U.S.C. 1681b(a)). */
  readonly purpose: string;
}

interface BureauLogin {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
  /** Names the lender's account in every request, and is no id of a request. */
  readonly clientReferenceId: string;
}

const token = z.object({ access_token: z.string(), expires_in: z.coerce.number() });

function bureauApi(login: BureauLogin, clock: Clock) {
  // Each process has its own token. It is renewed a minute before it expires, or when the bureau rejects it.
  let held: { readonly value: string; readonly until: number } | undefined;

  async function accessToken(signal: AbortSignal): Promise<string> {
    if (held && held.until > clock.now().getTime()) return held.value;
    const { url, username, password, clientId, clientSecret } = login;
    const response = await callVendor({
      vendor: 'bureau',
      method: 'POST',
      url: `${url}/oauth2/v1/token`,
      headers: { grant_type: 'password' },
      json: { username, password, client_id: clientId, client_secret: clientSecret },
      response: token,
      signal,
    }).catch((error: unknown) => {
      if (!(error instanceof OutcomeUnknown)) throw error;
      throw new NotPerformed(`sign-in failed: ${error.message}`, { cause: error });
    });
    const until = clock.now().getTime() + (response.expires_in - 60) * 1000;
    held = { value: response.access_token, until };
    return response.access_token;
  }

  /** Sends a request about a person, and again if the bureau rejected the token, which it does before it acts. */
  async function call<A>(
    path: string,
    request: { person: Person; terms: PullTerms; addOns?: object; response: z.ZodType<A> },
    signal: AbortSignal,
  ): Promise<A> {
    const { person, terms, addOns, response } = request;
    const send = async () =>
      callVendor({
        vendor: 'bureau',
        method: 'POST',
        url: `${login.url}/consumerservices/${path}`,
        headers: {
          authorization: `Bearer ${await accessToken(signal)}`,
          clientReferenceId: login.clientReferenceId,
        },
        json: {
          consumerPii: { primaryApplicant: primaryApplicant(person) },
          requestor: { subscriberCode: terms.subscriberCode },
          permissiblePurpose: { type: terms.purpose },
          ...(addOns && { addOns }),
        },
        response,
        signal,
      });
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof VendorRefused) || error.status !== 401) throw error;
      held = undefined;
      return send();
    }
  }

  return { accessToken, call };
}

/** The bureau refuses an address with any other character, such as a degree sign or a typographic quotation mark. */
const asciiOf = (text: string) =>
  toUnaccented(text)
    .replace(/[“”]/g, '"')
    .replace(/[^!-~]+/g, ' ')
    .trim();

const primaryApplicant = (person: Person) => ({
  name: bureauName(person),
  dob: { dob: person.dob.slice(0, 4) },
  ssn: { ssn: person.ssn },
  currentAddress: {
    line1: asciiOf(mailingLine(person.streetAddress)),
    city: asciiOf(person.city),
    state: person.state,
    zipCode: person.zipCode,
  },
});

/** Generations have a field of their own, with the codes of Metro 2. Later numerals are left in the name: VI is a name, too. */
const generationCodes: Readonly<Record<Generation, string>> = {
  JR: 'J',
  SR: 'S',
  II: '2',
  III: '3',
  IV: '4',
};

/** A name as the bureau allows it: letters and dashes, and a D', L' or O' before a surname. It refuses the request otherwise. */
export function bureauName({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>) {
  const first = splitGeneration(toUnaccented(firstName).trim());
  const last = splitGeneration(toUnaccented(lastName).trim());
  const generation = last.generation ?? first.generation;
  const [prefix = ''] = /^[DLO]'/i.exec(last.name) ?? [];
  return {
    firstName: dashed(first.name),
    lastName: prefix + dashed(last.name.slice(prefix.length)),
    ...(generation !== undefined && { generationCode: generationCodes[generation] }),
  };
}

const dashed = (name: string) => (name.replace(/[.']/g, '').match(/[A-Z]+/gi) ?? []).join('-');
