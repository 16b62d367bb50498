// document-delivery.json: how long the emailed link to each kind of document works, and when the document goes by letter.
import { z } from 'zod';
import { sentence } from './fields.ts';

/**
 * `at-once`: a letter goes out with the email until the applicant has shown that they can open a PDF, and later if the document is
 * not viewed in time. `if-unviewed`: only if it is not viewed in time. `never`: only if the applicant gets no emails or texts.
 */
const letter = z.enum(['at-once', 'if-unviewed', 'never']);

const delivery = <L extends z.ZodType>(letter: L) =>
  z.strictObject({ linkDays: z.int().min(1).max(365), letter, source: sentence });

// The law requires these in writing, so the lender's choice begins after that.
const inWriting = delivery(
  z.literal('at-once', 'must be "at-once": the law requires this notice in writing'),
);
const copyRequired = delivery(
  letter.exclude(['never'], 'must be "at-once" or "if-unviewed": the law requires this document'),
);

export const documentDeliverySchema = z.strictObject({
  /** How long an emailed document may stay unviewed before it goes by letter too. */
  unviewedDays: z.int().min(1).max(10),
  kinds: z.strictObject({
    denial: inWriting,
    incomplete: inWriting,
    counteroffer: inWriting,
    'score-disclosure': copyRequired,
    'signed-documents': delivery(letter),
    'autopay-authorization': copyRequired,
    approval: delivery(letter),
    withdrawal: delivery(letter),
  }),
});

const daysToAnswer = 10;
const mailDays = 5;

/**
 * The days from a notice to the earliest answer that it may require (12 CFR 1002.9(c)(2)): ten after the applicant receives it. An
 * email may stay unviewed, and the letter that follows is in the mail.
 */
export const leastAnswerDays = ({ unviewedDays }: DocumentDelivery) => unviewedDays + mailDays + daysToAnswer;

export type DocumentDelivery = z.output<typeof documentDeliverySchema>;
export type EmailedKind = keyof DocumentDelivery['kinds'];
