// The demo's policy with changes, for tests of what a change does.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LENDER_DIRECTORY } from '#lender/load.ts';

// biome-ignore lint/suspicious/noExplicitAny: the changes reach any part of a file
type Content = any;
/** What changes, by the name of the file. */
export type PolicyChange = Readonly<Record<string, (content: Content) => void>>;

export function writePolicy(folder: string, change: PolicyChange): string {
  cpSync(path.join(LENDER_DIRECTORY, 'policy'), folder, { recursive: true });
  for (const [name, edit] of Object.entries(change)) {
    const file = path.join(folder, `${name}.json`);
    const content = JSON.parse(readFileSync(file, 'utf8'));
    edit(content);
    writeFileSync(file, JSON.stringify(content));
  }
  return folder;
}

/** A new rule of a table: applicants with these facts are declined. */
export const declineFor = (when: Record<string, string>, reason: string) => (table: Content) => {
  for (const fact of Object.keys(when)) table.columns[fact] ??= 'A fact of the new rule';
  const gives = { outcome: 'DECLINED', reason };
  table.rows.push({ id: 'N-10', about: 'A new rule.', when, gives, from: '2024-01-01' });
};

/** Declines persons 1, 6 and 28 at the hard pull, and is dearer and shorter for anyone whom it would lend to. */
export const strictPolicy: PolicyChange = {
  approval: declineFor({ openTradeLines: '>= 1' }, 'poor-performance-with-us'),
  programs: ({ small }) => {
    small.max = '5500.00';
  },
  pricing: ({ rows }) => {
    for (const { gives } of rows)
      for (const band of Object.keys(gives)) if (gives[band] !== '24.00') gives[band] = '35.99';
  },
  'time-limits': ({ limits: [limit] }) => {
    Object.assign(limit, { approvalValidDays: 1, offersValidDays: 1, minDaysBetweenLoans: 365 });
  },
  verification: (rules) => {
    Object.assign(rules, { validDays: 1, incomeShortfallPercent: 0, nameMatchPercent: 100 });
  },
};
