// The file that asks the bureau which hard pulls were made: one row each, with a column for the bureau's yes or no.
import { readFile, writeFile } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import { timeOf } from '../../commands/printing.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { SetupError } from '../../platform/failure.ts';
import { readApplicant } from '../../records/applicants.ts';
import type { With } from '../../services.ts';

const answerColumn = 'hard pull made (yes or no)';
const columns = [
  'call',
  'first name',
  'last name',
  'born',
  'SSN ends in',
  'state',
  'ZIP code',
  'from',
  'until',
  answerColumn,
] as const;

export interface UnresolvedPull {
  readonly id: string;
  readonly applicationId: ApplicationId;
  /** When the pull was made, if it was. */
  readonly from: Date;
  readonly until: Date;
}

/** Never replaces a file, which may have answers. Only its owner can read it. */
export async function writeBureauFile(
  { db, vault }: With<'db' | 'vault'>,
  path: string,
  pulls: readonly UnresolvedPull[],
): Promise<void> {
  const rows: string[][] = [[...columns]];
  for (const { id, applicationId, from, until } of pulls) {
    const { firstName, lastName, dob, ssn, state, zipCode } = await readApplicant(db, vault, applicationId);
    rows.push([id, firstName, lastName, dob, ssn.slice(-4), state, zipCode, timeOf(from), timeOf(until), '']);
  }
  const text = stringify(rows, { quoted: true, quoted_empty: true, record_delimiter: 'windows' });
  await writeFile(path, text, { mode: 0o600, flag: 'wx' }).catch(() => {
    throw new SetupError(`${path} cannot be written, or exists already. Name a new file.`);
  });
}

/** The rows that the bureau filled in. Throws a SetupError if columns were changed or a value is neither yes nor no. */
export async function readBureauFile(path: string) {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new SetupError(`${path} cannot be read.`);
  });
  const [head = [], ...rows] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(fieldsOf);
  const [idAt, answerAt] = [head.indexOf('call'), head.indexOf(answerColumn)];
  if (idAt < 0 || answerAt < 0)
    throw new SetupError(`${path} lacks the column "call" or "${answerColumn}". Nothing is settled.`);
  return rows.flatMap((row, index) => {
    const [id = '', answer = ''] = [row[idAt], row[answerAt]?.trim().toLowerCase()];
    if (!/^\d{1,18}$/.test(id) || !['yes', 'no', ''].includes(answer))
      throw new SetupError(`Row ${index + 2} of ${path} must have a call and yes or no. Nothing is settled.`);
    return answer === '' ? [] : [{ id, happened: answer === 'yes' }];
  });
}

/** The fields of a line, which may be quoted. */
const fieldsOf = (line: string): readonly string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, inQuotes, plain]) =>
    (inQuotes?.replaceAll('""', '"') ?? plain ?? '').trim(),
  );
