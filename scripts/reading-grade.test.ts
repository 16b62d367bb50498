// Our own wording reads at grade 8 or lower. Not measured: wording that is fixed for us, consents, legal texts and model forms.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { consents } from '#contract/consents.ts';
import { screenNames } from '#contract/screens.ts';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { loadLender } from '#lender/load.ts';
import { type Email, layOut } from '../server/src/wording/email-layout.ts';
import * as emails from '../server/src/wording/emails.ts';
import * as loanEmails from '../server/src/wording/loan-emails.ts';
import * as noticeEmails from '../server/src/wording/notice-emails.ts';
import { stateEmail, stateEmailNames } from '../server/src/wording/state-emails.ts';
import { stateLines } from '../web/src/dev/state-text.ts';
import { screenStates } from '../web/src/dev/states.ts';
import { readingOf, sentencesOf } from './reading-grade.ts';

const highest = 8;
/** Fewer words say too little about how hard a text is. */
const fewest = 50;

const straight = (words: string) => words.replaceAll('’', "'");
const fixed: ReadonlySet<string> = new Set(
  [
    ...Object.values(consents).map(({ statement }) => statement),
    'Congratulations! You are prequalified. Get approved in one click.',
    'Unfortunately the system is offline for evening maintenance at this time.',
    'Please come back at 6:30am EST to continue online.',
    "We're sorry but we are not able to proceed with your online loan at this time. Let's chat.",
    'Success! Your loan request has been approved.',
    'How would you like to deposit your funds?',
    'Success! Your account is connected.',
    "Let's complete your loan documents.",
    'Your loan documents are ready to sign. Please check your email.',
    'Hmmm. Are you sure you entered the right amount? We are looking for annual income.',
    'We are experiencing an issue submitting your request. Please resubmit to continue.',
    'There was an error verifying your phone number. Please try again.',
    'There was an error generating the verification code.',
    'The verification code has been resent.',
    "Sorry, we were not able to automatically process your loan request. Let's chat.",
    "We're sorry but we're having trouble processing your loan request at this time.",
    'We have already received your information from our website or through one of our partners.',
    'Sorry, this email address validation link is not valid.',
    'Sorry, this documents link has expired.',
    'Sorry, we do not have any loan offers available for you at this time.',
    'Sorry, we are not able to approve your application at this time.',
    'Sorry, we do not currently have a branch in your area.',
    'Oops! It looks like you did not digitally sign your loan documents.',
    'Your session with DocuSign has timed out.',
    "Sorry, we were not able to automatically verify your information. Let's chat.",
    'We were unable to verify your information automatically.',
    'A 256-bit SSL encrypted connection keeps your information safe.',
  ].flatMap(sentencesOf),
);
const ours = (sentences: readonly string[]) => sentences.map(straight).filter((one) => !fixed.has(one));

/** Lists the hardest sentences, so that a failure shows which one to simplify. */
function mustReadEasily(sentences: readonly string[]): void {
  const { words, grade } = readingOf(sentences);
  if (words < fewest || grade <= highest) return;
  const hardest = [...sentences].sort((a, b) => readingOf([b]).grade - readingOf([a]).grade).slice(0, 5);
  expect.fail(`Grade ${grade.toFixed(1)}. Hardest:\n${hardest.join('\n')}`);
}

it('the grade of a text rises with long sentences and long words', () => {
  expect(readingOf(['The cat sat on the mat.']).grade).toBeCloseTo(-1.45, 2);
  const hard = 'Prequalification necessitates authorization of consumer reporting agency inquiries.';
  expect(readingOf([hard]).grade).toBeGreaterThan(20);
});

it.each(
  screenNames.filter((name) => name !== 'legal'),
)('a screen reads at grade 8 or lower: %s', async (name) => {
  onTestFinished(() => void vi.unstubAllGlobals());
  // Two screens read the address they were opened with.
  const location = { href: 'https://lender.example/', search: '' };
  vi.stubGlobal('window', { history: { state: null }, location });
  const said = new Set<string>();
  for (const state of screenStates) {
    if (state.screen !== name || state.replies?.some(([, reply]) => reply === 'never')) continue;
    for (const sentence of ours((await stateLines(state)).flatMap(sentencesOf))) said.add(sentence);
  }
  mustReadEasily([...said]);
});

