// Every limit on what may be asked of us: what, how often, per what, in which time. Counted in the database, so that
// all processes count together.
import { sql } from 'kysely';
import { type Clock, secondsAfter } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { Failure } from '../failure.ts';

interface Limit {
  readonly most: number;
  readonly seconds: number;
  readonly message: string;
}

const minute = 60;
const hour = 60 * minute;

export const limits = {
  /** Forms submitted, per network address. */
  'submit-form': {
    most: 30,
    seconds: hour,
    message: 'Too many applications came from this connection. Please try again in an hour.',
  },
  /** Forms submitted without a captcha’s word, per network address. */
  'submit-form-without-captcha': {
    most: 10,
    seconds: hour,
    message: 'Too many applications came from this connection. Please try again in an hour.',
  },
  /** Forms submitted for one SSN, wherever they come from. */
  'submit-same-ssn': {
    most: 10,
    seconds: 24 * hour,
    message: 'We have received this information several times today. Please try again tomorrow or call us.',
  },
  /** Text codes sent, per application. */
  'send-code': {
    most: 5,
    seconds: 10 * minute,
    message: 'We have sent 5 codes. Please wait 10 minutes before you ask for another.',
  },
  /** Text codes sent to one phone, whatever the application. */
  'send-code-to-phone': {
    most: 10,
    seconds: hour,
    message: 'We have sent several codes to this phone. Please wait an hour before you ask for another.',
  },
  /** Text codes checked, per application. */
  'check-code': {
    most: 10,
    seconds: 10 * minute,
    message: 'Too many codes were tried. Please wait 10 minutes and ask for a new code.',
  },
  /** Link tokens made, per application. */
  'begin-bank-link': {
    most: 20,
    seconds: hour,
    message: 'You have started to connect a bank many times. Please wait an hour, or call us.',
  },
  /** Banks linked, per application. */
  'link-bank': {
    most: 10,
    seconds: hour,
    message: 'Several banks were connected in the last hour. Please wait an hour, or call us.',
  },
  /** Verifications asked for again after a failure, per application. */
  'retry-verification': {
    most: 10,
    seconds: hour,
    message: 'We have tried several times. Please wait an hour, or connect another bank.',
  },
  /** Unknown signing keys of webhooks looked up, per network address. */
  'webhook-key': { most: 20, seconds: 10 * minute, message: 'Too many unknown keys.' },
  /** Address suggestions, per network address. */
  'suggest-address': { most: 300, seconds: 10 * minute, message: 'Please type your address.' },
  /** Mails with the documents’ link, per application. */
  'send-documents': {
    most: 6,
    seconds: hour,
    message: 'We have sent your documents several times. Please wait an hour before you ask again.',
  },
  /** Mails with a link to go on by, per application. */
  'mail-link': {
    most: 5,
    seconds: hour,
    message: 'We have sent you several links. Please wait an hour before you ask for another.',
  },
  /** Leads handed in, per partner. */
  'hand-in-lead': {
    most: 3000,
    seconds: hour,
    message: 'Too many leads were handed in within the hour. Please go on in the next one.',
  },
  /** Partners' calls without a right key, per network address. */
  'wrong-key': { most: 20, seconds: 10 * minute, message: 'Too many calls came with a wrong key.' },
  /** Links opened, per network address. */
  'open-link': {
    most: 60,
    seconds: 10 * minute,
    message: 'Too many links were opened from this connection. Please wait 10 minutes.',
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

export class Limiter {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #scale: number;

  constructor(services: { db: Db; clock: Clock; scale: number }) {
    this.#db = services.db;
    this.#clock = services.clock;
    this.#scale = services.scale;
  }

  /** Counts one, and refuses with the limit's sentence where that was one too many. `subject` must not be personal: hash it. */
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

  /** As `spend`, where nobody is to be told. */
  async trySpend(name: LimitName, subject: string): Promise<boolean> {
    try {
      await this.spend(name, subject);
      return true;
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }

  /** Forgets windows long past. */
  async sweep(): Promise<void> {
    await this.#db
      .deleteFrom('limit_count')
      .where('window_start', '<', secondsAfter(this.#clock.now(), -48 * hour))
      .execute();
  }
}
