// All rate limits. Counts are in the database, so that all processes share them.
import { sql } from 'kysely';
import { fillIn } from '#lender/public/fill-text.ts';
import { type Clock, secondsAfter } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { rowsOf } from '../db/rows.ts';
import { Failure, ifThrown, type SecurityEvent } from '../failure.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';

/** How many are allowed in each window of so many seconds, and the message for those who exceed it: `{wait}` is the window in words. */
type Limit = readonly [
  /** Tenths of `TEXTS_PER_HOUR`: those of all limits together are ten. */
  most: number | { readonly tenthsOfTexts: number },
  seconds: number,
  message: string,
  more?: {
    /** Using it up needs the operator's attention, so it is logged as an error, once in a window. */
    readonly alerts?: true;
    readonly securityEvent?: SecurityEvent;
    /** LIMIT_SCALE does not apply. */
    readonly isFixed?: true;
  },
];

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const tooManyForms = "We've received too many applications from this connection. Please try again in {wait}.";
const tooManyWrongCodes = "That's too many wrong codes for this phone. Please wait {wait}, or call us.";
const noTextsNow = "We can't send text codes right now. Please try again in an hour, or call us.";
const tooManyEmails = "We've sent many emails to this address today. Please try again tomorrow, or call us.";

const limits = {
  /** Forms submitted, per network address. */
  'submit-form': [30, hour, tooManyForms],
  /** Forms submitted while the captcha service does not respond, per network address. */
  'submit-form-without-captcha': [10, hour, tooManyForms],
  /** Forms submitted for one person, per text budget. Not for one SSN: others who have it would lock its owner out. */
  'submit-same-person': [
    10,
    day,
    "We've received this information several times today. Please try again tomorrow or call us.",
  ],
  /** Forms with an SSN of an earlier application, per text budget: names could be tried with it, so then no match is reported. */
  'disclose-known-ssn': [10, day, 'Someone tried this number several times today.'],
  /** Vehicles entered, per application: the service that values them charges for each. */
  'enter-vehicle': [20, day, 'You entered several vehicles today. Please try again tomorrow, or call us.'],
  /** Text codes sent, per application: a small share of a text budget, because it may text one new number after another. */
  'send-code': [5, hour, "We've sent {most} codes. Please wait {wait} before you ask for another."],
  /**
   * Text codes sent to one phone, across applications, per text budget: strangers' forms must not use up the texts of its owner. To the
   * confirmed phone of an application, per application: strangers could change to that phone.
   */
  'send-code-to-phone': [
    10,
    hour,
    "We've sent several codes to this phone. Please wait {wait} before you ask for another.",
  ],
  /** The same, in a day. */
  'send-code-to-phone-today': [
    30,
    day,
    "We've sent many codes to this phone today. Please try again tomorrow, or call us.",
  ],
  /** Text codes sent to a block of a thousand phones, per text budget. Fraudsters who earn by texts own such blocks. */
  'send-codes-to-block': [100, hour, noTextsNow, { alerts: true }],
  /** All text codes of each text budget. None can use up another's. */
  'send-codes-without-captcha': [{ tenthsOfTexts: 1 }, hour, noTextsNow, { alerts: true }],
  'send-codes-with-captcha': [{ tenthsOfTexts: 6 }, hour, noTextsNow, { alerts: true }],
  'send-codes-returning': [{ tenthsOfTexts: 3 }, hour, noTextsNow, { alerts: true }],
  /** Text codes checked, per application. */
  'check-code': [10, 10 * minute, "That's too many tries. Please wait {wait} and ask for a new code."],
  /** Wrong text codes for one phone, per application that has confirmed it. */
  'wrong-code': [10, hour, tooManyWrongCodes, { securityEvent: 'phone-locked' }],
  /**
   * The same before it is confirmed. Of the vendor's five checks a phone, a stranger's form must leave some to the form of its owner,
   * also where two windows meet.
   */
  'wrong-first-code': [2, 10 * minute, tooManyWrongCodes, { securityEvent: 'phone-locked', isFixed: true }],
  /** Maps of a branch drawn, per application and per network address: the service charges for each, and none may be stored. */
  'draw-map': [60, hour, "You've opened the map many times. Please wait {wait}, or call us."],
  /** Signing pages opened, per application: each uses up calls to the signature service. */
  'open-signing': [30, hour, "You've opened the documents many times. Please wait {wait}, or call us."],
  /** Bank link tokens created, per application. */
  'begin-bank-link': [
    20,
    hour,
    "You've started to connect a bank many times. Please wait {wait}, or call us.",
  ],
  /** Banks looked up that the cache does not have, per application. */
  'look-up-bank': [20, hour, "You've looked at many banks in the last hour. Please wait {wait}, or call us."],
  /** Banks linked, per application. */
  'link-bank': [10, hour, "You've connected several banks in the last hour. Please wait {wait}, or call us."],
  /** Verifications retried after a failure, per application. */
  'retry-verification': [10, hour, "We've tried several times. Please wait {wait}, or connect another bank."],
  /** Parts of documents uploaded, per application: about 150 MB a day. */
  'upload-part': [1200, day, 'You sent us many files today. Please try again tomorrow, or call us.'],
  /** Files refused, per application: reading them costs us more than sending them. */
  'refused-upload': [
    10,
    day,
    "We couldn't take {most} of your files today. Please bring your documents to your branch, or call us.",
  ],
  /** Seconds of the processor in which files are checked, per application. A photo takes one, and a PDF of twenty scans a few. */
  'upload-seconds': [
    120,
    day,
    'Your files took long to check today. Please bring your documents to your branch, or call us.',
  ],
  /** Calls booked or moved, per application. */
  'book-call': [
    20,
    day,
    'You changed your call many times today. Please call your branch to change it again.',
  ],
  /** Pages of documents looked at, per application: each is read from the whole file. */
  'view-upload': [1200, day, 'You looked at many pages today. Please try again tomorrow, or call us.'],
  /** Documents handed in, per application: each time sends an email. */
  'hand-in-uploads': [
    10,
    day,
    'You sent us documents several times today. Please try again tomorrow, or call us.',
  ],
  /** Unknown signing keys of webhooks looked up, per network address. */
  'webhook-key': [20, 10 * minute, 'Too many unknown keys.'],
  /** Uses in a day of one mail service signature that does not cover the content. Each attempt is signed again. */
  'mail-event': [1, day, 'This signature was used.', { isFixed: true }],
  /** Address suggestions, per network address. */
  'suggest-address': [300, 10 * minute, 'Please enter your address.'],
  /** Emails with the link to the documents, per application. */
  'send-documents': [
    6,
    hour,
    "We've sent your documents several times. Please wait {wait} before you ask again.",
  ],
  /** Emails that anyone can have sent by entering an address, per address and text budget, or per address that others want a link for. */
  'mail-to-address': [10, day, tooManyEmails],
  /** Emails that an applicant whose phone was confirmed requests, per application and address. */
  'mail-to-applicant': [10, day, tooManyEmails],
  /** Emails with a link to resume, per application; those that others request are counted apart. */
  'mail-link': [5, hour, "We've sent you several links. Please wait {wait} before you ask for another."],
  /** Leads submitted, per partner. */
  'hand-in-lead': [3000, hour, "You've sent too many leads this hour. Please continue in the next one."],
  /** Status requests about leads, per partner. */
  'read-lead': [20_000, hour, "You've requested too many leads this hour. Please continue in the next one."],
  /** Partner calls with a wrong key, per network address. */
  'wrong-key': [20, 10 * minute, "You've made too many calls with a wrong key."],
  /** Reports of use and of errors, per network address. */
  measure: [600, 10 * minute, "We've received too many reports from this connection."],
  /** Requests with reports of what a page's policy refused, per network address. */
  'report-violation': [200, 10 * minute, "We've received too many reports from this connection."],
  /** The same that are logged, from everywhere together. */
  'log-violation': [600, 10 * minute, 'Too many reports were logged.'],
  /** Links opened, per application. Of what is no link of ours, and of requests for a link, per network address. */
  'open-link': [60, 10 * minute, "You've opened too many links from this connection. Please wait {wait}."],
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

export function messageOf(name: LimitName): string {
  const [most, seconds, message]: Limit = limits[name];
  return fillIn(message, { most, wait: seconds === hour ? 'an hour' : `${seconds / minute} minutes` });
}

interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly config: Pick<Config, 'LIMIT_SCALE' | 'TEXTS_PER_HOUR'>;
}

