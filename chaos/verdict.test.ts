import { describe, expect, it } from 'vitest';
import type { StateName } from '#server/journey/chart.ts';
import { planOf } from './plan.ts';
import type { Books } from './sandbox-books.ts';
import { judge } from './verdict.ts';

const [planned] = planOf({ applications: 1, kills: 0, seed: 1, isClustered: false }).applicants;
if (planned === undefined) throw new Error('The plan is empty.');
const { ssn, email, phone } = planned;
const applicationId = 'a-1';

const applied = {
  planned,
  applicationId,
  lastScreen: 'success',
  hasSigned: true,
  isDone: true,
  requested: { codes: 1, links: 0, documents: 1 },
};

const mail = (...subjects: string[]) =>
  subjects.map((subject, at) => ({ id: `m-${at}`, to: email, subject: `${subject} – Branchline`, text: '' }));
const loan = { id: 'loan-1', idempotencyKey: applicationId };
const credit = { individualId: 'LOAN-1', amount: 500_000 };
const text = { id: 't-1', to: phone, body: 'Your code is 123456.' };
const news = { id: 't-2', to: phone, body: 'Your money is on its way.' };
const envelope = { id: 'e-1', to: email, status: 'completed' };

/** Everything once, as after an undisturbed application. */
const funded: Books = {
  texts: [text, news],
  mails: mail('Your loan documents are ready to sign', 'Your signed loan documents'),
  pulls: [
    { ssn, kind: 'soft' },
    { ssn, kind: 'hard' },
  ],
  envelopes: [envelope],
  loans: [loan],
  entries: [credit, { individualId: 'LOAN-1', amount: 12 }],
};
const declined: Books = {
  ...funded,
  mails: mail('Our decision on your loan application'),
  pulls: [{ ssn, kind: 'soft' }],
  envelopes: [],
  loans: [],
  entries: [],
};

/** The verdict on the applicant with the application in the state, and with these jobs unfinished. */
const judged = (
  books: Books,
  state: StateName | undefined,
  changes: Partial<typeof applied> = {},
  jobs: string[] = [],
) =>
  judge({ ...applied, ...changes }, books, {
    states: new Map(state === undefined ? [] : [[applicationId, state]]),
    unfinished: jobs.map((job) => ({ applicationId, job })),
    unresolved: new Set(),
  });
const problemsOf = (...situation: Parameters<typeof judged>) =>
  judged(...situation).problems.map(({ kind, what }) => `${kind}: ${what}`);
const unsigned = { hasSigned: false };

describe('the verdict on an application', () => {
  it('finds nothing where everything was done and notified once', () => {
    expect(judged(funded, 'DONE')).toMatchObject({ end: 'funded', problems: [] });
    expect(judged(declined, 'DECLINED', unsigned)).toMatchObject({ end: 'declined', problems: [] });
  });

  it.each<[string, Partial<Books>]>([
    ['2 hard pulls', { pulls: [...funded.pulls, { ssn, kind: 'hard' }] }],
    ['2 envelopes', { envelopes: [envelope, { ...envelope, id: 'e-2' }] }],
    ['2 ACH credits', { entries: [credit, credit] }],
    [
      '2 emails "Your signed loan documents", 1 expected',
      { mails: [...funded.mails, ...mail('Your signed loan documents')] },
    ],
    ['2 texts "Your money is on its way."', { texts: [text, news, { ...news, id: 't-3' }] }],
    ['2 text codes, 1 requested', { texts: [text, { ...text, id: 't-3', body: 'Your code is 654321.' }] }],
  ])('finds %s', (what, changes) => {
    expect(problemsOf({ ...funded, ...changes }, 'DONE')).toEqual([`doubled: ${what}`]);
  });

  it('takes a voided envelope, a code sent again and an email requested twice as they are meant', () => {
    const links = ['Your link to finish your application', 'Your link to your application'];
    const books = {
      ...funded,
      envelopes: [envelope, { ...envelope, id: 'e-2', status: 'voided' }],
      texts: [text, { ...text, id: 't-3' }, news],
      mails: [...funded.mails, ...mail(...links, ...links)],
    };
    const requested = { codes: 1, links: 2, documents: 1 };
    expect(problemsOf(books, 'DONE', { requested })).toEqual([]);
  });

  it.each<[string, Partial<Books>]>([
    ['no hard pulls', { pulls: [{ ssn, kind: 'soft' }] }],
    ['no envelopes', { envelopes: [] }],
    ['no ACH credits', { entries: [] }],
  ])('finds a funded application with %s', (what, changes) => {
    expect(problemsOf({ ...funded, ...changes }, 'DONE')).toContain(`lost: ${what}`);
  });

  it('finds a form, a signature and a decision that were lost', () => {
    expect(problemsOf(declined, undefined)).toContain('lost: no application after the screen success');
    expect(problemsOf(declined, 'DECLINED')).toEqual(['lost: signed, but the application is DECLINED']);
    expect(problemsOf(declined, 'DECISION_FAILED', unsigned)).toContain('lost: the decision was given up');
  });

  it('lets the credit wait for an account whose owner knows that it waits', () => {
    const mails = [...funded.mails, ...mail('Two small deposits are on their way to your account')];
    expect(problemsOf({ ...funded, entries: [], mails }, 'DONE')).toEqual([]);
  });

  it('finds what is stuck: an application, its applicant, or its jobs', () => {
    expect(problemsOf(declined, 'APPROVING', unsigned)).toEqual(['stuck: APPROVING, at the screen success']);
    expect(problemsOf(funded, 'DONE', { isDone: false })).toEqual(['stuck: DONE, at the screen success']);
    expect(problemsOf(funded, 'DONE', {}, ['fund-loan'])).toEqual(['stuck: unfinished: fund-loan']);
  });

  it('finds applicants who were not notified', () => {
    const mails = mail('Your loan offers are ready');
    const unresolved = problemsOf({ ...declined, mails }, 'APPROVAL_UNRESOLVED', unsigned);
    expect(unresolved).toEqual(['unnotified: APPROVAL_UNRESOLVED; emails: Your loan offers are ready']);
    const held = problemsOf({ ...declined, mails: [] }, 'HELD', unsigned);
    expect(held).toEqual(['unnotified: HELD; emails: nothing']);
  });
});
