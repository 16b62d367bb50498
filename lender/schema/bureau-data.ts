// bureau-data.json: what only the bureau can confirm, where it is in the product, and who compared the two.
import { z } from 'zod';
import { isoDate, sentence } from './fields.ts';

const item = z.strictObject({
  about: sentence,
  /** Where the product has it. */
  stands: sentence,
  /** Where to get it from. */
  from: sentence,
  /** Who compared it with the bureau's data, and when; null until then. */
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

/** The items that have not been compared with the bureau's own. */
export const unconfirmedBureauData = (data: BureauData): readonly string[] =>
  Object.entries(data).flatMap(([id, { confirmedBy }]) => (confirmedBy === null ? [id] : []));
