// The emails of an application that goes from the form to its money without a stop.
import { beforeAll, expect, it } from 'vitest';
import { instantOf } from '#lender/zoned-time.ts';
import { notifyMoneySent } from '#server/funding/jobs.ts';
import { enqueueDueNotices } from '#server/notices/due.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { approvalDecidedAs } from './journeys.ts';
import { confirmEmail } from './leads.ts';
import { authorizeAutopay, writtenPayment } from './payouts.ts';
import { chooseDeposit, emailedLink, sendDocuments, signHere } from './receive-funds.ts';
import { jobsEnded, longWaits } from './waits.ts';
import { eventually, type Mail, openWorld } from './world.ts';

/** From the form to the money, in the order in which they arrive. */
const toTheMoney = [
  'Confirm your email address',
  'Your loan offers are ready',
  'Your loan documents are ready to sign',
  'Your signed loan documents',
  'We sent your money',
];
/** Regulation E requires a copy for those who set up automatic payments (12 CFR 1005.10(b)). */
const ofAutopay = 'Your autopay authorization';
/** A page that made the applicant wait for one of these jobs promised an email. */
const promised: Readonly<Record<string, string>> = {
  'verify-from-bank': 'Your bank confirmed your information',
  'decide-approval': 'Your loan application is approved',
};

const world = openWorld({ onBankingMorning: true });
let mails: readonly Mail[];

const mailsTo = async (email: string) => (await world.mailTo(email)).reverse();
const subjectOf = ({ subject }: Mail) => subject.replace(/ – .*/, '');
const arrived = (email: string, subject: string) =>
  eventually(async () => (await mailsTo(email)).find((mail) => subjectOf(mail) === subject));
const amount = /\$[\d,]+/;
const day = /(?:January|February|March|April|May|June|July|August|September|October|November|December) \d+/;

beforeAll(async () => {
  const { browser, sent } = await approvalDecidedAs(world, 1, 1, { loanAmount: 5000 });
  const email = sent.email as string;
  await confirmEmail(world, browser, email);
  await chooseDeposit(browser);
  await sendDocuments(browser, email);
  await emailedLink(world, email);
  const id = await signHere(browser);
  await arrived(email, 'Your signed loan documents');
  await eventually(async () => (await browser.journey()).links.autopay);
  expect((await authorizeAutopay(browser)).statusCode).toBe(200);
  await arrived(email, ofAutopay);
  await moneySent(id);
  await arrived(email, 'We sent your money');
  // What was left undone would be sent by now.
  world.clock.advance(20 * 60_000);
  await enqueueDueNotices(world.services);
  await jobsEnded(world);
  const late = (await longWaits(world, id)).map((job) => promised[job]);
  mails = (await mailsTo(email)).filter((mail) => !late.includes(subjectOf(mail)));
});

async function moneySent(id: ApplicationId) {
  const { lender } = world.services;
  const paid = await writtenPayment(world, id);
  const closes = instantOf(lender.brand.hours.timeZone, paid.file_day, lender.funding.cutoff).getTime();
  world.clock.advance(closes + 16 * 60_000 - world.clock.now().getTime());
  await notifyMoneySent(world.services);
}

it('an applicant gets five emails, and one more if they set up automatic payments', () => {
  const all = mails.map(subjectOf);
  expect(all.filter((one) => one !== ofAutopay)).toEqual(toTheMoney);
  expect(all).toHaveLength(6);
});

it('each email has the first name once the address is confirmed, the amount and the day', () => {
  for (const mail of mails) {
    const greeting = mail === mails[0] ? 'Hello there,' : /^Hello (Alex|there),/;
    expect(mail.text).toMatch(greeting);
    expect(mail.text, mail.subject).toMatch(amount);
    expect(mail.text, mail.subject).toMatch(day);
  }
  expect(mails.slice(2).map(({ text }) => text.split('\n')[0])).toEqual(Array(4).fill('Hello Alex,'));
});

it('each email has one button, links that fit on a line, and a dark scheme', () => {
  for (const { subject, html, text } of mails) {
    expect(html.match(/class="button"/g), subject).toHaveLength(1);
    // No address that opens an application is in plain sight.
    expect(html.replaceAll(/<[^>]*>/g, ''), subject).not.toMatch(/https?:/);
    for (const link of text.match(/https?:\S+/g) ?? [])
      expect(link.length - world.config.publicUrl.length, link).toBeLessThanOrEqual(100);
    for (const part of ['name="color-scheme" content="light dark"', '@media (prefers-color-scheme:dark)'])
      expect(html).toContain(part);
  }
});

it('no two emails have a sentence in common, besides the greeting and the footer', () => {
  const sentences = mails.flatMap(({ text }) => {
    const paragraphs = text.split('\n\n--\n\n')[0]?.split('\n\n').slice(1) ?? [];
    return paragraphs.flatMap((paragraph) => paragraph.split(/(?<=[.?!]) /));
  });
  expect(sentences.filter((one, at) => sentences.indexOf(one) !== at)).toEqual([]);
});
