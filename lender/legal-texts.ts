// The legal texts under public/texts, with the lender's name and phones filled in.
import { createHash } from 'node:crypto';
import type { LenderFiles } from './lender-files.ts';
import { fillText } from './public/fill-text.ts';
import type { Brand } from './schema/brand.ts';
import { type LegalTextVersion, legalTextSchema, TEXT_IDS } from './schema/legal-texts.ts';

/** Every version of every legal text, oldest first. Throws a LenderFileError if a text has no version or the dates are out of order. */
export function readLegalTexts(files: LenderFiles, brand: Brand): readonly LegalTextVersion[] {
  const texts = files
    .list('public/texts', '.json')
    .map((name) => {
      const file = `public/texts/${name}`;
      const text = files.read(file, legalTextSchema);
      const expected = `${text.id}.${text.version}.json`;
      if (name !== expected) files.refuse(file, `id and version require the file name ${expected}.`);
      const filled = fillText(text, brand);
      if ('unknown' in filled)
        files.refuse(file, `body names {${filled.unknown}}, for which public/brand.json has no value.`);
      const sha256 = createHash('sha256')
        .update(JSON.stringify([filled.text.id, filled.text.version, filled.text.title, filled.text.body]))
        .digest('hex');
      return { ...filled.text, sha256 };
    })
    .sort((a, b) => a.id.localeCompare(b.id) || a.version - b.version);
  for (const id of TEXT_IDS) {
    const versions = texts.filter((text) => text.id === id);
    if (versions.length === 0)
      files.refuse(`public/texts/${id}.1.json`, 'the file is missing: every legal text needs a version.');
    versions.forEach((text, index) => {
      const earlier = versions[index - 1];
      if (earlier && text.effective <= earlier.effective)
        files.refuse(
          `public/texts/${id}.${text.version}.json`,
          `effective must be later than that of version ${earlier.version} (${earlier.effective}).`,
        );
    });
  }
  return texts;
}
