// Requests to Experian's API: signs in, and sends a request about a person again if its token was refused.
import * as z from 'zod';
import { toUnaccented } from '#finance/transliterate.ts';
import type { Clock } from '../platform/clock.ts';
import { NotPerformed, OutcomeUnknown } from '../platform/jobs/vendor-calls.ts';
import type { Person } from './fraud.ts';
import { callVendor, VendorRefused } from './http-client.ts';

/** What the lender's contract with the bureau names for one kind of pull. */
export interface PullTerms {
  readonly subscriberCode: string;
  /** The code of the purpose that permits the request (15 U.S.C. 1681b(a)). */
  readonly purpose: string;
}

export interface BureauLogin {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
  /** Names the lender's account in every request, and is no id of a request. */
  readonly clientReferenceId: string;
}

const token = z.object({ access_token: z.string(), expires_in: z.coerce.number() });

export class BureauApi {
  readonly #login: BureauLogin;
  readonly #clock: Clock;
  // Each process has its own token. It is renewed a minute before it expires, or when the bureau rejects it.
  #token: { readonly value: string; readonly until: number } | undefined;

  constructor(login: BureauLogin, clock: Clock) {
    this.#login = login;
    this.#clock = clock;
  }

  async accessToken(signal: AbortSignal): Promise<string> {
    if (this.#token && this.#token.until > this.#clock.now().getTime()) return this.#token.value;
    const { url, username, password, clientId, clientSecret } = this.#login;
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
    const until = this.#clock.now().getTime() + (response.expires_in - 60) * 1000;
    this.#token = { value: response.access_token, until };
    return response.access_token;
  }

  /** Sends a request about a person, and again if the bureau rejected the token, which it does before it acts. */
  async call<A>(
    path: string,
    {
      person,
      terms,
      more,
      response,
    }: { person: Person; terms: PullTerms; more: object; response: z.ZodType<A> },
    signal: AbortSignal,
  ): Promise<A> {
    const send = async () =>
      callVendor({
        vendor: 'bureau',
        method: 'POST',
        url: `${this.#login.url}/consumerservices/${path}`,
        headers: {
          authorization: `Bearer ${await this.accessToken(signal)}`,
          clientReferenceId: this.#login.clientReferenceId,
        },
        json: {
          consumerPii: { primaryApplicant: primaryApplicant(person) },
          requestor: { subscriberCode: terms.subscriberCode },
          permissiblePurpose: { type: terms.purpose },
          ...more,
        },
        response,
        signal,
      });
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof VendorRefused) || error.status !== 401) throw error;
      this.#token = undefined;
      return send();
    }
  }
}

const primaryApplicant = (person: Person) => ({
  name: bureauName(person),
  dob: { dob: person.dob.slice(0, 4) },
  ssn: { ssn: person.ssn },
  currentAddress: {
    line1: person.streetAddress,
    city: person.city,
    state: person.state,
    zipCode: person.zipCode,
  },
});

/** Generations have a field of their own, with the codes of Metro 2. Later numerals are left in the name: VI is a name, too. */
const generationCodes: Readonly<Record<string, string>> = { JR: 'J', SR: 'S', II: '2', III: '3', IV: '4' };

/** A name as the bureau allows it: letters and dashes, and a D', L' or O' before a surname. It refuses the request otherwise. */
export function bureauName({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>) {
  const full = toUnaccented(lastName).trim();
  const [ending = '', generation = ''] = /[\s,]+(JR|SR|II|III|IV)\.?$/i.exec(full) ?? [];
  const generationCode = generationCodes[generation.toUpperCase()];
  const surname = full.slice(0, full.length - ending.length);
  const [prefix = ''] = /^[DLO]'/i.exec(surname) ?? [];
  return {
    firstName: dashed(toUnaccented(firstName)),
    lastName: prefix + dashed(surname.slice(prefix.length)),
    ...(generationCode !== undefined && { generationCode }),
  };
}

const dashed = (name: string) => (name.replace(/[.']/g, '').match(/[A-Z]+/gi) ?? []).join('-');
