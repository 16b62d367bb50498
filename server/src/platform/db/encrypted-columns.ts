// Which columns are encrypted. `npm run keys:rotate` walks this list.
import { applicantColumns, type Tables } from './tables.ts';

/** Every encrypted column, with the column that identifies its row. */
export const encryptedColumns = {
  applicant: { row: 'application_id', columns: [...applicantColumns.filled, ...applicantColumns.nullable] },
  session: { row: 'id', columns: ['address', 'user_agent'] },
  vendor_call: { row: 'key', columns: ['response'] },
  decision: { row: 'id', columns: ['inputs', 'detail'] },
  challenge: { row: 'id', columns: ['key'] },
  challenge_decision: { row: 'id', columns: ['detail'] },
  hold: { row: 'id', columns: ['evidence', 'resolved_by'] },
  legal_hold: { row: 'id', columns: ['reason', 'lift_reason'] },
  military_check: { row: 'id', columns: ['evidence'] },
  ofac_screening: { row: 'id', columns: ['evidence'] },
  marital_status: { row: 'application_id', columns: ['answer'] },
  blob: { row: 'key', columns: ['secret'] },
  uploaded_file: { row: 'id', columns: ['name'] },
  uploaded_part: { row: 'id', columns: ['content'] },
  document: { row: 'id', columns: ['content'] },
  envelope: { row: 'application_id', columns: ['signer_name', 'signer_email', 'mailed_to'] },
  signing_envelope: { row: 'id', columns: ['signer', 'shown', 'evidence'] },
  deposit_account: {
    row: 'application_id',
    columns: ['institution_name', 'routing_number', 'account_number'],
  },
  account_validation: { row: 'application_id', columns: ['amounts'] },
  autopay: {
    row: 'application_id',
    columns: ['institution_name', 'routing_number', 'account_number'],
  },
  link_token: { row: 'application_id', columns: ['token', 'hosted_url'] },
  linked_bank: { row: 'id', columns: ['access_token', 'mask'] },
  verification: { row: 'linked_bank_id', columns: ['detail'] },
  notice: { row: 'id', columns: ['reasons'] },
  received_text: { row: 'id', columns: ['text'] },
  text_reply: { row: 'vendor_id', columns: ['text'] },
  consent: { row: 'session_id', columns: ['address', 'user_agent', 'sentence'] },
} as const satisfies {
  [T in keyof Tables]?: { row: keyof Tables[T]; columns: readonly (keyof Tables[T])[] };
};

/** The context that a value is encrypted for: `table.column:row`. */
export function encryptionContext<T extends keyof typeof encryptedColumns>(
  table: T,
  column: (typeof encryptedColumns)[T]['columns'][number],
  row: string,
): string {
  return `${table}.${column}:${row}`;
}
