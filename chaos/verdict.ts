// Judges a run by the vendors' books and the product's database: what was lost, done twice, left unfinished or not notified of.
import type { StateName } from '#server/journey/chart.ts';
import type { Applicant } from './applicant.ts';
import type { Records } from './database.ts';
import { type Books, isCode, type Mail } from './sandbox-books.ts';

type Applied = Pick<
  Applicant,
  'planned' | 'applicationId' | 'lastScreen' | 'hasSigned' | 'isDone' | 'requested'
>;

export const ends = ['funded', 'declined', 'held', 'ended'] as const;
/** `held`: the lender's staff continue it. `ended`: by the applicant, or by policy. */
type End = (typeof ends)[number];

export interface Problem {
  readonly kind: 'lost' | 'doubled' | 'stuck' | 'unnotified';
  readonly applicant: number;
  readonly what: string;
}

export type PersonalBooks = ReturnType<typeof booksOf>;
export type Verdict = ReturnType<typeof judge>;

const isAnswer = (body: string) => body.includes('We have an update on your loan application');
/** For the offers, the bank's answer and the final answer. */
const waits = 3;

const decided = 'Our decision on your loan application';
const held = 'We need a little more time';
const unresolved = "We're checking on your credit report";
const byBranch = 'Your branch will help you with your loan application';

/**
 * The states in which an application may be left, and the subject of the email that notifies its applicant. An applicant stops in no
 * other one: a run that ends so is stuck.
 */
const finalStates: { readonly [State in StateName]?: { readonly end: End; readonly notified: string } } = {
  VEHICLE_NEEDED: { end: 'held', notified: 'Tell us about your vehicle' },
  HELD: { end: 'held', notified: held },
  REJECTED: { end: 'declined', notified: decided },
  STEP_UP: { end: 'held', notified: 'We need to check your information with you' },
  DECLINED: { end: 'declined', notified: decided },
  OUT_OF_TRADE_AREA: { end: 'declined', notified: decided },
  WITHDRAWN: { end: 'ended', notified: 'You withdrew your loan application' },
  NOT_VERIFIED: { end: 'held', notified: "We couldn't verify everything with your bank" },
  APPROVAL_UNRESOLVED: { end: 'held', notified: unresolved },
  APPROVAL_HELD: { end: 'held', notified: held },
  LEFT_TO_BRANCH: { end: 'held', notified: byBranch },
  APPROVAL_REFERRED: { end: 'held', notified: byBranch },
  APPROVAL_FAILED: { end: 'held', notified: byBranch },
  APPROVAL_DECLINED: { end: 'declined', notified: decided },
  APPROVAL_REJECTED: { end: 'declined', notified: decided },
  SIGNED_HELD: { end: 'held', notified: held },
  VEHICLE_UNPROVEN: { end: 'held', notified: "Send us your vehicle's papers to get your money" },
  SIGNED: { end: 'funded', notified: 'Your signed loan documents' },
  DONE: { end: 'funded', notified: 'Your signed loan documents' },
  SIGNING_DECLINED: { end: 'ended', notified: "Your loan documents aren't signed" },
};

/** Emails that may come more than once: those requested, and those about each score and each outage. Any other comes once. */
const repeatable: readonly { readonly subject: string; readonly times: (applied: Applied) => number }[] = [
  { subject: 'We saved your loan application', times: () => 2 },
  { subject: "We couldn't read your bank account", times: () => 3 },
  { subject: 'Your link to finish your application', times: ({ requested }) => requested.links },
  { subject: 'Your link to your application', times: ({ requested }) => requested.links },
  { subject: 'Your loan documents are ready to sign', times: ({ requested }) => requested.documents },
  // Person 28's hard pull has another score, and each score that was used is disclosed.
  { subject: 'Your credit score and what it means', times: ({ planned }) => (planned.person === 28 ? 2 : 1) },
];

