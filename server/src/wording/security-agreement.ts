// The security agreement of a loan that a vehicle secures.
import type { Lender } from '#lender/load.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { dollars } from '../pdf/format.ts';
import { onLetterhead } from './letterhead.ts';
import { list, paragraph, parties, signature, strong } from './loan-document-parts.ts';
import { type LoanFacts, loanDocumentNames } from './loan-documents.ts';

export function securityAgreementDocument(lender: Lender, facts: LoanFacts): DocumentModel {
  const { borrower, rules, vehicle } = facts;
  if (vehicle === undefined) throw new Error('A loan without a vehicle has no security agreement.');
  const sections: [string, ...Block[]][] = [
    [
      'What you give',
      paragraph(
        'You give us a security interest in the vehicle, in what is fixed to it now or later, and in money that insurance pays for it. It secures what you owe under the promissory note of the same date, ',
        strong(dollars(facts.amount)),
        ' with interest, and nothing else.',
      ),
    ],
    [
      'What you confirm',
      paragraph(
        'The vehicle is yours. Nobody else has a lien on it. You use it for personal, family or household purposes, and keep it at your address unless you travel.',
      ),
    ],
    [
      'What you promise',
      list(
        rules.security.insurance,
        'You keep the vehicle in good repair and pay taxes and fees on it when they are due.',
        'You do not sell it, give it away, or give anyone else a lien on it without our written consent.',
        'You sign what is needed for our lien to be noted on the certificate of title.',
        'You tell us at once if it is lost, stolen or badly damaged, or if you move.',
      ),
    ],
    ['Our lien', paragraph(`Filing fees: ${rules.security.filingFees}`)],
    [
      'If you are in default',
      paragraph(
        `The note says when you are in default and what notice we give first. After that time we may take the vehicle where the law allows it, without breaking the peace. We keep personal things that we find in it for you to collect. Before we sell it we write to you when and how, and you may have it back by paying what you owe and the reasonable cost of taking and keeping it. What a sale brings pays that cost and then the note. What is left over is yours; what is lacking you owe, where the law of ${borrower.state} allows it.`,
      ),
    ],
    [
      'When the loan is paid',
      paragraph('Our interest ends. We release our lien on the title within the time that the law sets.'),
    ],
    [
      'Law',
      paragraph(
        rules.governingLaw.sentence
          .replaceAll('{state}', borrower.state)
          .replace('this note', 'this agreement'),
      ),
    ],
  ];
  return onLetterhead(lender, { ...facts, title: loanDocumentNames['security-agreement'] }, [
    parties(lender, facts),
    {
      kind: 'table',
      caption: 'The vehicle',
      columns: [
        { header: 'Year', share: 0.6 },
        { header: 'Make' },
        { header: 'Model' },
        { header: 'Vehicle identification number (VIN)', share: 1.8 },
      ],
      rows: [[String(vehicle.year), vehicle.make, vehicle.model, vehicle.vin]],
    },
    ...sections.flatMap(([heading, ...blocks], index): Block[] => [
      { kind: 'heading', level: 2, text: `${index + 1}. ${heading}` },
      ...blocks,
    ]),
    signature(`Signature of ${borrower.name}, owner of the vehicle`),
  ]);
}
