// Which folder of server/src queries which table; `npm run imports` holds it. Every table may also be queried by records/, which
// several stages share, and by the retention stage, which purges them all.
import type { Tables } from './tables.ts';

export const sharedOwners = ['records', 'stages/retention'] as const;

export interface Ownership {
  readonly owner: string;
  /** Other folders that query it. The check also fails for an entry that is not needed. */
  readonly others?: readonly string[];
}

export const tableOwners: { readonly [table in keyof Tables]: Ownership } = {
  application: {
    owner: 'journey',
    others: [
      'cli',
      'stages/autopay',
      'stages/bank-link',
      'stages/decision',
      'stages/documents',
      'stages/fast-path',
      'stages/funding',
      'stages/notices',
      'stages/offers',
      'stages/partners',
      'stages/phone-check',
      'stages/prequalification',
      'stages/resume',
      'stages/verification',
    ],
  },
  applicant: {
    owner: 'records',
    others: [
      'stages/funding',
      'stages/notices',
      'stages/partners',
      'stages/prequalification',
      'stages/resume',
    ],
  },
  lead: { owner: 'stages/partners' },
  session: { owner: 'platform/http', others: ['journey'] },
  work: {
    owner: 'platform/jobs',
    others: ['journey', 'stages/documents', 'stages/notices', 'stages/prequalification'],
  },
  outside_call: { owner: 'platform/jobs', others: ['cli', 'journey'] },
  decision: { owner: 'records' },
  document: { owner: 'records', others: ['stages/documents'] },
  consent: { owner: 'records' },
  audit_event: { owner: 'records', others: ['stages/documents'] },
  limit_count: { owner: 'platform/http' },
  breaker: { owner: 'platform/jobs' },
  deposit_account: {
    owner: 'records',
    others: ['journey', 'stages/autopay', 'stages/deposit', 'stages/funding'],
  },
  disbursement: { owner: 'stages/funding', others: ['stages/autopay'] },
  envelope: { owner: 'stages/documents', others: ['stages/autopay'] },
  signed_copy: { owner: 'stages/documents' },
  autopay: { owner: 'stages/autopay' },
  link_token: { owner: 'stages/bank-link' },
  linked_bank: { owner: 'stages/bank-link', others: ['journey', 'stages/verification'] },
  verification: { owner: 'stages/verification', others: ['journey'] },
};
