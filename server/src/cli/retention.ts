// `ops retention`: what the next retention run would end and delete, without doing it.
import { loadLender } from '#lender/load.ts';
import { previewRetention, type RecordKind, type RetentionPreview } from '../evidence/retention/dry-run.ts';
import { SetupError } from '../platform/failure.ts';
import { type Command, withServices } from './command.ts';

const kinds: Readonly<Record<RecordKind, string>> = {
  sessions: 'sessions',
  textCodes: 'calls for text codes and captchas',
  bankData: 'answers with access to banks',
  sanctions: 'searches of the OFAC list and decisions on matches',
  measurements: 'reports of use and of errors in browsers',
  leftUploads: 'uploaded files that were never handed in, and parts of files',
};
const mostListed = 50;

export const runRetentionCommand: Command = async (env, args, print) => {
  if (args.length > 0)
    throw new SetupError(
      'Run `ops retention`. It shows what would be deleted now, deletes nothing, and takes no options.',
    );
  await withServices(env, { keys: true }, async ({ db, clock, vault, config }) => {
    const lender = loadLender(config.lenderDirectory);
    for (const line of linesOf(await previewRetention({ db, clock, vault, lender }))) print(line);
  });
};

function linesOf({ expired, bankAccesses, records, purged }: RetentionPreview): readonly string[] {
  const line = (count: number, what: string) => `${String(count).padStart(8)}  ${what}`;
  return [
    'The next retention run would end or delete the following. Nothing changed now:',
    line(expired, 'offers and approvals that have run out'),
    line(bankAccesses, 'accesses to linked banks'),
    ...(Object.keys(kinds) as RecordKind[]).map((kind) => line(records[kind], kinds[kind])),
    line(purged.length, 'applications with all their data'),
    ...purged.slice(0, mostListed).map(({ id, period }) => `          ${id}  ${period}`),
    ...(purged.length > mostListed ? [`          and ${purged.length - mostListed} more`] : []),
  ];
}
