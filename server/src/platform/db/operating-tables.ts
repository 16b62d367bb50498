// The tables of running the product: sessions, jobs, vendors' calls, limits, the audit log, the policy, measurements, keys and the
// database itself.
import type { ColumnType, Generated } from 'kysely';
import type { JobStage, JobStatus } from '#contract/jobs.ts';
import type { Encrypted, Lookup } from '../encryption.ts';
import type {
  ApplicationId,
  BlobKey,
  Instant,
  JobId,
  Json,
  MaybeInstant,
  SessionId,
} from './column-types.ts';

type EndedBy = 'time' | 'sign-out' | 'code';

/** A place in the source, or in a built file whose source map is gone. */
export interface SourceFrame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** How often each value occurred. */
export type Counts = Record<string, number>;
export type WatchedBands = Readonly<Record<'score' | 'income', Counts>>;

export interface WatchedFigures {
  /** Decisions of the last 7 days by outcome. */
  readonly decisions: Readonly<Record<'prequalification' | 'approval', Counts>>;
  /** Approved applications of the last 28 days, and those among them whose loan was paid out. */
  readonly approved: number;
  readonly funded: number;
  /** The population stability index of the last 7 days. Absent with too few decisions. */
  readonly stability: { readonly [of in keyof WatchedBands]?: number };
}

export interface OperatingTables {
  session: {
    id: SessionId;
    /** SHA-256 of the cookie’s token. */
    token_hash: string;
    application_id: ApplicationId | null;
    created_at: Instant;
    touched_at: Instant;
    /** How long the session may be idle from then on. */
    idle_seconds: Generated<number>;
    /** Started by a link: the session shows nothing of the application until a text code is entered. */
    awaits_code: boolean;
    /** It awaited a code before. Another one is entered before what directs money changes. */
    is_resumed: boolean;
    /** An ended session remains ended even if the clock is set back. `code`: a new token replaced it. */
    ended_at: MaybeInstant;
    ended_by: ColumnType<EndedBy | null, EndedBy | null | undefined, EndedBy>;
    address: Encrypted;
    user_agent: Encrypted;
    /** Of the address and the user agent together. */
    device_lookup: Lookup;
  };

  /** The status of a job, for applicants who poll for it. ACTIVE is in the API only; a job that runs is PENDING. */
  job: {
    id: JobId;
    application_id: ApplicationId;
    name: string;
    status: Exclude<JobStatus, 'ACTIVE'>;
    awaited: boolean;
    /** What it has done so far, for the page that waits for it. */
    stages: ColumnType<readonly JobStage[], readonly JobStage[] | undefined, never>;
    /** Failed attempts. An attempt whose process was killed does not count. */
    failures: Generated<number>;
    /** Of the latest failed attempt. */
    last_error: ColumnType<string | null, never, string>;
    /** When work that waits for a vendor is tried again; null while it is being tried. */
    retry_at: MaybeInstant;
    /** When its quick tries were used up. */
    delayed_at: MaybeInstant;
    /** When the job ended for good without doing its work; cleared when an operator runs it again. */
    gave_up_at: MaybeInstant;
    /** Taken out of the queue until its application may continue. */
    is_parked: Generated<boolean>;
    /** What to enqueue it with again, once it was put off, parked or gave up. */
    payload: ColumnType<unknown, string | null | undefined, string | null>;
    created_at: Instant;
    changed_at: Instant;
  };

  vendor_call: {
    id: Generated<string>;
    application_id: ApplicationId | null;
    vendor: string;
    operation: string;
    /** Identifies what the call does. The same key is never done twice. */
    key: string;
    status: 'intended' | 'completed' | 'failed' | 'unresolved' | 'lost';
    attempts: number;
    /** Identifies the latest attempt, so that a process recognizes its own. */
    claim: Generated<string | null>;
    intended_at: Instant;
    leased_until: Instant;
    completed_at: Instant | null;
    response: Encrypted | null;
  };

  audit_event: {
    id: Generated<string>;
    application_id: ApplicationId | null;
    session_id: SessionId | null;
    type: string;
    data: Json<object>;
    /** Who ran the operator's command that wrote it; null for the product itself. */
    operator: ColumnType<string | null, string | null | undefined, never>;
    at: Instant;
  };

  /** The place of an event in its chain, which the database writes when the event is committed. */
  audit_link: {
    event_id: number;
    /** The application, or zeros for the events of none. */
    chain: string;
    position: number;
    /** SHA-256 over the hash of the event before and this event. */
    hash: Buffer;
    is_exported: Generated<boolean>;
    /** The checkpoint that covers it. */
    checkpoint: number | null;
  };

