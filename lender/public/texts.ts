// The legal texts for the browser: each is fetched when somebody opens it, in the version that holds on a day, with the
// lender's name and phones filled in. A new version is a new file and a line here.
import type { Brand, LegalText, TextId } from '../schema.ts';
import brandFile from './brand.json' with { type: 'json' };
import { fillText } from './fill-text.ts';

type TextFile = () => Promise<{ readonly default: unknown }>;

/** The files of each text, oldest version first. */
export const textFiles: Readonly<Record<TextId, readonly TextFile[]>> = {
  'terms-of-use': [() => import('./texts/terms-of-use.1.json', { with: { type: 'json' } })],
  'privacy-policy': [() => import('./texts/privacy-policy.1.json', { with: { type: 'json' } })],
  'esign-consent': [() => import('./texts/esign-consent.1.json', { with: { type: 'json' } })],
  'credit-profile-authorization': [
    () => import('./texts/credit-profile-authorization.1.json', { with: { type: 'json' } }),
  ],
  'phone-consent': [() => import('./texts/phone-consent.1.json', { with: { type: 'json' } })],
  'text-consent': [() => import('./texts/text-consent.1.json', { with: { type: 'json' } })],
  'email-consent': [() => import('./texts/email-consent.1.json', { with: { type: 'json' } })],
  'california-notice': [() => import('./texts/california-notice.1.json', { with: { type: 'json' } })],
  'cookie-policy': [() => import('./texts/cookie-policy.1.json', { with: { type: 'json' } })],
  'licences-and-disclosures': [
    () => import('./texts/licences-and-disclosures.1.json', { with: { type: 'json' } }),
  ],
};

/** A legal text as it holds on a day ("2026-03-01"). Rejects where no version holds yet or the file cannot be fetched. */
export async function legalText(id: TextId, on: string): Promise<LegalText> {
  const versions = await Promise.all(textFiles[id].map(async (file) => (await file()).default as LegalText));
  const holding = versions.filter((text) => text.effective <= on).at(-1);
  if (!holding) throw new RangeError(`No version of ${id} holds on ${on}.`);
  const filled = fillText(holding, brandFile as unknown as Brand);
  // The server refuses to start with a placeholder that the brand has nothing for.
  if ('unknown' in filled) throw new RangeError(`${id} speaks of {${filled.unknown}}.`);
  return filled.text;
}