export class Limiter {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Counts a request, or its amount. Throws a `too-many` failure over the limit. Hash a personal `subject`. */
  async spend(
    name: LimitName,
    subject: string,
    { at = this.#needs.clock.now(), amount = 1 }: { readonly at?: Date; readonly amount?: number } = {},
  ): Promise<void> {
    const window = this.#windowOf(name, at);
    const row = await this.#needs.db
      .insertInto('limit_count')
      .values({ key: `${name}:${subject}`, window_start: window, count: amount })
      .onConflict((conflict) =>
        conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql`limit_count.count + ${amount}` }),
      )
      .returning('count')
      .executeTakeFirstOrThrow();
    const most = this.#most(name);
    const [, , , more]: Limit = limits[name];
    if (row.count === most && more?.alerts) this.#needs.log.error({ limit: name, most }, 'limit reached');
    if (row.count <= most) return;
    this.#needs.metrics.limited.inc({ limit: name });
    throw this.#refusal(name, window);
  }

  /** Throws like `spend` if nothing is left, and counts nothing. */
  async assertLeft(name: LimitName, subject: string): Promise<void> {
    if (!(await this.hasLeft(name, subject))) throw this.#refusal(name, this.#windowOf(name));
  }

  async hasLeft(name: LimitName, subject: string): Promise<boolean> {
    const row = await rowsOf(this.#needs.db, 'limit_count', {
      key: `${name}:${subject}`,
      window_start: this.#windowOf(name),
    }).first(['count']);
    if (row === undefined || row.count < this.#most(name)) return true;
    this.#needs.metrics.limited.inc({ limit: name });
    return false;
  }

  #refusal(name: LimitName, window: Date): Failure {
    const [, seconds, , more]: Limit = limits[name];
    const over = secondsAfter(window, seconds).getTime() - this.#needs.clock.now().getTime();
    return new Failure(
      [{ code: 'too-many', message: messageOf(name) }],
      Math.max(1, Math.ceil(over / 1000)),
      more?.securityEvent,
    );
  }

  trySpend(...request: Parameters<Limiter['spend']>): Promise<boolean> {
    return this.spend(...request).then(
      () => true,
      ifThrown(Failure, () => false),
    );
  }

  /** Reverses `spend`, for what turns out not to count. */
  async giveBack(name: LimitName, subject: string, { at }: { readonly at: Date }): Promise<void> {
    await rowsOf(this.#needs.db, 'limit_count', {
      key: `${name}:${subject}`,
      window_start: this.#windowOf(name, at),
      count: { '>': 0 },
    }).update({ count: sql`limit_count.count - 1` });
  }

  #most(name: LimitName): number {
    const { LIMIT_SCALE: scale, TEXTS_PER_HOUR: texts } = this.#needs.config;
    const [most, , , more]: Limit = limits[name];
    if (typeof most === 'object') return Math.floor((texts * most.tenthsOfTexts) / 10) * scale;
    return more?.isFixed ? most : most * scale;
  }

  #windowOf(name: LimitName, at = this.#needs.clock.now()): Date {
    const [, seconds] = limits[name];
    return new Date(Math.floor(at.getTime() / 1000 / seconds) * seconds * 1000);
  }
}
