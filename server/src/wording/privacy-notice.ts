// The privacy notice on the federal model form (12 CFR 1016, appendix), by its instructions, which are cited below by paragraph. The
// text is the form's; the answers are lender data.

import { isoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import { phoneText } from '#lender/public/phone-text.ts';
import type { LoanAgreement } from '#lender/schema/loan-agreement.ts';
import type { Block, DocumentModel, Text } from '../pdf/document-model.ts';
import { longDate } from '../pdf/format.ts';
import { onLetterhead } from './letterhead.ts';
import { type LoanFacts, loanDocumentNames } from './loan-documents.ts';

type Sharing = LoanAgreement['privacyNotice']['sharing'];

const reasons: Record<keyof Sharing, Text> = {
  everydayBusiness: [
    { strong: 'For our everyday business purposes—' },
    'such as to process your transactions, maintain your account(s), respond to court orders and legal investigations, or report to credit bureaus',
  ],
  ownMarketing: [{ strong: 'For our marketing purposes—' }, 'to offer our products and services to you'],
  jointMarketing: [{ strong: 'For joint marketing with other financial companies' }],
  affiliatesEverydayTransactions: [
    { strong: "For our affiliates' everyday business purposes—" },
    'information about your transactions and experiences',
  ],
  affiliatesEverydayCreditworthiness: [
    { strong: "For our affiliates' everyday business purposes—" },
    'information about your creditworthiness',
  ],
  affiliatesMarketing: [{ strong: 'For our affiliates to market to you' }],
  nonaffiliatesMarketing: [{ strong: 'For nonaffiliates to market to you' }],
};

const afterwards = [
  'When you are ',
  { italic: 'no longer' },
  ' our customer, we continue to share your information as described in this notice.',
] as const;

/** What the parts of the form have in common. */
interface Form {
  readonly brand: Lender['brand'];
  readonly answers: LoanAgreement['privacyNotice'];
  readonly canLimit: boolean;
}

type Items = Extract<Block, { kind: 'definitions' }>['items'];

const framed = (title: string, items: Items): Block => ({ kind: 'definitions', framed: true, title, items });
const inverse = (items: Items): Block => ({ kind: 'definitions', framed: true, inverse: true, items });

export function privacyNoticeDocument(
  lender: Lender,
  facts: Pick<LoanFacts, 'reference' | 'madeAt'>,
): DocumentModel {
  const { brand } = lender;
  const { privacyNotice: answers } = lender.loanAgreement;
  const canLimit = Object.values(answers.sharing).some((answer) => answer.shares && answer.canLimit);
  const form: Form = { brand, answers, canLimit };
  const phone = phoneText(brand.phones.privacy);
  const blocks: Block[] = [
    inverse(factsOf(form)),
    sharingOf(form),
    ...(canLimit ? [inverse(limitingOf(form))] : []),
    inverse([{ term: 'Questions?', details: [`Call ${phone} or go to ${brand.companySite}`] }]),
    // The form has two pages.
    { kind: 'page-break' },
    framed('Who we are', [{ term: 'Who is providing this notice?', details: [brand.legalName] }]),
    framed('What we do', practicesOf(form)),
    framed('Definitions', definitionsOf(form)),
    ...(answers.other === null
      ? []
      : [framed('Other important information', [{ term: '', details: [namedIn(form, answers.other)] }])]),
  ];
  const { reference, madeAt } = facts;
  const title = `WHAT DOES ${brand.name.toUpperCase()} DO WITH YOUR PERSONAL INFORMATION?`;
  return {
    ...onLetterhead(
      lender,
      { reference, madeAt, title, subject: loanDocumentNames['privacy-notice'] },
      blocks,
    ),
    // The form's date has month and year: "January 2024".
    form: { label: 'FACTS', revised: `Rev. ${longDate(isoDate(answers.revised)).replace(/ \d+,/, '')}` },
  };
}

const namedIn = ({ brand }: Form, text: string) => text.replaceAll('{name}', brand.name);

const factsOf = ({ brand, answers, canLimit }: Form): Items => [
  {
    term: 'Why?',
    details: [
      'Financial companies choose how they share your personal information. Federal law gives consumers the right to limit some but not all sharing. Federal law also requires us to tell you how we collect, share, and protect your personal information. Please read this notice carefully to understand what we do.',
    ],
  },
  {
    term: 'What?',
    details: [
      'The types of personal information we collect and share depend on the product or service you have with us. This information can include:',
      `• Social Security number and ${answers.collects[0]}`,
      `• ${answers.collects[1]} and ${answers.collects[2]}`,
      `• ${answers.collects[3]} and ${answers.collects[4]}`,
      // The forms with an opt-out have this sentence in the box about it.
      ...(canLimit ? [] : [afterwards]),
    ],
  },
  {
    term: 'How?',
    details: [
      `All financial companies need to share customers' personal information to run their everyday business. In the section below, we list the reasons financial companies can share their customers' personal information; the reasons ${brand.name} chooses to share; and whether you can limit this sharing.`,
    ],
  },
];

function sharingOf({ brand: { name }, answers }: Form): Block {
  const rows = Object.entries(reasons).map(([key, reason]) => {
    const answer = answers.sharing[key as keyof Sharing];
    return answer.shares ? [reason, 'Yes', answer.canLimit ? 'Yes' : 'No'] : [reason, 'No', "We don't share"];
  });
  return {
    kind: 'table',
    caption: 'What we share, and what you can limit',
    columns: [
      { header: 'Reasons we can share your personal information', share: 4.2 },
      { header: `Does ${name} share?`, align: 'center' },
      { header: 'Can you limit this sharing?', share: 1.1, align: 'center' },
    ],
    rows,
    rowHeaders: true,
    dense: true,
    framed: true,
  };
}

const limitingOf = ({ brand }: Form): Items => [
  {
    term: 'To limit our sharing',
    details: [
      `• Call ${phoneText(brand.phones.privacy)}—our menu will prompt you through your choice(s) or`,
      `• Visit us online: ${brand.companySite}`,
      [{ strong: 'Please note:' }],
      [
        'If you are a new customer, we can begin sharing your information 30 days from the date we sent this notice. ',
        ...afterwards,
      ],
      'However, you can contact us at any time to limit our sharing.',
    ],
  },
];

const practicesOf = ({ brand: { name }, answers, canLimit }: Form): Items => [
  {
    term: `How does ${name} protect my personal information?`,
    details: [
      `To protect your personal information from unauthorized access and use, we use security measures that comply with federal law. These measures include computer safeguards and secured files and buildings. ${answers.protection}`,
    ],
  },
  {
    term: `How does ${name} collect my personal information?`,
    details: [
      'We collect your personal information, for example, when you',
      `• ${answers.collectsWhen[0]} or ${answers.collectsWhen[1]}`,
      `• ${answers.collectsWhen[2]} or ${answers.collectsWhen[3]}`,
      `• ${answers.collectsWhen[4]}`,
      'We also collect your personal information from others, such as credit bureaus, affiliates, or other companies.',
    ],
  },
  {
    term: "Why can't I limit all sharing?",
    details: [
      'Federal law gives you the right to limit only',
      "• sharing for affiliates' everyday business purposes—information about your creditworthiness",
      '• affiliates from using your information to market to you',
      '• sharing for nonaffiliates to market to you',
      `State laws and individual companies may give you additional rights to limit sharing.${answers.other === null ? '' : ' See below for more on your rights under state law.'}`,
    ],
  },
  ...(canLimit
    ? [
        {
          term: 'What happens when I limit sharing for an account I hold jointly with someone else?',
          details: ['Your choices will apply to everyone on your account.'],
        },
      ]
    : []),
];

const definitionsOf = (form: Form): Items => [
  {
    term: 'Affiliates',
    details: [
      'Companies related by common ownership or control. They can be financial and nonfinancial companies.',
      [{ italic: `• ${namedIn(form, form.answers.affiliates)}` }],
    ],
  },
  {
    term: 'Nonaffiliates',
    details: [
      'Companies not related by common ownership or control. They can be financial and nonfinancial companies.',
      [{ italic: `• ${namedIn(form, form.answers.nonaffiliates)}` }],
    ],
  },
  {
    term: 'Joint marketing',
    details: [
      'A formal agreement between nonaffiliated financial companies that together market financial products or services to you.',
      [{ italic: `• ${namedIn(form, form.answers.jointMarketing)}` }],
    ],
  },
];
