// Reads the bank's return files, judges each entry, and applies what is sound and ours.
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { disputeOf, isChangeCode, isReturnCode } from '#finance/nacha-codes.ts';
import { type ReturnedEntry as Returned, readReturnFiles } from '#finance/nacha-returns.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import { unlessMissing } from '../../platform/failure.ts';
import { IndependentTasks } from '../../platform/independent-tasks.ts';
import { isKnownReturn, returnOfTrace } from '../../records/ach-entries.ts';
import type { With } from '../../services.ts';
import { replaceFile, returnFolder } from './ach-storage.ts';
import { applyEntry, keyOf, type Match, matchOf, named, type ReturnServices } from './returned-entries.ts';

/** How long a file must not have changed. */
const quietMs = 120_000;

type FolderServices = With<'config' | 'clock' | 'log' | 'metrics' | 'db' | 'vault' | 'jobs' | 'lender'>;

/** Files that were read move to `returns/read`, and those refused in whole or in part to `returns/refused` for an operator. */
export async function readReturnFolder(services: FolderServices): Promise<void> {
  const files = (await unlessMissing(readdir(returnFolder(services)))) ?? [];
  const attempts = new IndependentTasks();
  // One file that cannot be read must not keep the entries in the others from being applied.
  for (const name of files.filter((file) => /\.ach$/i.test(file)).sort())
    await attempts.run(() => readFileOf(services, name));
  attempts.end();
}

async function readFileOf(services: FolderServices, name: string): Promise<void> {
  const { clock, log, metrics } = services;
  const folder = returnFolder(services);
  const path = join(folder, name);
  // The bank may still be writing it, and a part of it may look whole. A time far ahead is another machine's.
  if (Math.abs(clock.now().getTime() - (await stat(path)).mtimeMs) < quietMs) return;
  const text = await readFile(path, 'utf8');
  const { applied, known, unmatched, refused, refusedFiles } = await applyReturnFile(services, text);
  log.info({ file: name, applied: applied.length, known, unmatched }, 'ACH return file');
  if (refused.length > 0) log.error({ file: name, entries: refused }, 'ACH return entries refused');
  const open = applied.filter((line) => /look into it|ask yours/.test(line));
  if (open.length > 0) log.warn({ file: name, entries: open }, 'ACH return entries to look into');
  metrics.returnsNotApplied.inc(refused.length + refusedFiles.length);
  if (refusedFiles.length > 0) {
    log.error({ file: name, reason: refusedFiles.join(' ') }, 'ACH return file refused');
    await mkdir(join(folder, 'refused'), { recursive: true, mode: 0o700 });
    await rename(path, join(folder, 'refused', name));
    return;
  }
  await replaceFile(join(folder, 'read', name), text);
  await rm(path);
}

type Verdict = { readonly entry: Returned } & (
  | { readonly kind: 'sound'; readonly match: Match }
  | { readonly kind: 'known' | 'unmatched' }
  | { readonly kind: 'refused'; readonly match: Match; readonly mistake: string }
);

async function judge(
  tx: Tx,
  services: Pick<ReturnServices, 'lender' | 'vault'>,
  entry: Returned,
): Promise<Verdict> {
  if (await isKnownReturn(tx, keyOf(entry))) return { kind: 'known', entry };
  const match = (await matchOf(tx, services, entry)) ?? (await matchOfReturned(tx, entry));
  const mistake = match && mistakeIn(entry, match);
  if (match && mistake !== undefined) return { kind: 'refused', match, mistake, entry };
  return match && entry.kind !== 'malformed' ? { kind: 'sound', match, entry } : { kind: 'unmatched', entry };
}

