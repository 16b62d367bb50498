// bureau-data.json: what only the bureau can confirm, where it is in the product, and who compared the two.
import { z } from 'zod';
import { confirmedBy, isoDate, sentence, url } from './fields.ts';

const item = z.strictObject({
  about: sentence,
  /** Where the product has it. */
  stands: sentence,
  /** Where to get it from. */
  from: sentence,
  /** What public documentation says, row by row. It replaces no confirmation: the bureau's own data may differ. */
  published: z
    .array(
      z.strictObject({
        /** The rows that it confirms: codes, or names of fields. */
        rows: z.array(z.string().min(1)),
        finds: sentence,
        source: url,
        read: isoDate,
      }),
    )
    .default([]),
  /** Who compared it with the bureau's data, and when; null until then. */
  confirmedBy,
});

/** Each item must be there, so that none is confirmed by leaving it out. */
export const bureauDataSchema = z.strictObject({
  'score-factors': item,
  'factor-reasons': item,
  'score-distribution': item,
  'score-range': item,
  'bureau-contact': item,
  'report-codes': item,
  'attribute-codes': item,
  'alert-codes': item,
  'screening-codes': item,
});
type BureauData = z.output<typeof bureauDataSchema>;

/** The items that have not been compared with the bureau's own. */
export const unconfirmedBureauData = (data: BureauData): readonly string[] =>
  Object.entries(data).flatMap(([id, { confirmedBy }]) => (confirmedBy === null ? [id] : []));

/** The score factors that no public list confirms either, so that a person begins with them. */
export const unpublishedFactors = (data: BureauData, codes: readonly string[]): readonly string[] => {
  const published = new Set(data['score-factors'].published.flatMap(({ rows }) => rows));
  return data['score-factors'].confirmedBy === null ? codes.filter((code) => !published.has(code)) : [];
};
