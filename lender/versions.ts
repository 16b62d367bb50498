// Texts that are kept in versions: a file for each, such as terms-of-use.2.json.
import type { z } from 'zod';
import type { LenderFiles } from './lender-files.ts';

interface Version {
  readonly id: string;
  readonly version: number;
  /** The first day on which it is in force. */
  readonly effective: string;
}

/** Every version of every text in a folder, oldest first. Throws a LenderFileError if a text has no version or the dates are out of order. */
export function readVersions<S extends z.ZodType<Version>, V extends Version>(
  files: LenderFiles,
  folder: string,
  ids: readonly string[],
  schema: S,
  complete: (file: string, text: z.output<S>) => V,
): readonly V[] {
  const texts = files
    .list(folder, '.json')
    .map((name) => {
      const file = `${folder}/${name}`;
      const text = files.read(file, schema);
      const expected = `${text.id}.${text.version}.json`;
      if (name !== expected) files.refuse(file, `id and version require the file name ${expected}.`);
      return complete(file, text);
    })
    .sort((a, b) => a.id.localeCompare(b.id) || a.version - b.version);
  for (const id of ids) {
    const versions = texts.filter((text) => text.id === id);
    if (versions.length === 0)
      files.refuse(
        `${folder}/${id}.1.json`,
        'the file is missing: every text in this folder needs a version.',
      );
    versions.forEach((text, index) => {
      const earlier = versions[index - 1];
      if (earlier && text.effective <= earlier.effective)
        files.refuse(
          `${folder}/${id}.${text.version}.json`,
          `effective must be later than that of version ${earlier.version} (${earlier.effective}).`,
        );
    });
  }
  return texts;
}
