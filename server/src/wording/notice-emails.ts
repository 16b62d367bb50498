// Emails that lead to a document behind the text code. It never travels by email itself (16 CFR 314.4(c)(3)).
import type { IsoDate } from '#finance/dates.ts';
import type { Cents } from '#finance/money.ts';
import type { Lender } from '#lender/load.ts';
import { dollars, longDate } from '../pdf/format.ts';
import {
  type Block,
  callWithin,
  type Email,
  type ExpectedCall,
  email,
  figureOf,
  forDays,
  loanOf,
  servicePhone,
} from './email-layout.ts';
import { type Withdrawn, withdrawalText } from './withdrawal-receipt.ts';

export interface NoticeEmail {
  readonly documentsLink: string;
  readonly resumeLink: string;
  readonly days: number;
  /** The document goes by letter too. */
  readonly isMailed: boolean;
}

/** A loan, and the day of what the email is about. Without figures while no offer is chosen. */
interface DatedLoan {
  readonly date: IsoDate;
  readonly amount?: Cents;
  readonly payment?: Cents;
  readonly call?: ExpectedCall | undefined;
}

/** The button that opens the documents. If the applicant has a next step, that is the button, and the documents a link. */
function openDocument(
  { documentsLink, resumeLink, days, isMailed }: NoticeEmail,
  words: string,
  nextStep?: string,
): readonly Block[] {
  const works = forDays(days);
  return [
    ...(nextStep === undefined
      ? [{ button: words, href: documentsLink, works }]
      : [
          { button: nextStep, href: resumeLink, works },
          { link: words, href: documentsLink, works },
        ]),
    ...(isMailed ? ["We're also mailing it to you on paper."] : []),
  ];
}

const readNotice = 'Read my notice';
export function adverseActionEmail(
  facts: NoticeEmail & {
    readonly endsApproval?: boolean;
    /** A link opens the answer online, with what the applicant can do next. */
    readonly hasAnswer: boolean;
  },
  lender: Lender,
): Email {
  return email('Our decision on your loan application', [
    `Thank you for asking ${lender.brand.name} for a loan. We've made a decision on your application. Your notice explains what we decided and why.`,
    ...(facts.endsApproval
      ? [
          "We can't make the loan that we approved. The notice we're sending you explains why.",
          "No loan was made, and you don't owe us anything.",
        ]
      : []),
    'It also explains your rights. Please keep it.',
    ...openDocument(facts, readNotice, facts.hasAnswer ? 'See my answer' : undefined),
    ...(facts.isMailed ? [] : [`Want the notice on paper? Call us at ${servicePhone(lender)}.`]),
  ]);
}

export function approvalOverEmail(facts: { applyLink: string }): Email {
  return email('Your loan approval has ended', [
    "Your approval was good for a limited time, and that time is over. If documents were waiting for your signature, they can't be signed anymore.",
    "No loan was made, and you don't owe us anything. You're welcome to apply again. Checking your offers won't affect your credit score.",
    { button: 'Check my offers', href: facts.applyLink },
  ]);
}

export function incompleteEmail(
  facts: NoticeEmail & {
    readonly answerBy: IsoDate;
    readonly missing: readonly string[];
    readonly canContinue: boolean;
  },
): Email {
  return email('We need something to finish your application', [
    "Your loan application isn't complete yet. Here's what we still need:",
    { list: facts.missing },
    `Please do this by ${longDate(facts.answerBy)}. After that day, we can't consider your application any further. Your notice says the same.`,
    ...openDocument(facts, readNotice, facts.canContinue ? 'Continue my application' : undefined),
  ]);
}

export function counterofferEmail(
  facts: NoticeEmail & { readonly terms: readonly string[]; readonly goodThrough: IsoDate },
): Email {
  return email('We have another offer for you', [
    "We can't approve the terms you asked for. Here's what we can offer:",
    { list: facts.terms },
    `The offer is good through ${longDate(facts.goodThrough)}. Your notice explains why and lists your rights. Please keep it.`,
    ...openDocument(facts, readNotice, 'See my offer'),
  ]);
}

export function approvalEmail(facts: NoticeEmail & DatedLoan): Email {
  return email('Your loan application is approved', [
    ...figureOf(facts.amount, 'approved'),
    `Good news: on ${longDate(facts.date)}, we approved ${loanOf(facts.amount)}. Next, choose where the money goes and sign.`,
    ...openDocument(facts, readNotice, 'Continue my application'),
  ]);
}

export function scoreDisclosureEmail(facts: NoticeEmail): Email {
  return email('Your credit score and what it means', [
    'We looked at your credit report to answer your loan application. Your notice explains your credit score and how to check your report for mistakes.',
    'Please keep it. You can get your credit reports for free.',
    ...openDocument(facts, readNotice),
  ]);
}

export function withdrawalEmail(facts: NoticeEmail & Withdrawn, lender: Lender): Email {
  return email(facts.isSigned ? withdrawalText.titleSigned : withdrawalText.title, [
    facts.isSigned
      ? "You asked us to cancel your loan, so we canceled it. You won't get any money from this loan, and you don't owe us anything."
      : "You asked us to withdraw your application, so we closed it. You don't owe us anything.",
    'You can apply again at any time.',
    ...openDocument(facts, 'See my receipt'),
    `If you didn't ask for this, call us at ${servicePhone(lender)}.`,
  ]);
}

export function signedDocumentsEmail(facts: NoticeEmail & DatedLoan, lender: Lender): Email {
  return email('Your signed loan documents', [
    ...figureOf(facts.amount, 'is your loan'),
    `Thank you for signing for ${loanOf(facts.amount)} on ${longDate(facts.date)}. Your documents and the certificate of completion are ready for you.`,
    'Please save a copy. You only need a PDF reader to open them.',
    ...openDocument(facts, 'Open my documents'),
    `Someone at your branch will call you to welcome you ${callWithin(lender, facts.call)}.`,
  ]);
}

export function autopayAuthorizedEmail(facts: NoticeEmail & DatedLoan, lender: Lender): Email {
  return email('Your autopay authorization', [
    ...figureOf(facts.payment, 'a month'),
    `On ${longDate(facts.date)}, you set up autopay${facts.payment === undefined ? '' : ` for your monthly payment of ${dollars(facts.payment)}`}. A copy of your authorization is ready, and it's yours to keep.`,
    ...openDocument(facts, 'Open my copy'),
    `Autopay is your choice. To stop a payment or cancel autopay, tell us at least three business days ahead. Call us at ${servicePhone(lender)}, or cancel on the page where you set it up.`,
  ]);
}
