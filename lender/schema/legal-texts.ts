// One version of a legal text: a file under lender/public/texts.
import { z } from 'zod';
import { isoDate, sentence } from './fields.ts';

export const TEXT_IDS = [
  'terms-of-use',
  'privacy-policy',
  'esign-consent',
  'credit-profile-authorization',
  'phone-consent',
  'text-consent',
  'email-consent',
  'california-notice',
  'cookie-policy',
  'licenses-and-disclosures',
  'accessibility-statement',
] as const;
export type TextId = (typeof TEXT_IDS)[number];

const textBlock = z.union(
  [
    z.strictObject({ heading: sentence }),
    z.strictObject({ paragraph: sentence }),
    z.strictObject({ list: z.array(sentence).min(1) }),
  ],
  { error: 'must be {"heading": …}, {"paragraph": …} or {"list": […]}' },
);
export const legalTextSchema = z.strictObject({
  id: z.enum(TEXT_IDS),
  version: z.int().positive(),
  effective: isoDate,
  title: sentence,
  body: z.array(textBlock).min(1),
});
export type LegalText = z.output<typeof legalTextSchema>;

/** A version of a legal text with the lender's name and phones filled in, and the SHA-256 of exactly that wording. */
export interface LegalTextVersion extends LegalText {
  readonly sha256: string;
}
