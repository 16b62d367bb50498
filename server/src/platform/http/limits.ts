// All rate limits. Counts are in the database, so that all processes share them.
import { sql } from 'kysely';
import { type Clock, secondsAfter } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { Failure } from '../failure.ts';

interface Limit {
  /** How many are allowed in each window. */
  readonly most: number;
  /** The length of a window. */
  readonly seconds: number;
  /** What the caller is told when there are too many. */
  readonly message: string;
}

const minute = 60;
const hour = 60 * minute;

function limit(
  most: number,
  seconds: number,
  message: (about: { most: number; wait: string }) => string,
): Limit {
  const wait = seconds === hour ? 'an hour' : `${seconds / minute} minutes`;
  return { most, seconds, message: message({ most, wait }) };
}

export const limits = {
  /** Forms submitted, per network address. */
  'submit-form': limit(
    30,
    hour,
    ({ wait }) => `Too many applications came from this connection. Please try again in ${wait}.`,
  ),
  /** Forms submitted while the captcha service does not answer, per network address. */
  'submit-form-without-captcha': limit(
    10,
    hour,
    ({ wait }) => `Too many applications came from this connection. Please try again in ${wait}.`,
  ),
  /** Forms submitted for one SSN, from any address. */
  'submit-same-ssn': limit(
    10,
    24 * hour,
    () => 'We have received this information several times today. Please try again tomorrow or call us.',
  ),
  /** Text codes sent, per application. */
  'send-code': limit(
    5,
    10 * minute,
    ({ wait, most }) => `We have sent ${most} codes. Please wait ${wait} before you ask for another.`,
  ),
  /** Text codes sent to one phone, across applications. */
  'send-code-to-phone': limit(
    10,
    hour,
    ({ wait }) => `We have sent several codes to this phone. Please wait ${wait} before you ask for another.`,
  ),
  /** Text codes checked, per application. */
  'check-code': limit(
    10,
    10 * minute,
    ({ wait }) => `Too many codes were tried. Please wait ${wait} and ask for a new code.`,
  ),
  /** Bank link tokens created, per application. */
  'begin-bank-link': limit(
    20,
    hour,
    ({ wait }) => `You have started to connect a bank many times. Please wait ${wait}, or call us.`,
  ),
  /** Banks linked, per application. */
  'link-bank': limit(
    10,
    hour,
    ({ wait }) => `Several banks were connected in the last hour. Please wait ${wait}, or call us.`,
  ),
  /** Verifications retried after a failure, per application. */
  'retry-verification': limit(
    10,
    hour,
    ({ wait }) => `We have tried several times. Please wait ${wait}, or connect another bank.`,
  ),
  /** Unknown signing keys of webhooks looked up, per network address. */
  'webhook-key': limit(20, 10 * minute, () => 'Too many unknown keys.'),
  /** Address suggestions, per network address. */
  'suggest-address': limit(300, 10 * minute, () => 'Please type your address.'),
  /** Emails with the link to the documents, per application. */
  'send-documents': limit(
    6,
    hour,
    ({ wait }) => `We have sent your documents several times. Please wait ${wait} before you ask again.`,
  ),
  /** Emails with a link to resume, per application. */
  'mail-link': limit(
    5,
    hour,
    ({ wait }) => `We have sent you several links. Please wait ${wait} before you ask for another.`,
  ),
  /** Leads submitted, per partner. */
  'hand-in-lead': limit(
    3000,
    hour,
    () => 'Too many leads were handed in within the hour. Please go on in the next one.',
  ),
  /** Partner calls with a wrong key, per network address. */
  'wrong-key': limit(20, 10 * minute, () => 'Too many calls came with a wrong key.'),
  /** Reports of use and of errors, per network address. */
  measure: limit(600, 10 * minute, () => 'Too many reports came from this connection.'),
  /** Links opened, per network address. */
  'open-link': limit(
    60,
    10 * minute,
    ({ wait }) => `Too many links were opened from this connection. Please wait ${wait}.`,
  ),
} satisfies Record<string, Limit>;

type LimitName = keyof typeof limits;

export class Limiter {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #scale: number;

  constructor(services: { db: Db; clock: Clock; scale: number }) {
    this.#db = services.db;
    this.#clock = services.clock;
    this.#scale = services.scale;
  }

  /** Counts one request. Throws a `too-many` failure if that exceeds the limit. `subject` must not be personal: hash it. */
  async spend(name: LimitName, subject: string): Promise<void> {
    const limit = limits[name];
    const seconds = limit.seconds;
    const window = new Date(Math.floor(this.#clock.now().getTime() / 1000 / seconds) * seconds * 1000);
    const row = await this.#db
      .insertInto('limit_count')
      .values({ key: `${name}:${subject}`, window_start: window, count: 1 })
      .onConflict((conflict) =>
        conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql`limit_count.count + 1` }),
      )
      .returning('count')
      .executeTakeFirstOrThrow();
    if (row.count <= limit.most * this.#scale) return;
    const over = secondsAfter(window, seconds).getTime() - this.#clock.now().getTime();
    throw new Failure([{ code: 'too-many', message: limit.message }], Math.max(1, Math.ceil(over / 1000)));
  }

  /** Like `spend`, but returns false instead of throwing. */
  async trySpend(name: LimitName, subject: string): Promise<boolean> {
    try {
      await this.spend(name, subject);
      return true;
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }

  /** Deletes counts of past windows. */
  async sweep(): Promise<void> {
    await this.#db
      .deleteFrom('limit_count')
      .where('window_start', '<', secondsAfter(this.#clock.now(), -48 * hour))
      .execute();
  }
}
