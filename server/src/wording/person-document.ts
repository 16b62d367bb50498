// The copy of what is held about a person, to hand out on request. It lists the same records as the JSON beside it.
import type { Lender } from '#lender/load.ts';
import type { Block, DocumentModel } from '../pdf/document-model.ts';
import { longDate } from '../pdf/format.ts';
import { lenderDay } from '../platform/clock.ts';
import { onLetterhead } from './letterhead.ts';

const titles: Readonly<Record<string, string>> = {
  application: 'Applications',
  applicant: 'What you told us',
  lead: 'What a partner sent us',
  consent: 'What you agreed to',
  decision: 'Decisions',
  military_check: 'Military Lending Act checks',
  marital_status: 'What you told us about a spouse',
  verification: 'Comparison with your bank',
  linked_bank: 'Linked banks',
  deposit_account: 'Account for your funds',
  disbursement: 'Payout',
  autopay: 'Autopay',
  envelope: 'Signing',
  signed_copy: 'Signed documents',
  document: 'Documents',
  reminder: 'Reminders',
  session: 'Visits',
  audit_event: 'What happened, and when',
};

/** In place of a stored value that can't be decrypted. */
export const unreadableValue = "We couldn't read this.";

const nameOf = (key: string) => {
  const words = key.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function linesOf(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return ['None'];
  if (value instanceof Date) return [value.toISOString()];
  if (Array.isArray(value)) return value.length === 0 ? ['None'] : value.flatMap(linesOf);
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, part]) =>
      linesOf(part).map((line) => `${nameOf(key)}: ${line}`),
    );
  return [typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)];
}

export function personDocument(
  lender: Lender,
  copy: {
    readonly madeAt: Date;
    readonly records: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
    readonly files: readonly string[];
  },
): DocumentModel {
  const { name } = lender.brand;
  const { madeAt, records, files } = copy;
  return onLetterhead(lender, { reference: 'Your information', madeAt, title: 'Your information' }, [
    {
      kind: 'paragraph',
      text: `This is what ${name} holds about you, as of ${longDate(lenderDay(lender, madeAt))}. Account numbers and your Social Security number are shortened to their last four digits.`,
    },
    ...Object.entries(records).flatMap(([table, rows]): Block[] => [
      { kind: 'heading', level: 2, text: titles[table] ?? nameOf(table) },
      ...rows.map(
        (row): Block => ({
          kind: 'definitions',
          items: Object.entries(row).map(([key, value]) => ({ term: nameOf(key), details: linesOf(value) })),
        }),
      ),
    ]),
    ...(files.length === 0
      ? []
      : ([
          { kind: 'heading', level: 2, text: 'Documents beside this one' },
          { kind: 'list', items: files },
        ] satisfies Block[])),
  ]);
}