const wordingOf = (file: string) => literalsIn(readFileSync(file, 'utf8')).map(straight);
const folder = 'web/src/wording';
const ofServer =
  'emails history-text loan-emails notice-emails plain-reasons error-messages state-emails status-text texts';
const wordingFiles = [
  ...readdirSync(folder)
    .filter((file) => !file.includes('.test.'))
    .map((file) => `${folder}/${file}`),
  ...ofServer.split(' ').map((name) => `server/src/wording/${name}.ts`),
];

describe('the wording of a part of the product, with its dialogs and errors', () => {
  it.each(wordingFiles)('%s reads at grade 8 or lower', (file) => {
    mustReadEasily(ours(wordingOf(file).flatMap(sentencesOf)));
  });

  it.each(wordingFiles)('%s speaks with contractions, in sentences of at most 24 words', (file) => {
    const stiff =
      /\b(?:are|can|could|did|[Dd]o|does|had|has|have|is|should|was|were|will|would) not\b|\b[Cc]annot\b|\b(?:it|that|they|we|you) will\b|(?:^|[.?!] )(?:It is|There is|They are|We are|You are)\b/;
    const all = wordingOf(file);
    const isFixed = (one: string) => [...fixed].some((words) => one.includes(words) || words.startsWith(one));
    expect(all.filter((one) => stiff.test(one) && !isFixed(one))).toEqual([]);
    expect(ours(all.flatMap(sentencesOf)).filter((one) => readingOf([one]).words > 24)).toEqual([]);
  });
});

/** The texts in a file of wording. What is filled in counts as one short word. */
const literalsIn = (source: string) =>
  [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, single, double, template]) =>
      (single ?? double ?? template ?? '').replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}|\{\w+\}/g, 'X'),
  );

describe('an email reads at grade 8 or lower', () => {
  const lender = loadLender();
  const day = isoDate('2026-03-31');
  const link = 'https://lender.example/link';
  const about = {
    link,
    days: 14,
    resume: { link, days: 14 },
    applyLink: link,
    unsubscribeLink: link,
    endsApproval: true,
    expires: new Date('2026-03-01T12:00:00Z'),
    offersEnd: day,
    goodThrough: day,
    answerBy: day,
    documentsBy: day,
    arriveOn: day,
    paidOn: day,
    date: day,
    most: cents(1_500_000),
    amount: cents(18_360),
    payment: cents(18_360),
    statusLink: link,
    documentsLink: link,
    resumeLink: link,
    isMailed: true,
    scoreNotice: { link, days: 60 },
    promise: { amount: 500_000, mask: '0000', arrivesOn: '2026-03-05' },
    terms: ['A loan of $6,000.'],
    missing: ['Choose an offer.'],
    mask: '4321',
    kinds: ['photo-id', 'bill'],
    branch: lender.branches[0],
    at: new Date('2026-03-02T17:30:00Z'),
    timeZone: 'America/Denver',
  };
  type Write = (...given: unknown[]) => Email;
  const written = (name: string, write: Write, ...variants: readonly object[]) =>
    (variants.length === 0 ? [{}] : variants).map(
      (variant) =>
        [[name, ...Object.values(variant)].join(': '), write({ ...about, ...variant }, lender)] as const,
    );

  const variants: Readonly<Record<string, readonly object[]>> = {
    changeEmail: [{ what: 'phone' }, { what: 'deposit' }, { what: 'email' }],
    autopayStoppedEmail: [{ reason: 'account' }, { reason: 'borrower' }, { reason: 'lender' }],
  };
  const { accountUpdates, accountUpdateEmail, ...loanWriters } = loanEmails;
  const all = [
    ...Object.entries({ ...emails, ...noticeEmails, ...loanWriters }).flatMap(([name, write]) =>
      written(name, write as Write, ...(variants[name] ?? [])),
    ),
    ...accountUpdates.map((update) => [update, accountUpdateEmail(update, about)] as const),
    ...stateEmailNames.map((name) => [name, stateEmail(name, about, lender)] as const),
  ];

  it.each(all)('%s', (_, email) => {
    const { subject, text } = layOut(email, 'Alex', lender, '');
    const [body = ''] = text.split('\n\n--\n\n');
    const lines = body.split('\n').filter((line) => !line.includes('://'));
    mustReadEasily(ours([`${subject.split(' – ')[0]}.`, ...lines.flatMap(sentencesOf)]));
  });
});
