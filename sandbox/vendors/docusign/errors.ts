// DocuSign's errors: an error code and a message.
import { Refused } from '../../requests.ts';

const errors = {
  USER_DOES_NOT_BELONG_TO_SPECIFIED_ACCOUNT: [400, 'The User is not a member of the specified Account.'],
  AUTHORIZATION_INVALID_TOKEN: [401, 'The access token provided is expired, revoked or malformed.'],
  USER_AUTHENTICATION_FAILED: [401, 'Missing credentials.'],
  ENVELOPE_DOES_NOT_EXIST: [404, 'The envelope does not exist or you have no rights to it.'],
  DOCUMENT_DOES_NOT_EXIST: [404, 'The document specified was not found.'],
  UNKNOWN_ENVELOPE_RECIPIENT: [400, 'The recipient is not a valid recipient of the specified envelope.'],
  ENVELOPE_INVALID_STATUS: [400, 'The envelope is not in a status that allows this operation.'],
  ENVELOPE_CANNOT_VOID_INVALID_STATE: [400, "Only 'Sent' or 'Delivered' envelopes may be voided."],
  INVALID_REQUEST_BODY: [400, 'The request body is missing or improperly formatted.'],
  INVALID_REQUEST_PARAMETER: [400, 'The request contained at least one invalid parameter.'],
  ENVELOPE_HAS_NO_DOCUMENTS: [400, 'The envelope has no documents, so it cannot be sent.'],
  ENVELOPE_IS_INCOMPLETE: [400, 'An envelope requires documents, recipients, tabs and a subject line.'],
  INVALID_EMAIL_ADDRESS_FOR_RECIPIENT: [400, 'The email address for the recipient is invalid.'],
  UNABLE_TO_CONVERT_DOCUMENT: [400, 'System was unable to convert this document to a PDF.'],
  INVALID_TAB_OPERATION: [400, 'The Tab specified is not valid.'],
  Hourly_Envelope_Polling_Limit_Exceeded: [400, 'A status may be requested once in 15 minutes. Use Connect.'],
  RESOURCE_NOT_FOUND: [404, 'The URL provided does not resolve to a resource.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof errors;

export function refused(errorCode: ErrorCode, detail = ''): Refused {
  const [status, message] = errors[errorCode];
  return new Refused(status, { errorCode, message: `${message} ${detail}`.trim() });
}
