import { expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { loadLender } from '#lender/load.ts';
import { type Email, layOut } from './email-layout.ts';
import * as mails from './emails.ts';
import * as noticeMails from './notice-emails.ts';
import { stateEmail } from './state-emails.ts';

const lender = loadLender();
const laidOut = (email: Email) => layOut(email, 'Alex', lender, 'https://apply.example.com');
const about = {
  link: 'https://lender.example/link',
  documentsLink: 'https://lender.example/documents',
  resumeLink: 'https://lender.example/link',
  isMailed: true,
  canContinue: true,
  hasAnswer: true,
  days: 14,
  hasEnded: true,
  applyLink: 'https://lender.example/' as const,
  expires: new Date('2026-03-01T12:00:00Z'),
  unsubscribeLink: 'https://lender.example/unsubscribe',
  isApproved: false,
  most: cents(1_500_000),
  date: isoDate('2026-03-31'),
  amount: cents(500_000),
  statusLink: 'https://lender.example/status',
  goodThrough: isoDate('2026-03-31'),
  answerBy: isoDate('2026-03-31'),
  terms: ['A loan of $6,000.'],
  missing: ['Choose an offer.'],
  isSigned: true,
  what: 'deposit' as const,
  kinds: ['pay-stub' as const],
  branch: { name: 'Sandy', phone: '8015550100' },
  at: new Date('2026-03-02T17:30:00Z'),
  timeZone: 'America/Denver',
  call: { by: new Date('2026-03-04T00:30:00Z'), timeZone: 'America/Denver' },
  promise: {
    amount: cents(500_000),
    arrivesOn: '2026-11-24',
    signBy: '2026-11-23T22:00:00Z',
    timeZone: 'America/Denver',
  },
};

it.each(
  Object.values({ ...mails, ...noticeMails }).map((write) => [write.name, write] as const),
)('%s greets by name, and begins every sentence with a capital letter', (_, write) => {
  const { text } = laidOut(write(about, lender));
  const [greeting, ...paragraphs] = text.split('\n\n--\n\n')[0]?.split('\n\n') ?? [];
  expect(greeting).toBe('Hello Alex,');
  expect(paragraphs.length).toBeGreaterThan(0);
  for (const sentence of paragraphs.flatMap((paragraph) => paragraph.split(/(?<=[.?!]) /)))
    expect(sentence).toMatch(/^(- )?[A-Z]/);
});

it('the day and hour by which the branch calls stand beside the span that the lender advertises', () => {
  for (const mail of [
    mails.uploadsReceivedEmail(about, lender),
    noticeMails.signedDocumentsEmail(about, lender),
  ])
    expect(laidOut(mail).text).toContain(
      'within 24 to 48 hours, by 5:30 pm Mountain time on Tuesday, March 3',
    );
});

it('the documents mail has the amount, the time zone of its link’s end, the phone, its amount large, and its address in the text part alone', () => {
  const { text, html } = laidOut(mails.documentsEmail(about, lender));
  expect(text).toContain('(works until 5 am Mountain time on Sunday, March 1)');
  expect(text).toContain('Questions? Call us at (801) 555-0100.');
  expect(text).toContain('your loan of $5,000.');
  expect(html).toMatch(/font:700 40px[^>]*>\$5,000<\/span>/);
  expect(html.match(/https:\/\/lender.example\/link/g)).toHaveLength(1);
});

it('the documents mail promises the day of the money, and the usual span where none can be promised', () => {
  expect(laidOut(mails.documentsEmail(about, lender)).text).toContain(
    "You'll have $5,000 in your account by Tuesday, November 24, if you sign by 3 pm Mountain time on Monday, November 23.",
  );
  const expected = 'Funds arrive in 2 to 3 business days after you sign and your account is confirmed.';
  expect(laidOut(mails.documentsEmail({ ...about, promise: undefined }, lender)).text).toContain(expected);
  const promise = { amount: cents(750_000), mask: '0000' };
  const { text } = laidOut(mails.documentsEmail({ ...about, promise }, lender));
  expect(text).toContain('Have your insurance card or declarations page ready.');
  expect(text).not.toMatch(/if you sign by|business days/);
});

it('what is offered instead, and what is missing, are lists', () => {
  const terms = ['A loan of $6,000.', '48 payments.'];
  const { text, html } = laidOut(noticeMails.counterofferEmail({ ...about, terms }));
  expect(text).toContain("Here's what we can offer:\n\n- A loan of $6,000.\n- 48 payments.\n\n");
  expect(html.match(/<li /g)).toHaveLength(2);
  expect(laidOut(noticeMails.incompleteEmail(about)).text).toContain('- Choose an offer.');
});

it('a denial offers its notice on paper only where no letter is on its way', () => {
  const offer = 'Want the notice on paper?';
  const letter = "We're also mailing it to you on paper.";
  const { text: mailed } = laidOut(noticeMails.adverseActionEmail(about, lender));
  expect([mailed.includes(letter), mailed.includes(offer)]).toEqual([true, false]);
  const { text: emailed } = laidOut(noticeMails.adverseActionEmail({ ...about, isMailed: false }, lender));
  expect([emailed.includes(letter), emailed.includes(offer)]).toEqual([false, true]);
});

it('a present borrower gets a link to the customer portal, and an email without a resume link opens no application', () => {
  const { text } = laidOut(stateEmail('present-borrower', { resume: undefined }, lender));
  expect(text).toContain(`Log in to my account: ${lender.brand.customerPortal}`);
  expect(laidOut(stateEmail('delayed', { resume: undefined }, lender)).text).not.toContain('See my');
});
