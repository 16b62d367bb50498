// The folder of a replay: its checkpoint while it runs, then its report. Only its owner may read it.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { SetupError } from '../platform/failure.ts';
import type { ChangedDecision } from '../replay/replay-batch.ts';
import type { ReplayProgress } from '../replay/replay-decisions.ts';

const checkpointName = 'unfinished.json';
const changedName = 'changed.csv';
const columns = [
  'Reference',
  'Decision',
  'Day',
  'State',
  'Before',
  'After',
  'Reasons before',
  'Reasons after',
];

interface Checkpoint {
  readonly setup: string;
  readonly until: string;
  /** The size of the list of changed decisions. */
  readonly bytes: number;
  readonly progress: Omit<ReplayProgress, 'cursor'> & {
    readonly cursor: { readonly at: string; readonly id: string };
  };
}

/** Opens the folder for a replay. Throws a SetupError if it has anything other than the same replay, interrupted. */
export function openReplayFolder(folder: string, setup: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = (name: string) => path.join(folder, name);
  const [checkpoint, changed] = [file(checkpointName), file(changedName)];
  const before = existsSync(checkpoint)
    ? (JSON.parse(readFileSync(checkpoint, 'utf8')) as Checkpoint)
    : undefined;
  if (before === undefined && readdirSync(folder).some((name) => name !== changedName))
    throw new SetupError(`${folder} is not empty. Name another folder with --out.`);
  if (before !== undefined && before.setup !== setup)
    throw new SetupError(
      `${folder} has another replay, which was interrupted. Name another folder with --out, or delete it.`,
    );
  let bytes = before?.bytes ?? 0;
  const write = (text: string) => {
    appendFileSync(changed, text, { mode: 0o600 });
    bytes += Buffer.byteLength(text);
  };
  if (before === undefined) {
    writeFileSync(changed, '', { mode: 0o600 });
    write(stringify([columns]));
  } else truncateSync(changed, bytes);

  return {
    resume: before && {
      ...before.progress,
      cursor: { at: new Date(before.progress.cursor.at), id: before.progress.cursor.id },
    },
    /** The end of the period of the interrupted replay. */
    until: before && new Date(before.until),
    add(changes: readonly ChangedDecision[]): void {
      if (changes.length > 0) write(stringify(changes.map(rowOf), { escape_formulas: true }));
    },
    keep(progress: ReplayProgress, until: Date): void {
      writeFileSync(`${checkpoint}.new`, JSON.stringify({ setup, until, bytes, progress }), { mode: 0o600 });
      renameSync(`${checkpoint}.new`, checkpoint);
    },
    finish(files: Readonly<Record<string, string>>): void {
      for (const [name, text] of Object.entries(files)) writeFileSync(file(name), text, { mode: 0o600 });
      rmSync(checkpoint, { force: true });
    },
  };
}

const rowOf = ({ reference, kind, on, state, before, after }: ChangedDecision) => [
  reference,
  kind,
  on,
  state,
  before.outcome,
  after.outcome,
  before.reasons.join('; '),
  after.reasons.join('; '),
];
