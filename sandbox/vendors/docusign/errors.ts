// DocuSign's errors: an error code and a message.
import type { FastifyReply } from 'fastify';

const sentences = {
  ACCOUNT_NOT_FOUND: [
    400,
    'USER_DOES_NOT_BELONG_TO_SPECIFIED_ACCOUNT',
    'The specified User is not a member of the specified Account.',
  ],
  TOKEN: [401, 'AUTHORIZATION_INVALID_TOKEN', 'The access token provided is expired, revoked or malformed.'],
  NO_TOKEN: [
    401,
    'USER_AUTHENTICATION_FAILED',
    'One or both of Username and Password are invalid. Missing credentials.',
  ],
  ENVELOPE: [
    404,
    'ENVELOPE_DOES_NOT_EXIST',
    'The envelope specified either does not exist or you have no rights to it.',
  ],
  DOCUMENT: [404, 'DOCUMENT_DOES_NOT_EXIST', 'The document specified was not found.'],
  RECIPIENT: [
    400,
    'UNKNOWN_ENVELOPE_RECIPIENT',
    'The recipient you have identified is not a valid recipient of the specified envelope.',
  ],
  SEQUENCE: [
    400,
    'RECIPIENT_NOT_IN_SEQUENCE',
    'The token for an out of sequence recipient cannot be generated.',
  ],
  STATUS: [
    400,
    'ENVELOPE_INVALID_STATUS',
    'Invalid envelope status. The envelope is not in a status that allows this operation.',
  ],
  VOID: [
    400,
    'ENVELOPE_CANNOT_VOID_INVALID_STATE',
    "Only envelopes in the 'Sent' or 'Delivered' states may be voided.",
  ],
  BODY: [400, 'INVALID_REQUEST_BODY', 'The request body is missing or improperly formatted.'],
  PARAMETER: [400, 'INVALID_REQUEST_PARAMETER', 'The request contained at least one invalid parameter.'],
  NO_DOCUMENTS: [400, 'ENVELOPE_HAS_NO_DOCUMENTS', 'The envelope has no documents, so it cannot be sent.'],
  NO_RECIPIENTS: [
    400,
    'ENVELOPE_IS_INCOMPLETE',
    'The Envelope is not Complete. A Complete Envelope Requires Documents, Recipients, Tabs, and a Subject Line.',
  ],
  EMAIL: [400, 'INVALID_EMAIL_ADDRESS_FOR_RECIPIENT', 'The email address for the recipient is invalid.'],
  CONVERT: [400, 'UNABLE_TO_CONVERT_DOCUMENT', 'System was unable to convert this document to a PDF.'],
  ANCHOR: [400, 'ANCHOR_TAB_STRING_NOT_FOUND', 'At least one Anchor Tab String was not found.'],
  TAB: [400, 'INVALID_TAB_OPERATION', 'The Tab specified is not valid.'],
  POLLING: [
    429,
    'HOURLY_APIINVOCATION_LIMIT_EXCEEDED',
    'The status of an envelope may be requested once in 15 minutes. Use Connect to be notified of changes.',
  ],
  RESOURCE: [404, 'RESOURCE_NOT_FOUND', 'The URL provided does not resolve to a resource.'],
} as const satisfies Record<string, readonly [number, string, string]>;

type ErrorName = keyof typeof sentences;

/** Thrown when the caller's request is wrong. */
export class DocusignError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(name: ErrorName, detail = '') {
    const [status, code, sentence] = sentences[name];
    super(detail ? `${sentence} ${detail}` : sentence);
    this.status = status;
    this.code = code;
  }
}

export const refuse = (reply: FastifyReply, { status, code, message }: DocusignError) =>
  reply.code(status).send({ errorCode: code, message });
