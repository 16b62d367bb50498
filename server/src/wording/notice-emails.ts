// The emails that lead to a document: they name it, and its link opens it behind the text code. The document itself never travels by
// email (16 CFR 314.4(c)(3)).
import type { IsoDate } from '#finance/dates.ts';
import { spanText } from '#lender/advertised.ts';
import type { Lender } from '#lender/load.ts';
import { longDate, phoneText } from '../pdf/format.ts';
import { aboutLink, type Block, type EmailContent, mail } from './email-layout.ts';
import { type Withdrawn, withdrawalText } from './withdrawal-receipt.ts';

export interface NoticeEmail {
  readonly firstName: string;
  /** Opens the applicant's documents. */
  readonly documentsLink: string;
  /** Opens the application where it stands. */
  readonly resumeLink: string;
  /** How many days the links work. */
  readonly days: number;
  /** The document goes by letter too. */
  readonly isMailed: boolean;
}

/** The button that opens the documents, after the next step if the applicant has one. */
function openDocument(
  { documentsLink, resumeLink, days, isMailed }: NoticeEmail,
  button: string,
  nextStep?: string,
): readonly Block[] {
  return [
    ...(nextStep === undefined ? [] : [{ button: nextStep, href: resumeLink }]),
    { button, href: documentsLink },
    ...(isMailed ? [{ paragraph: "We're also mailing it to you on paper." }] : []),
    { paragraph: aboutLink(days) },
  ];
}

const readNotice = 'Read my notice';
const call = ({ brand }: Lender) => phoneText(brand.phones.customerService);

export function adverseActionEmail(
  lender: Lender,
  about: NoticeEmail & {
    /** The decision ends an approval. */
    readonly endsApproval?: boolean;
    /** A link opens the answer online, with what the applicant can do next. */
    readonly hasAnswer: boolean;
  },
): EmailContent {
  return mail(lender, 'Our decision on your loan request', [
    { paragraph: `Hello ${about.firstName},` },
    {
      paragraph: `Thank you for asking ${lender.brand.name} for a loan. We've made a decision on your request. Your notice explains what we decided and why.`,
    },
    ...(about.endsApproval
      ? [
          { paragraph: approvalOver.withdrawn },
          { paragraph: "No loan was made, and you don't owe us anything." },
        ]
      : []),
    { paragraph: 'It also explains your rights. Please keep it.' },
    ...openDocument(about, readNotice, about.hasAnswer ? 'See my answer' : undefined),
    { paragraph: `Have questions, or want the notice on paper? Call us at ${call(lender)}.` },
  ]);
}

const approvalOver = {
  expired:
    "Your approval was good for a limited time, and that time is over. If documents were waiting for your signature, they can't be signed anymore.",
  withdrawn:
    "We checked your loan one more time, and we can't make it on the terms we approved. The notice we're sending you explains why.",
} as const;

export function approvalOverEmail(
  lender: Lender,
  about: { firstName: string; how: keyof typeof approvalOver; applyLink: string },
): EmailContent {
  return mail(lender, 'Your loan approval has ended', [
    { paragraph: `Hello ${about.firstName},` },
    { paragraph: approvalOver[about.how] },
    {
      paragraph:
        "No loan was made, and you don't owe us anything. You're welcome to apply again. Checking your offers won't affect your credit score.",
    },
    { button: 'Check my offers', href: about.applyLink },
    { paragraph: `Questions? Call us at ${call(lender)}.` },
  ]);
}

export function incompleteEmail(
  lender: Lender,
  about: NoticeEmail & {
    readonly answerBy: IsoDate;
    readonly missing: readonly string[];
    readonly canContinue: boolean;
  },
): EmailContent {
  return mail(lender, 'We need something to finish your application', [
    { paragraph: `Hello ${about.firstName},` },
    { paragraph: "Your loan application isn't complete yet. Here's what we still need:" },
    { list: about.missing },
    {
      paragraph: `Please do this by ${longDate(about.answerBy)}. After that day, we can't consider your request any further. Your notice says the same.`,
    },
    ...openDocument(about, readNotice, about.canContinue ? 'Continue my application' : undefined),
    { paragraph: `Questions? Call us at ${call(lender)}.` },
  ]);
}