export function judge(applied: Applied, books: Books, records: Records) {
  const { planned, applicationId } = applied;
  const own = booksOf(applied, books);
  const state = applicationId === undefined ? undefined : records.states.get(applicationId);
  const final = state && finalStates[state];
  const found: [Problem['kind'], string][] = [];

  const once = {
    'hard pulls': own.hard,
    envelopes: own.envelopes,
    loans: own.loans,
    'ACH credits': own.credits,
  };
  for (const [what, count] of Object.entries(once))
    if (count > 1) found.push(['doubled', `${count} ${what}`]);
  for (const [subject, count] of countsOf(own.mails.map((mail) => subjectOf(mail)))) {
    const allowed = repeatable.find((email) => email.subject === subject)?.times(applied) ?? 1;
    if (count > allowed) found.push(['doubled', `${count} emails "${subject}", ${allowed} expected`]);
  }
  if (own.codes > applied.requested.codes)
    found.push(['doubled', `${own.codes} text codes, ${applied.requested.codes} requested`]);

  // One text about a decision for each long wait.
  for (const [body, count] of countsOf(own.news))
    if (count > (isAnswer(body) ? waits : 1)) found.push(['doubled', `${count} texts "${body}"`]);

  if (state === undefined) found.push(['lost', `no application after the screen ${applied.lastScreen}`]);
  if (final?.end === 'funded') {
    for (const [what, count] of Object.entries({ ...once, signatures: own.signed }))
      if (count === 0 && !(paidAfterAccount.has(what) && waitsForAccount(own)))
        found.push(['lost', `no ${what}`]);
  } else if (applied.hasSigned && state !== 'SIGNED_HELD' && state !== 'VEHICLE_UNPROVEN')
    found.push(['lost', `signed, but the application is ${state}`]);
  if (state === 'DECISION_FAILED') found.push(['lost', 'the decision was given up']);

  const isStuck =
    state !== undefined && state !== 'DECISION_FAILED' && (final === undefined || !applied.isDone);
  if (isStuck) found.push(['stuck', `${state}, at the screen ${applied.lastScreen}`]);
  const jobs = records.unfinished.filter((work) => work.applicationId === applicationId);
  if (jobs.length > 0) found.push(['stuck', `unfinished: ${jobs.map(({ job }) => job).join(', ')}`]);

  const isNotified = own.mails.some((mail) => subjectOf(mail) === final?.notified);
  if (state !== undefined && !isStuck && !isNotified)
    found.push(['unnotified', `${state}; emails: ${own.mails.map(subjectOf).join(', ') || 'nothing'}`]);
  return {
    end: final?.end,
    state,
    books: own,
    problems: found.map(([kind, what]): Problem => ({ kind, applicant: planned.number, what })),
  };
}

function booksOf({ planned, applicationId }: Applied, books: Books) {
  const pulls = books.pulls.filter(({ ssn }) => ssn === planned.ssn);
  const envelopes = books.envelopes.filter(({ to, status }) => to === planned.email && status !== 'voided');
  const loans = books.loans.filter(({ idempotencyKey }) => idempotencyKey === applicationId);
  const ids = loans.map(({ id }) => id.slice(-15).toUpperCase());
  const texts = books.texts.filter(({ to }) => to === planned.phone);
  const bodies = texts.map(({ body }) => body);
  return {
    soft: pulls.filter(({ kind }) => kind === 'soft').length,
    hard: pulls.filter(({ kind }) => kind === 'hard').length,
    envelopes: envelopes.length,
    signed: envelopes.filter(({ status }) => status === 'completed').length,
    loans: loans.length,
    // The micro-entries that confirm an account are under a dollar.
    credits: books.entries.filter(({ individualId, amount }) => ids.includes(individualId) && amount >= 100)
      .length,
    mails: books.mails.filter(({ to }) => to === planned.email),
    texts: texts.length,
    /** Codes of different digits. */
    codes: new Set(bodies.filter(isCode)).size,
    /** The bodies of the other texts. */
    news: bodies.filter((body) => !isCode(body)),
  };
}

/** The core system books a loan once the account for its funds is valid. */
const paidAfterAccount: ReadonlySet<string> = new Set(['loans', 'ACH credits']);

function waitsForAccount({ mails }: PersonalBooks): boolean {
  return mails.some(({ subject }) =>
    /^(Two small deposits are on their way|We're confirming your account|We need another account)/.test(
      subject,
    ),
  );
}

/** Without the lender's name after it. */
const subjectOf = ({ subject }: Mail) => subject.replace(/ – .*/, '');

function countsOf(subjects: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const subject of subjects) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  return counts;
}

/** "7: web-1 3, postgres 4". */
export function listOf(names: readonly string[]): string {
  const parts = [...countsOf(names)].sort().map(([name, count]) => `${name} ${count}`);
  return parts.length === 0 ? '0' : `${names.length}: ${parts.join(', ')}`;
}
