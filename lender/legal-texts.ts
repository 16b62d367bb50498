// The legal texts under public/texts, with the lender's name and phones filled in.
import { createHash } from 'node:crypto';
import { policyFactNames } from './advertised.ts';
import type { LenderFiles } from './lender-files.ts';
import { fillText } from './public/fill-text.ts';
import type { Brand } from './schema/brand.ts';
import { type LegalTextVersion, legalTextSchema, TEXT_IDS } from './schema/legal-texts.ts';
import { readVersions } from './versions.ts';

/** Pages fill these in by the policy in force. */
const stay = Object.fromEntries(policyFactNames.map((name) => [name, `{${name}}`]));

/** Every version of every legal text, oldest first. Throws a LenderFileError if a text has no version or the dates are out of order. */
export function readLegalTexts(files: LenderFiles, brand: Brand): readonly LegalTextVersion[] {
  return readVersions(files, 'public/texts', TEXT_IDS, legalTextSchema, (file, text) => {
    const filled = fillText(text, brand, stay);
    if ('unknown' in filled)
      files.refuse(file, `body names {${filled.unknown}}, for which public/brand.json has no value.`);
    const sha256 = createHash('sha256')
      .update(JSON.stringify([filled.text.id, filled.text.version, filled.text.title, filled.text.body]))
      .digest('hex');
    return { ...filled.text, sha256 };
  });
}
