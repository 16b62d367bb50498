// bureau-data.json: what only the bureau can say for certain, where it stands here, and who compared the two.
import { z } from 'zod';
import { isoDate, sentence } from './fields.ts';

const item = z.strictObject({
  about: sentence,
  /** Where the product has it. */
  stands: sentence,
  /** Whom or what to get it from. */
  from: sentence,
  /** Who compared it with what the bureau says, and when; null until somebody did. */
  confirmedBy: z.strictObject({ name: sentence, on: isoDate }).nullable(),
});

/** Each item must be there, so that none is confirmed by leaving it out. */
export const bureauDataSchema = z.strictObject({
  'score-factors': item,
  'factor-reasons': item,
  'score-distribution': item,
  'score-range': item,
  'bureau-contact': item,
  'report-codes': item,
  'alert-codes': item,
  'screening-codes': item,
});
export type BureauData = z.output<typeof bureauDataSchema>;

/** The items that nobody has compared with the bureau's own. */
export const unconfirmedBureauData = (data: BureauData): readonly string[] =>
  Object.entries(data).flatMap(([id, { confirmedBy }]) => (confirmedBy === null ? [id] : []));
