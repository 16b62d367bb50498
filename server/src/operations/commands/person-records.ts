// Every table's data about one person, decrypted and prepared for a copy, and the part of it that may be deleted early.
import { sql } from 'kysely';
import { applicationPeriod, type Retention } from '#lender/retention.ts';
import type { DocumentModel } from '../../pdf/document-model.ts';
import { monthsAfter } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import {
  type ApplicationId,
  type BlobKey,
  encryptedColumns,
  encryptionContext,
  purgedTables,
  type Tables,
} from '../../platform/db/tables.ts';
import type { Encrypted, Vault } from '../../platform/encryption.ts';
import { readJson } from '../../platform/json.ts';
import { readApplicantField } from '../../records/applicants.ts';
import type { With } from '../../services.ts';
import { unreadableValue } from '../../wording/person-document.ts';

type Row = Record<string, unknown>;

/** A file among the records, handed out as a file of its own: from the blob store, or of a document that was not sent. */
export interface PersonFile {
  readonly name: string;
  readonly content: BlobKey | DocumentModel;
}

/**
 * Left out of the copy: findings of fraud and sanctions screening, whose disclosure would defeat them, decisions by a challenger,
 * which had no effect, and our technical work. Vendors' answers repeat what other tables hold; the credit report itself is the bureau's to give.
 */
const leftOut: readonly (keyof Tables)[] = [
  'hold',
  'fraud_finding',
  'challenge_decision',
  'legal_hold',
  'vendor_call',
  'job',
  'link_token',
  'uploaded_part',
  'blob',
];
/** Keys, hashes, and the names of our staff: they are not about the person, and must not leave. */
const isSecret = (column: string) =>
  /(^|_)(lookup|token|hash|token_hash|live_ssn|submission|public_token_lookup|content|spent_by|operator)$/.test(
    column,
  );
/** Numbers that would let someone else act as the person; the last four digits identify each one. */
const masked: readonly string[] = ['ssn', 'account_number', 'routing_number'];
const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
};
/** The columns that name a file of the blob store. */
const fileColumns: Readonly<Record<string, readonly string[]>> = {
  document: ['pdf'],
  uploaded_file: ['content'],
  signed_copy: ['documents', 'certificate'],
  signing_envelope: ['documents', 'certificate'],
};

/** `unreadable` names each field that cannot be decrypted, by table, row and column. The rest of its row is in the records. */
export async function readRecords(db: Db, vault: Vault, ids: readonly ApplicationId[]) {
  const records: Record<string, Row[]> = {};
  const files: PersonFile[] = [];
  const unreadable: string[] = [];
  const shown = purgedTables.filter((table) => !leftOut.includes(table));
  for (const table of ['application', ...shown, 'audit_event'] as const) {
    const key = table === 'application' ? 'id' : 'application_id';
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} where ${sql.ref(key)} = any(${[...ids]})`.execute(db);
    if (rows.length > 0)
      records[table] = rows.map((row) => decryptRow(vault, table, row, { files, unreadable }));
  }
  return { records, files, unreadable };
}

function decryptRow(
  vault: Vault,
  table: keyof Tables,
  row: Row,
  { files, unreadable }: { readonly files: PersonFile[]; readonly unreadable: string[] },
): Row {
  const encrypted = (encryptedColumns as Record<string, { row: string; columns: readonly string[] }>)[table];
  const fileOf = (column: string, content: PersonFile['content']): [string, string] => {
    const isUpload = table === 'uploaded_file';
    const of = isUpload ? `uploaded-${String(row.kind)}` : `${table}-${String(row.kind ?? column)}`;
    const name = `${of}-${files.length + 1}.${isUpload ? endings[String(row.content_type)] : 'pdf'}`;
    // A signed copy may name the objects of its envelope.
    const known = files.find((file) => file.content === content);
    if (known === undefined) files.push({ name, content });
    return [column, known?.name ?? name];
  };
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => {
      const isEncrypted = encrypted?.columns.includes(column) === true;
      if (fileColumns[table]?.includes(column))
        return value === null ? [] : [fileOf(column, value as BlobKey)];
      if (isSecret(column) && !(isEncrypted && column === 'content')) return [];
      if (value === null || !isEncrypted) return [[column, value]];
      const place = encryptionContext(table as never, column as never, String(row[encrypted.row]));
      let text: string;
      try {
        text = vault.decrypt(value as Encrypted, place);
      } catch {
        unreadable.push(`${table} ${String(row.id ?? row[encrypted.row])}: ${column}`);
        return [[column, unreadableValue]];
      }
      // The PDF has the same text.
      if (table === 'document') return row.pdf === null ? [fileOf('pdf', JSON.parse(text))] : [];
      if (masked.includes(column)) return [[column, `ends in ${text.slice(-4)}`]];
      return [[column, /^[[{]/.test(text) ? (readJson(text) ?? text) : text]];
    }),
  );
}

/** Data that only the applicant needs: visits, reminders, and how they found us. */
export async function eraseExtras(tx: Tx, id: ApplicationId): Promise<number> {
  let rows = 0;
  for (const table of ['session', 'reminder'] as const) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where application_id = ${id}`.execute(tx);
    rows += Number(numAffectedRows);
  }
  await sql`update application set marketing = null where id = ${id}`.execute(tx);
  return rows;
}

/** Why an application must stay, and at least until when. */
export async function whyKept({ db, vault }: With<'db' | 'vault'>, retention: Retention, id: ApplicationId) {
  const { rows } = await sql<{ since: Date; funded: boolean }>`
    select a.state_since as since,
      exists (select 1 from disbursement d where d.application_id = a.id) as funded
    from application a where a.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The application is gone.');
  const kind = row.funded ? 'loans' : 'decisions';
  const state = await readApplicantField(db, vault, id, 'state');
  const { months, source } = applicationPeriod(retention, kind, state);
  return { until: monthsAfter(row.since, months), reason: `${retention[kind].reason} (${source})` };
}
