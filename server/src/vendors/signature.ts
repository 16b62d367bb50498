// Electronic signatures: the interface of a service that shows the loan documents, has them signed, and seals them.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { LoanSummary } from '#contract/loan-summary.ts';
import type { DocumentModel, Place } from '../pdf/document-model.ts';
import type { ApplicationId, BlobKey, SessionId } from '../platform/db/tables.ts';
import type { Sessions } from '../platform/http/sessions.ts';
import type { Unread } from '../platform/http/webhooks.ts';
import type { Checkable } from './vendor-check.ts';

/** `open` while the documents may still be signed, and while the signed documents are being sealed. The others are final. */
export type EnvelopeStatus = 'open' | 'completed' | 'declined' | 'voided';
export type FinalStatus = Exclude<EnvelopeStatus, 'open'>;

export const isFinal = (status: EnvelopeStatus | undefined): status is FinalStatus =>
  status !== undefined && status !== 'open';

export interface Signer {
  readonly name: string;
  readonly email: string;
  /** Our id for the signer, the same at creation and at signing. */
  readonly clientUserId: string;
}

export interface NewEnvelope {
  /** Our id for the envelope. There is one envelope per id, and `find` looks it up. */
  readonly transactionId: string;
  readonly subject: string;
  readonly documents: readonly {
    /** Our id for the document. */
    readonly key: string;
    readonly pdf: Buffer;
    /** SHA-256 of the PDF, in hexadecimal. */
    readonly sha256: string;
    /** Where the PDF is signed and dated. */
    readonly places: readonly Place[];
    /** The text of the PDF, for signing pages of our own. */
    readonly paper: DocumentModel;
  }[];
  readonly signer: Signer;
  /** Where the webhook's messages go. Undefined if the service has no webhook. */
  readonly webhookUrl: string | undefined;
}

interface NewVisit {
  /** Where the signing page leads back to. */
  readonly returnUrl: string;
  /** The session that visits. Signing pages of our own open only in it, and end with it. */
  readonly sessionId: SessionId;
}

interface FoundEnvelope {
  readonly envelopeId: string;
  readonly status: EnvelopeStatus;
}

/** An envelope ended, by a message whose signature was checked. */
export interface EnvelopeEvent {
  readonly envelopeId: string;
  readonly status: FinalStatus;
}

interface SignatureWebhook {
  readonly path: `/webhooks/${string}`;
  /** Whether the service signed the raw body is checked first; `nothing` if it doesn't matter to us. */
  read(body: Buffer, headers: IncomingHttpHeaders): EnvelopeEvent | 'nothing' | Exclude<Unread, 'malformed'>;
}

/** Every method that calls the service rejects with `NotPerformed` (a refusal is a `VendorRefused`) or `OutcomeUnknown`. */
export interface Signatures extends Checkable {
  /** Names the service in stored calls and logs. */
  readonly vendor: string;
  /** The service's name on screen; undefined if it is the lender's own. */
  readonly publicName: string | undefined;
  /** The least number of seconds between two requests for one envelope's status; 0 if there is no limit. */
  readonly statusEverySeconds: number;
  /** For how many days `find` knows an envelope by our id; undefined if always. */
  readonly findableDays: number | undefined;
  /** Undefined if the service doesn't post messages. */
  readonly webhook: SignatureWebhook | undefined;
  /**
   * Registers the signing pages, if they are ours. `onEnded` is called with each envelope that ends there; `loanOf` reads the loan
   * that an application's documents are for, and `pdfOf` a document by our id.
   */
  readonly pages?: (
    app: FastifyInstance,
    sessions: Sessions,
    onEnded: (event: EnvelopeEvent) => Promise<void>,
    read: {
      readonly loanOf: (id: ApplicationId) => Promise<LoanSummary>;
      readonly pdfOf: (key: string) => Promise<Buffer>;
    },
  ) => void;
  create(envelope: NewEnvelope, signal: AbortSignal): Promise<{ envelopeId: string }>;
  /** Undefined if no envelope of the last `findableDays` has this id. For calls that a crash or a refusal left open, not for polling. */
  find(transactionId: string, signal: AbortSignal): Promise<FoundEnvelope | undefined>;
  /** Updates the signer's name and email address on an envelope that is not signed yet. */
  changeSigner(envelopeId: string, signer: Signer, signal: AbortSignal): Promise<void>;
  /** Ends an envelope that is not signed yet. `reason` is shown to the signer. */
  void(envelopeId: string, reason: string, signal: AbortSignal): Promise<'voided' | 'ended-before'>;
  status(envelopeId: string, signal: AbortSignal): Promise<EnvelopeStatus>;
  /** The status of many envelopes in one call. Envelopes that are unknown are left out. */
  statuses(envelopeIds: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, EnvelopeStatus>>;
  /** The name by which a completed envelope was signed. Absent if the signing pages compare the name themselves. */
  readonly signedName?: (envelopeId: string, signal: AbortSignal) => Promise<string>;
  /** The address of the signing page. It works once, for a few minutes. */
  signingAddress(envelopeId: string, signer: Signer, visit: NewVisit, signal: AbortSignal): Promise<string>;
  /** A PDF, or its object that a row names: all signed documents in one, or the certificate of completion. */
  document(
    envelopeId: string,
    which: 'combined' | 'certificate',
    signal: AbortSignal,
  ): Promise<Buffer | BlobKey>;
}