export function counterofferEmail(
  lender: Lender,
  about: NoticeEmail & { readonly terms: readonly string[]; readonly goodThrough: IsoDate },
): EmailContent {
  return mail(lender, 'We have another offer for you', [
    { paragraph: `Hello ${about.firstName},` },
    { paragraph: "We can't lend you what you asked for. Here's what we can offer:" },
    { list: about.terms },
    {
      paragraph: `The offer is good through ${longDate(about.goodThrough)}. Your notice explains why and lists your rights. Please keep it.`,
    },
    ...openDocument(about, readNotice, 'See my offer'),
    { paragraph: `Questions? Call us at ${call(lender)}.` },
  ]);
}

export function approvalEmail(lender: Lender, about: NoticeEmail): EmailContent {
  return mail(lender, 'Your loan request is approved', [
    { paragraph: `Hello ${about.firstName},` },
    { paragraph: 'Good news: we approved your loan request. Next, choose where the money goes and sign.' },
    ...openDocument(about, readNotice, 'Continue my application'),
    { paragraph: `Questions? Call us at ${call(lender)}.` },
  ]);
}

export function scoreDisclosureEmail(lender: Lender, about: NoticeEmail): EmailContent {
  return mail(lender, 'Your credit score and what it means', [
    { paragraph: `Hello ${about.firstName},` },
    {
      paragraph:
        'We looked at your credit report to answer your loan request. Your notice explains your credit score and how to check your report for mistakes.',
    },
    { paragraph: 'Please keep it. You can get your credit reports for free.' },
    ...openDocument(about, readNotice),
    { paragraph: `Questions? Call us at ${call(lender)}.` },
  ]);
}

export function withdrawalEmail(lender: Lender, about: NoticeEmail & Withdrawn): EmailContent {
  return mail(lender, about.isSigned ? withdrawalText.titleSigned : withdrawalText.title, [
    { paragraph: `Hello ${about.firstName},` },
    {
      paragraph: about.isSigned
        ? "You asked us to cancel your loan, so we canceled it. We didn't send any money, and you don't owe us anything."
        : "You asked us to withdraw your application, so we closed it. We won't decide on it.",
    },
    { paragraph: 'You can apply again at any time.' },
    ...openDocument(about, 'See my receipt'),
    { paragraph: `If you didn't ask for this, call us at ${call(lender)}.` },
  ]);
}

export function signedDocumentsEmail(lender: Lender, about: NoticeEmail): EmailContent {
  return mail(lender, 'Your signed loan documents', [
    { paragraph: `Hello ${about.firstName},` },
    {
      paragraph:
        'Thank you for signing. Your signed documents and the certificate of completion are ready for you.',
    },
    { paragraph: 'Please save a copy. You only need a PDF reader to open them.' },
    ...openDocument(about, 'Open my documents'),
    {
      paragraph: `Someone at your branch will call you within ${spanText(lender.advertised.branchCallsWithinHours, 'hour')} to welcome you.`,
    },
  ]);
}

export function autopayAuthorizedEmail(lender: Lender, about: NoticeEmail): EmailContent {
  return mail(lender, 'Your automatic payments', [
    { paragraph: `Hello ${about.firstName},` },
    {
      paragraph:
        'You set up automatic payments. A copy of your authorization is ready for you. Please save it.',
    },
    ...openDocument(about, 'Open my copy'),
    {
      paragraph: `Automatic payments are your choice. To stop a payment or cancel them all, tell us at least three business days ahead. Call us at ${call(lender)}, or cancel on the page where you set them up.`,
    },
  ]);
}