  /** What the audit log was at an instant, signed. */
  audit_checkpoint: {
    number: number;
    made_at: Instant;
    /** How many events it covers beyond the checkpoint before. */
    events: number;
    /** Over the digest of the checkpoint before and these events, in hexadecimal. */
    digest: string;
    /** The Ed25519 key and signature, in base64. */
    public_key: string;
    signature: string;
  };

  limit_count: {
    key: string;
    window_start: Instant;
    count: number;
  };

  breaker: {
    vendor: string;
    failures: number;
    /** The first failure in a row. */
    since: Instant | null;
    opened_at: Instant | null;
  };

  /** One event of a visit, measured with consent. */
  measurement: {
    id: Generated<string>;
    /** A random number of the visit. */
    visit: string;
    type: 'screen' | 'step' | 'refused' | 'left';
    screen: string;
    field: string | null;
    advertising: boolean;
    at: Instant;
    /** When it was handed to the analytics service, or would have been. */
    forwarded_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };

  /** Where a script of ours failed in a browser. */
  browser_error: {
    id: string;
    name: string;
    screen: string | null;
    /** Places in the source, innermost first. */
    frames: Json<readonly SourceFrame[]>;
    at: Instant;
    forwarded_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };

  /** A key that data of this database is encrypted or looked up with. */
  key_fingerprint: {
    kind: 'encryption' | 'lookup';
    key_id: string;
    /** A keyed hash of a constant, which identifies the key without revealing it. */
    fingerprint: string;
    first_seen_at: Instant;
  };

  /** A password or certificate of the settings that expires. */
  credential: {
    name: string;
    fingerprint: Lookup;
    expires_at: Instant;
  };

  /** An API key that an operator made for a partner. */
  partner_key: {
    id: string;
    partner_id: string;
    /** SHA-256 of the key, in hexadecimal. */
    hash: string;
    created_at: Instant;
    revoked_at: MaybeInstant;
  };

  /** An object of the blob store. */
  blob: {
    key: BlobKey;
    application_id: ApplicationId;
    /** Of the object as it is stored, encrypted. */
    byte_count: number;
    /** Of the same bytes, in hexadecimal. */
    sha256: string;
    /** The key that the object is encrypted with, in base64. */
    secret: Encrypted;
    stored_at: Instant;
  };

  /** An object whose row was deleted, until the store has removed it. */
  removed_blob: { key: BlobKey };

  /** What `/readyz` writes to learn whether the database can be written. */
  readiness_probe: {
    written_at: Instant;
    filler: Generated<string>;
  };
  /** Distinguishes the database from a copy that was restored from a dump. */
  database_identity: {
    only_row: Generated<boolean>;
    table_number: number;
    recorded_at: Instant;
  };

  /** A version of the credit policy that decided or was proposed, whole. Append-only. */
  policy_version: {
    version: string;
    /** SHA-256 of the files, in hexadecimal. */
    digest: string;
    files: Json<readonly { readonly name: string; readonly json: string }[]>;
    stored_at: Instant;
  };

  /** A step by which operators changed the version in force. Append-only. */
  policy_step: {
    id: Generated<number>;
    version: string;
    kind: 'proposed' | 'approved' | 'scheduled' | 'rolled-back';
    why: string | null;
    /** Of a proposal: what it would have decided, as Markdown. */
    report: string | null;
    /** From when on the version decides. Null for a proposal and an approval. */
    takes_effect_at: Instant | null;
    operator: string;
    recorded_at: Instant;
  };

  /** A policy version that decides silently beside the one in force, for a share of the applicants. One runs at a time. */
  challenge: {
    id: string;
    version: string;
    /** In percent of the applicants. */
    share: number;
    why: string;
    /** What chooses the applicants. Null once the challenge is over. */
    key: Encrypted | null;
    started_at: Instant;
    stopped_at: MaybeInstant;
    /** The last decision that it read. */
    read_at: MaybeInstant;
    read_id: ColumnType<string | null, string | null | undefined, string | null>;
  };

  /** What a challenger would have decided. It has no effect on the application. */
  challenge_decision: {
    id: string;
    challenge_id: string;
    decision_id: string;
    application_id: ApplicationId;
    detail: Encrypted;
    decided_at: Instant;
  };

  /** How a version decides, and about whom, as the latest measurement has it. Counts of many people, and nothing of one. */
  policy_watch: {
    version: string;
    /** How many of those whom it was made for are in each band of score and income. Null until there are enough. */
    baseline: Json<WatchedBands> | null;
    figures: Json<WatchedFigures>;
    measured_at: Instant;
  };
}
