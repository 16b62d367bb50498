// The lender's file of groups: how probable it is that each application's applicant belongs to each group. It is read for one report
// and stored nowhere.
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { SetupError } from '../platform/failure.ts';
import type { GroupProbabilities } from '../policy/fair-lending.ts';

const columns = ['reference', 'group', 'probability'] as const;
const reference = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Starts with a letter or digit, so that no name is one that objects have. */
const groupName = /^[\p{L}\p{N}][\p{L}\p{N} .,&()/-]{0,59}$/u;
/** Probabilities may be rounded. */
const mostInAll = 1.001;

/** Reads a CSV file with these columns in any order. Throws a SetupError that names the line, and never a value. */
export async function readGroups(path: string): Promise<ReadonlyMap<string, GroupProbabilities>> {
  const groups = new Map<string, Record<string, number>>();
  const refuse = (line: number, mistake: string): never => {
    throw new SetupError(`Line ${line} of the groups file ${mistake}.`);
  };
  const rows = createReadStream(path).pipe(
    parse({ bom: true, info: true, trim: true, skip_empty_lines: true }),
  );
  let places: readonly number[] | undefined;
  try {
    for await (const { record, info } of rows as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (places === undefined) {
        places = columns.map((name) => record.indexOf(name));
        if (record.length !== columns.length || places.includes(-1))
          refuse(info.lines, `must name the columns ${columns.join(', ')}`);
        continue;
      }
      const [id = '', group = '', text = ''] = places.map((place) => record[place]);
      const key = id.toLowerCase();
      const probability = Number(text);
      if (!reference.test(key))
        refuse(info.lines, 'has a reference that is not a full application reference');
      if (!groupName.test(group)) refuse(info.lines, 'has a group that is not a short name');
      if (text === '' || !(probability >= 0 && probability <= 1))
        refuse(info.lines, 'has a probability that is not from 0 to 1');
      const own = groups.get(key) ?? {};
      if (Object.hasOwn(own, group)) refuse(info.lines, 'repeats a group of its reference');
      own[group] = probability;
      if (Object.values(own).reduce((sum, one) => sum + one, 0) > mostInAll)
        refuse(info.lines, 'makes the probabilities of its reference more than 1');
      groups.set(key, own);
    }
  } catch (error) {
    if (error instanceof SetupError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new SetupError(`The groups file can't be read (${code}).`);
  }
  return groups;
}
