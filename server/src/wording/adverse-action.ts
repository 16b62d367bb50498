// The adverse action notice (form C-1): the decision and its reasons, the credit score with its key factors, and the
// applicant's rights. The texts of reasons and factors are lender data.
import type { IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { addressLines, longDate, phoneText } from '../pdf/format.ts';

/** What the notice says about one decision. */
export interface AdverseAction {
  /** The day of the decision in the lender's time zone. */
  readonly date: IsoDate;
  readonly madeAt: Date;
  readonly appliedOn: IsoDate;
  readonly reference: string;
  readonly applicant: { readonly name: string; readonly address: readonly string[] };
  /** One to four, in form C-1's words. */
  readonly reasons: readonly string[];
  /** What we offer in place of what was asked for: form C-4, the combined notice of counteroffer and denial. */
  readonly counteroffer?: { readonly terms: readonly string[]; readonly goodThrough: IsoDate };
  /** Set if the decision used what others than a credit bureau told us: 15 USC 1681m(b)(1), form C-1's second box. */
  readonly outsideSource?: true;
  /** Absent if no credit report was requested. */
  readonly report?: {
    readonly bureau: Lender['policy']['adverseAction']['bureau'];
    /** The applicant froze the file, so it could not be read. */
    readonly isFrozen: boolean;
    /** Absent if the report has no score. */
    readonly score?: { readonly value: number; readonly date: IsoDate; readonly factors: readonly string[] };
  };
}

/** A frozen file sends us no report, so the notice must not say that one was used (15 USC 1681m(a) speaks of those that were). */
function frozenFile(): readonly Block[] {
  return [
    { kind: 'heading', level: 2, text: 'Your credit file is frozen' },
    {
      kind: 'paragraph',
      text: "We asked the consumer reporting agency listed below for your credit report. It told us that your file is frozen and sent us no report. You can lift the freeze for free and ask us again. The reporting agency played no part in our decision and can't explain it.",
    },
  ];
}

function actionTaken({ brand }: Lender, { counteroffer }: AdverseAction): readonly Block[] {
  const heading = { kind: 'heading', level: 2, text: 'Action taken' } as const;
  if (counteroffer === undefined) {
    return [
      heading,
      {
        kind: 'paragraph',
        text: [
          `Thank you for asking ${brand.name} for a loan. We have carefully looked at your application. `,
          { strong: 'We are sorry that we cannot approve it: your request for credit is denied.' },
        ],
      },
    ];
  }
  const until = longDate(counteroffer.goodThrough);
  return [
    heading,
    {
      kind: 'paragraph',
      text: [
        `Thank you for asking ${brand.name} for a loan. `,
        { strong: 'We are unable to offer you credit on the terms that you requested. ' },
        'We can, however, offer you credit on the following terms:',
      ],
    },
    { kind: 'list', items: counteroffer.terms },
    {
      kind: 'paragraph',
      text: `If this offer is acceptable to you, please accept it online or call us at ${phoneText(brand.phones.customerService)} by ${until}. If we don't hear from you by then, your request stays denied for the reasons below, and we send no other notice.`,
    },
  ];
}

export function adverseActionDocument(lender: Lender, about: AdverseAction): DocumentModel {
  const { brand } = lender;
  const phone = phoneText(brand.phones.customerService);
  const address = addressLines(brand.address);
  const { report } = about;
  const blocks: Block[] = [
    {
      kind: 'definitions',
      items: [
        { term: 'Date of this notice', details: [longDate(about.date)] },
        { term: 'You asked for', details: [`A personal loan, on ${longDate(about.appliedOn)}`] },
        { term: 'Creditor', details: [brand.legalName, address.join(', ')] },
      ],
    },
    { kind: 'paragraph', text: `Dear ${about.applicant.name}:` },
    ...actionTaken(lender, about),
    { kind: 'heading', level: 2, text: 'Principal reasons for our decision' },
    { kind: 'list', items: about.reasons },
  ];
  if (report) {
    const { bureau, score } = report;
    const contact: Block = {
      kind: 'definitions',
      items: [
        { term: 'Consumer reporting agency', details: [bureau.name, bureau.address] },
        { term: 'Toll-free telephone', details: [bureau.phone] },
        { term: 'Online', details: [bureau.site] },
      ],
    };
    blocks.push(
      ...(report.isFrozen
        ? frozenFile()
        : ([
            { kind: 'heading', level: 2, text: 'The credit report that we used' },
            {
              kind: 'paragraph',
              text: 'Our credit decision was based in whole or in part on information obtained in a report from the consumer reporting agency listed below. You have a right under the Fair Credit Reporting Act to know the information contained in your credit file at the consumer reporting agency. The reporting agency played no part in our decision and is unable to supply specific reasons why we have denied credit to you.',
            },
          ] satisfies Block[])),
      contact,
      {
        kind: 'list',
        items: [
          [
            { strong: 'A free report. ' },
            'You have a right to a free copy of your report from the reporting agency, if you request it no later than 60 days after you receive this notice.',
          ],
          [
            { strong: 'Mistakes. ' },
            'If you find that any information contained in the report you receive is inaccurate or incomplete, you have the right to dispute the matter with the reporting agency.',
          ],
        ],
      },
    );
    if (score) {
      blocks.push(
        { kind: 'heading', level: 2, text: 'Your credit score' },
        {
          kind: 'paragraph',
          text: 'We also obtained your credit score from this consumer reporting agency and used it in making our credit decision. Your credit score is a number that reflects the information in your consumer report. Your credit score can change, depending on how the information in your consumer report changes.',
        },
        {
          kind: 'box',
          figures: [
            { label: 'Your credit score', value: String(score.value), emphasised: true },
            { label: 'Date of the score', value: longDate(score.date) },
            { label: 'Scores range from', value: `${bureau.scoreLowest} to ${bureau.scoreHighest}` },
            { label: 'Provided by', value: bureau.name, explanation: bureau.scoreName },
          ],
        },
      );
      if (score.factors.length > 0) {
        blocks.push(
          { kind: 'heading', level: 3, text: 'Key factors that adversely affected your credit score' },
          { kind: 'list', items: score.factors },
        );
      }
      blocks.push({
        kind: 'paragraph',
        text: `If you have any questions regarding your credit score, you should contact ${bureau.name} at ${bureau.address}, telephone ${bureau.phone}.`,
      });
    }
  }

  if (about.outsideSource) {
    blocks.push(
      { kind: 'heading', level: 2, text: 'Information from other sources' },
      {
        kind: 'paragraph',
        text: 'Our credit decision was based in whole or in part on information obtained from an outside source other than a consumer reporting agency. Under the Fair Credit Reporting Act, you have the right to make a written request, no later than 60 days after you receive this notice, for disclosure of the nature of this information.',
      },
    );
  }

  const { federalAgency } = lender.policy.adverseAction;
  blocks.push(
    { kind: 'heading', level: 2, text: 'Equal Credit Opportunity Act notice' },
    {
      kind: 'paragraph',
      text: `The federal Equal Credit Opportunity Act prohibits creditors from discriminating against credit applicants on the basis of race, color, religion, national origin, sex, marital status, or age (provided the applicant has the capacity to enter into a binding contract); because all or part of the applicant's income derives from any public assistance program; or because the applicant has in good faith exercised any right under the Consumer Credit Protection Act. The federal agency that administers compliance with this law concerning this creditor is: ${federalAgency.name}, ${federalAgency.address}.`,
    },
    {
      kind: 'paragraph',
      text: [
        { strong: 'Questions? ' },
        `Please call us at ${phone} or write to ${brand.emails.customerService}. Your reference is ${about.reference}.`,
      ],
    },
    { kind: 'lines', lines: ['Sincerely,', brand.legalName] },
  );

  return {
    title: about.counteroffer ? adverseActionText.counterofferTitle : adverseActionText.title,
    language: 'en-US',
    subject: about.counteroffer ? 'Notice of counteroffer' : 'Adverse action notice',
    sender: { name: brand.name, legalName: brand.legalName, lines: [...address, phone] },
    recipient: [about.applicant.name, ...about.applicant.address],
    reference: about.reference,
    madeAt: about.madeAt.toISOString(),
    blocks,
  };
}

/** The texts of links and pages around the notice. */
export const adverseActionText = {
  title: 'Notice of action taken and statement of reasons',
  counterofferTitle: 'Notice of counteroffer and statement of reasons',
  counterofferFilename: 'notice-of-counteroffer.pdf',
  asPdf: 'Open this notice as a PDF',
  filename: 'adverse-action-notice.pdf',
  notShown: "We can't show this notice here",
  back: 'Back to your application',
} as const;