/** The entries of a transfer's files that are for this lender, and why other files are refused. */
function soundEntries({ lender: { funding } }: Pick<ReturnServices, 'lender'>, text: string) {
  // A bank may write an id with or without zeros, blanks and the digit in front of an employer's number.
  const plain = (id: string) => id.replace(/^[ 0]+/, '').trim();
  const ours = [funding.origin.id, funding.companyId].flatMap((id) => [plain(id), plain(id.trim().slice(1))]);
  const files = readReturnFiles(text);
  const entries: Returned[] = [];
  const refusedFiles: string[] = [];
  for (const [at, file] of files.entries()) {
    const mistake =
      'mistake' in file
        ? file.mistake
        : ours.includes(plain(file.to))
          ? undefined
          : `It is for ${file.to}, not for ${funding.origin.id}.`;
    if (mistake !== undefined)
      refusedFiles.push(files.length === 1 ? mistake : `File ${at + 1} of ${files.length}: ${mistake}`);
    else if ('entries' in file) entries.push(...file.entries);
  }
  return { entries, refusedFiles, isAllRefused: refusedFiles.length === files.length };
}

/**
 * Returns the entries applied by this run, those applied before, those of others, and those of ours that were refused, as sentences;
 * and why a file of the transfer is refused: its counts, hashes or totals are wrong, or it is not for this lender.
 */
export async function applyReturnFile(services: ReturnServices, text: string) {
  const { entries, ...files } = soundEntries(services, text);
  return transact(services.db, async (tx) => {
    const applied: string[] = [];
    const unmatched: string[] = [];
    const refused: string[] = [];
    let known = 0;
    for (const entry of entries) {
      const verdict = await judge(tx, services, entry);
      if (verdict.kind === 'known') known += 1;
      else if (verdict.kind === 'unmatched') unmatched.push(`${named(entry)} matches nothing we sent`);
      else if (verdict.kind === 'refused') refused.push(refusalOf(verdict));
      else if (verdict.kind === 'sound' && entry.kind !== 'malformed')
        applied.push(await applyEntry(tx, services, entry, verdict.match, 'bank'));
    }
    return { applied, known, unmatched, refused, ...files };
  });
}

/** What `applyReturnFile` would do: a line for each refused file and each entry. */
export async function explainReturnFile(
  services: Pick<ReturnServices, 'db' | 'lender' | 'vault'>,
  text: string,
): Promise<readonly string[]> {
  const { entries, refusedFiles } = soundEntries(services, text);
  return transact(services.db, async (tx) => {
    const lines = refusedFiles.map((reason) => `Refused, with all its entries. ${reason}`);
    for (const entry of entries) {
      const verdict = await judge(tx, services, entry);
      const { kind } = verdict;
      if (kind === 'sound')
        lines.push(
          `${named(entry)}: application ${verdict.match.id}, ${verdict.match.what}, will be applied`,
        );
      else if (kind === 'refused') lines.push(`${named(entry)}: refused. ${refusalOf(verdict)}`);
      else lines.push(`${named(entry)}: ${kind === 'known' ? 'applied before' : 'matches nothing we sent'}`);
    }
    return lines;
  });
}

const refusalOf = ({ entry, match, mistake }: Extract<Verdict, { kind: 'refused' }>) =>
  `The entry with trace number ${entry.trace}, for application ${match.id}, ${mistake}`;

function mistakeIn(entry: Returned, { amounts, doubt }: Match): string | undefined {
  if (entry.kind === 'malformed') return entry.mistake;
  const isKnownCode = entry.kind === 'return' ? isReturnCode(entry.code) : isChangeCode(entry.code);
  if (!isKnownCode) return `has the code ${entry.code}, which we don't know`;
  if (entry.kind === 'return' && amounts && !amounts.includes(entry.amount))
    return 'returns another amount than the one we sent';
  return doubt;
}

/** An entry that was returned before is matched by its return: the banks may still write about it. */
async function matchOfReturned(
  tx: Tx,
  { kind, code, amount, originalTrace }: Returned,
): Promise<Match | undefined> {
  const before = kind === 'return' ? await returnOfTrace(tx, originalTrace) : undefined;
  if (!before?.application_id || before.amount !== amount) return undefined;
  const { what, application_id: id, loan_id: loanId } = before;
  const doubt = `was returned before, with ${before.code}`;
  return { what, id, loanId: loanId ?? undefined, ...(disputeOf(code) === undefined && { doubt }) };
}
