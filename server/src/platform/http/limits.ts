// All rate limits. Counts are in the database, so that all processes share them.
import { sql } from 'kysely';
import { type Clock, secondsAfter } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { rowsOf } from '../db/rows.ts';
import { Failure, type SecurityEvent } from '../failure.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';

interface Limit {
  /** How many are allowed in each window. */
  readonly most: number;
  /** The length of a window. */
  readonly seconds: number;
  readonly message: string;
  /** Instead of `most`, the tenths of `TEXTS_PER_HOUR`. Those of all limits together are ten. */
  readonly tenthsOfTexts?: number;
  /** Using it up needs the operator's attention, so it is logged as an error, once in a window. */
  readonly alerts?: true;
  readonly securityEvent?: SecurityEvent;
  /** LIMIT_SCALE does not apply. */
  readonly isFixed?: true;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

function limit(
  most: number,
  seconds: number,
  message: (about: { most: number; wait: string }) => string,
): Limit {
  const wait = seconds === day ? 'a day' : seconds === hour ? 'an hour' : `${seconds / minute} minutes`;
  return { most, seconds, message: message({ most, wait }) };
}

const textsOfAll = (tenthsOfTexts: number) =>
  ({ ...limit(0, hour, () => noTextsNow), tenthsOfTexts, alerts: true }) as const;

const wrongCodes = (most: number, seconds: number) =>
  ({
    ...limit(
      most,
      seconds,
      ({ wait }) => `That's too many wrong codes for this phone. Please wait ${wait}, or call us.`,
    ),
    securityEvent: 'phone-locked',
  }) as const;

const mailsToAddress = limit(
  10,
  day,
  () => "We've sent many emails to this address today. Please try again tomorrow, or call us.",
);

const noTextsNow = "We can't send text codes right now. Please try again in an hour, or call us.";

export const limits = {
  /** Forms submitted, per network address. */
  'submit-form': limit(
    30,
    hour,
    ({ wait }) => `We've received too many applications from this connection. Please try again in ${wait}.`,
  ),
  /** Forms submitted while the captcha service does not respond, per network address. */
  'submit-form-without-captcha': limit(
    10,
    hour,
    ({ wait }) => `We've received too many applications from this connection. Please try again in ${wait}.`,
  ),
  /** Forms submitted for one person, per text budget. Not for one SSN: others who have it would lock its owner out. */
  'submit-same-person': limit(
    10,
    day,
    () => "We've received this information several times today. Please try again tomorrow or call us.",
  ),
  /** Forms submitted with one email address, per text budget, which would all be followed by emails. */
  'submit-same-email': limit(
    20,
    day,
    () => "We've received this email address several times today. Please try again tomorrow or call us.",
  ),
  /**
   * Forms with an SSN of an earlier application, per text budget. After that, the form no longer reports a match: names could be tried
   * with it.
   */
  'disclose-known-ssn': limit(10, day, () => 'Someone tried this number several times today.'),
  /** Vehicles entered, per application: the service that values them charges for each. */
  'enter-vehicle': limit(
    20,
    day,
    () => 'You entered several vehicles today. Please try again tomorrow, or call us.',
  ),
  /** Text codes sent, per application: a small share of a text budget, because it may text one new number after another. */
  'send-code': limit(
    5,
    hour,
    ({ wait, most }) => `We've sent ${most} codes. Please wait ${wait} before you ask for another.`,
  ),
  /** Text codes sent to one phone, across applications, per text budget: strangers' forms must not use up the texts of its owner. */
  'send-code-to-phone': limit(
    10,
    hour,
    ({ wait }) => `We've sent several codes to this phone. Please wait ${wait} before you ask for another.`,
  ),
  /** The same, in a day. */
  'send-code-to-phone-today': limit(
    30,
    day,
    () => "We've sent many codes to this phone today. Please try again tomorrow, or call us.",
  ),
  /**
   * Text codes sent to one block of a thousand phones (+1 801 555 1…), per text budget. A fraudster who earns by texts that others
   * pay for owns such blocks, and the applicants of a branch don't.
   */
  'send-codes-to-block': {
    ...limit(100, hour, () => noTextsNow),
    alerts: true,
  },
  /** All text codes of each text budget. None can use up another's. */
  'send-codes-without-captcha': textsOfAll(1),
  'send-codes-with-captcha': textsOfAll(6),
  'send-codes-returning': textsOfAll(3),
  /** Text codes checked, per application. */
  'check-code': limit(
    10,
    10 * minute,
    ({ wait }) => `That's too many tries. Please wait ${wait} and ask for a new code.`,
  ),
  /** Wrong text codes for one phone, per application that has confirmed it. */
  'wrong-code': wrongCodes(10, hour),
  /**
   * The same before it is confirmed. Of the vendor's five checks a phone, a stranger's form must leave some to the form of its owner,
   * also where two windows meet.
   */
  'wrong-first-code': { ...wrongCodes(2, 10 * minute), isFixed: true },
  /** The same across applications whose phone was never confirmed: anyone can submit one with another's phone. */
  'wrong-code-unconfirmed': wrongCodes(10, hour),
  /** Maps of a branch drawn, per application and per network address: the service charges for each, and none may be stored. */
  'draw-map': limit(
    60,
    hour,
    ({ wait }) => `You've opened the map many times. Please wait ${wait}, or call us.`,
  ),
  /** Signing pages opened, per application: each uses up calls to the signature service. */
  'open-signing': limit(
    30,
    hour,
    ({ wait }) => `You've opened the documents many times. Please wait ${wait}, or call us.`,
  ),
  /** Bank link tokens created, per application. */
  'begin-bank-link': limit(
    20,
    hour,
    ({ wait }) => `You've started to connect a bank many times. Please wait ${wait}, or call us.`,
  ),
  /** Banks looked up that the cache does not have, per application. */
  'look-up-bank': limit(
    20,
    hour,
    ({ wait }) => `You've looked at many banks in the last hour. Please wait ${wait}, or call us.`,
  ),
  /** Banks linked, per application. */
  'link-bank': limit(
    10,
    hour,
    ({ wait }) => `You've connected several banks in the last hour. Please wait ${wait}, or call us.`,
  ),
  /** Verifications retried after a failure, per application. */
  'retry-verification': limit(
    10,
    hour,
    ({ wait }) => `We've tried several times. Please wait ${wait}, or connect another bank.`,
  ),
  /** Parts of documents uploaded, per application: about 150 MB a day. */
  'upload-part': limit(
    1200,
    day,
    () => 'You sent us many files today. Please try again tomorrow, or call us.',
  ),
  /** Files refused, per application: reading them costs us more than sending them. */
  'refused-upload': limit(
    10,
    day,
    ({ most }) =>
      `We couldn't take ${most} of your files today. Please bring your documents to your branch, or call us.`,
  ),
  /** Seconds of the processor in which files are checked, per application. A photo takes one, and a PDF of twenty scans a few. */
  'upload-seconds': limit(
    120,
    day,
    () => 'Your files took long to check today. Please bring your documents to your branch, or call us.',
  ),
  /** Calls booked or moved, per application. */
  'book-call': limit(
    20,
    day,
    () => 'You changed your call many times today. Please call your branch to change it again.',
  ),
  /** Documents handed in, per application: each time sends an email. */
  'hand-in-uploads': limit(
    10,
    day,
    () => 'You sent us documents several times today. Please try again tomorrow, or call us.',
  ),
  /** Unknown signing keys of webhooks looked up, per network address. */
  'webhook-key': limit(20, 10 * minute, () => 'Too many unknown keys.'),
  /**
   * Uses of one signature of the mail service that does not cover the content, on the day that it was made. The service signs each
   * attempt again.
   */
  'mail-event': { ...limit(1, day, () => 'This signature was used.'), isFixed: true },
  /** Address suggestions, per network address. */
  'suggest-address': limit(300, 10 * minute, () => 'Please enter your address.'),
  /** Emails with the link to the documents, per application. */
  'send-documents': limit(
    6,
    hour,
    ({ wait }) => `We've sent your documents several times. Please wait ${wait} before you ask again.`,
  ),
  /** Emails that anyone can have sent by entering an address, per address and text budget, or per address that others want a link for. */
  'mail-to-address': mailsToAddress,
  /** Emails that an applicant whose phone was confirmed requests, per application and address. */
  'mail-to-applicant': mailsToAddress,
  /** Emails with a link to resume, per application; those that others request are counted apart. */
  'mail-link': limit(
    5,
    hour,
    ({ wait }) => `We've sent you several links. Please wait ${wait} before you ask for another.`,
  ),
  /** Leads submitted, per partner. */
  'hand-in-lead': limit(
    3000,
    hour,
    () => "You've sent too many leads this hour. Please continue in the next one.",
  ),
  /** Status requests about leads, per partner. */
  'read-lead': limit(
    20_000,
    hour,
    () => "You've requested too many leads this hour. Please continue in the next one.",
  ),
  /** Partner calls with a wrong key, per network address. */
  'wrong-key': limit(20, 10 * minute, () => "You've made too many calls with a wrong key."),
  /** Reports of use and of errors, per network address. */
  measure: limit(600, 10 * minute, () => "We've received too many reports from this connection."),
  /** Requests with reports of what a page's policy refused, per network address. */
  'report-violation': limit(60, 10 * minute, () => "We've received too many reports from this connection."),
  /** The same that are logged, from everywhere together. */
  'log-violation': limit(600, 10 * minute, () => 'Too many reports were logged.'),
  /** Links opened, per network address. */
  'open-link': limit(
    60,
    10 * minute,
    ({ wait }) => `You've opened too many links from this connection. Please wait ${wait}.`,
  ),
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

export class Limiter {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #most: (name: LimitName) => number;
  readonly #stopped: (name: LimitName) => void;
  readonly #usedUp: (name: LimitName) => void;

  constructor(services: {
    db: Db;
    clock: Clock;
    log: Log;
    metrics: Metrics;
    /** Multiplies every limit. */
    scale: number;
    textsPerHour: number;
  }) {
    const { scale, textsPerHour, log, metrics } = services;
    this.#db = services.db;
    this.#clock = services.clock;
    this.#most = (name) => {
      const { most, tenthsOfTexts: tenths, isFixed }: Limit = limits[name];
      if (isFixed) return most;
      return (tenths === undefined ? most : Math.floor((textsPerHour * tenths) / 10)) * scale;
    };
    this.#stopped = (name) => metrics.limited.inc({ limit: name });
    this.#usedUp = (name) => {
      const { alerts }: Limit = limits[name];
      if (alerts) log.error({ limit: name, most: this.#most(name) }, 'limit reached');
    };
  }

  /**
   * Counts one request, or the amount that it takes, in the window of `at`. Throws a `too-many` failure if that exceeds the limit.
   * `subject` must not be personal: hash it.
   */
  async spend(
    name: LimitName,
    subject: string,
    { at = this.#clock.now(), amount = 1 }: { readonly at?: Date; readonly amount?: number } = {},
  ): Promise<void> {
    const window = this.#windowOf(name, at);
    const row = await this.#db
      .insertInto('limit_count')
      .values({ key: `${name}:${subject}`, window_start: window, count: amount })
      .onConflict((conflict) =>
        conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql`limit_count.count + ${amount}` }),
      )
      .returning('count')
      .executeTakeFirstOrThrow();
    const most = this.#most(name);
    if (row.count === most) this.#usedUp(name);
    if (row.count <= most) return;
    this.#stopped(name);
    throw this.#refusal(name, window);
  }

  /** Throws like `spend` if nothing is left, and counts nothing. */
  async assertLeft(name: LimitName, subject: string): Promise<void> {
    if (!(await this.hasLeft(name, subject))) throw this.#refusal(name, this.#windowOf(name));
  }

  /** Like `assertLeft`, but returns false instead of throwing. */
  async hasLeft(name: LimitName, subject: string): Promise<boolean> {
    const row = await rowsOf(this.#db, 'limit_count', {
      key: `${name}:${subject}`,
      window_start: this.#windowOf(name),
    }).first(['count']);
    if (row === undefined || row.count < this.#most(name)) return true;
    this.#stopped(name);
    return false;
  }

  #refusal(name: LimitName, window: Date): Failure {
    const { seconds, message, securityEvent }: Limit = limits[name];
    const over = secondsAfter(window, seconds).getTime() - this.#clock.now().getTime();
    return new Failure([{ code: 'too-many', message }], Math.max(1, Math.ceil(over / 1000)), securityEvent);
  }

  /** Like `spend`, but returns false instead of throwing. */
  async trySpend(...request: Parameters<Limiter['spend']>): Promise<boolean> {
    try {
      await this.spend(...request);
      return true;
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }

  /** Reverses `spend`, for what turns out not to count. */
  async giveBack(name: LimitName, subject: string): Promise<void> {
    await this.#db
      .updateTable('limit_count')
      .set({ count: sql`limit_count.count - 1` })
      .where('key', '=', `${name}:${subject}`)
      .where('window_start', '=', this.#windowOf(name))
      .where('count', '>', 0)
      .execute();
  }

  #windowOf(name: LimitName, at = this.#clock.now()): Date {
    const { seconds } = limits[name];
    return new Date(Math.floor(at.getTime() / 1000 / seconds) * seconds * 1000);
  }
}
