// A partner's lead as the database keeps it, beside the application that it is.
import type { Lookup } from '../encryption.ts';
import type { ApplicationId, Instant } from './tables.ts';

/** An application that a partner handed in. */
export interface LeadTable {
  application_id: ApplicationId;
  partner_id: string;
  /** The partner's own name for it. */
  partner_lead_id: string;
  /** A keyed hash of what was handed in: the same lead sent again is told from another under the same name. */
  content: Lookup;
  /** When the applicant gave the partner these details, and when they agreed to our texts. */
  collected_at: Instant;
  consented_at: Instant | null;
  link_expires_at: Instant;
  /** From then on the partner's link is one browser's: the one that has, or had, a session of this application. */
  opened_at: Instant | null;
}
