// `ops retention`: what the next retention run would end and delete, without doing it.

import { defineCommand } from '../../commands/command.ts';
import { tableOf } from '../../commands/printing.ts';
import { previewRetention, type RecordKind, type RetentionPreview } from '../retention/dry-run.ts';

const kinds: Readonly<Record<RecordKind, string>> = {
  sessions: 'sessions',
  textCodes: 'calls for text codes and captchas',
  bankData: 'answers with access to banks',
  sanctions: 'searches of the OFAC list and decisions on matches',
  measurements: 'reports of use and of errors in browsers',
  leftUploads: 'uploaded files that were never handed in, and parts of files',
};
const mostListed = 50;

export const retention = defineCommand('retention', 'show what the next retention run would delete', {
  needs: ['vault', 'lender'],
  run: async (services) => linesOf(await previewRetention(services)),
});

function linesOf({ expired, bankAccesses, records, purged }: RetentionPreview): readonly string[] {
  const counts: [number, string][] = [
    [expired, 'offers and approvals that have run out'],
    [bankAccesses, 'accesses to linked banks'],
    ...(Object.keys(kinds) as RecordKind[]).map((kind): [number, string] => [records[kind], kinds[kind]]),
    [purged.length, 'applications with all their data'],
  ];
  return [
    'The next retention run would end or delete the following. Nothing changed now:',
    ...tableOf(counts, [0]).map((line) => `  ${line}`),
    ...purged.slice(0, mostListed).map(({ id, period }) => `    ${id}  ${period}`),
    ...(purged.length > mostListed ? [`    and ${purged.length - mostListed} more`] : []),
  ];
}
