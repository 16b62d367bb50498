// Plaid's errors, with its codes and messages.
import type { PlaidError } from 'plaid';
import { requestId, type Wire } from './shapes.ts';

export type ErrorBody = Required<
  Pick<Wire<PlaidError>, 'error_type' | 'error_code' | 'error_message' | 'display_message' | 'request_id'>
>;
type Kind = Wire<PlaidError>['error_type'];

export class PlaidApiError extends Error {
  readonly type: Kind;
  readonly code: string;
  readonly display: string | null;

  constructor(type: Kind, code: string, message: string, display: string | null = null) {
    super(message);
    this.type = type;
    this.code = code;
    this.display = display;
  }

  get status(): number {
    if (this.type === 'API_ERROR') return 500;
    return this.type === 'RATE_LIMIT_EXCEEDED' ? 429 : 400;
  }

  body(): ErrorBody {
    return {
      error_type: this.type,
      error_code: this.code,
      error_message: this.message,
      display_message: this.display,
      request_id: requestId(),
    };
  }
}

export const missingFields = (names: string[]) =>
  new PlaidApiError(
    'INVALID_REQUEST',
    'MISSING_FIELDS',
    `the following required fields are missing: ${names.join(', ')}`,
  );
export const unknownFields = (names: string[]) =>
  new PlaidApiError(
    'INVALID_REQUEST',
    'UNKNOWN_FIELDS',
    `the following fields are not recognized by this endpoint: ${names.join(', ')}`,
  );
export const invalidField = (message: string) =>
  new PlaidApiError('INVALID_REQUEST', 'INVALID_FIELD', message);
export const invalidInput = (code: string, message: string) =>
  new PlaidApiError('INVALID_INPUT', code, message);
export const oauthError = (code: string, message: string) => new PlaidApiError('OAUTH_ERROR', code, message);

export const internalError = () =>
  new PlaidApiError('API_ERROR', 'INTERNAL_SERVER_ERROR', 'an unexpected error occurred');

/** A bank's login errors by code: error type, message for developers, message for the person. */
const loginErrors: Record<string, [Kind, string, string | null]> = {
  INVALID_CREDENTIALS: [
    'ITEM_ERROR',
    'the provided credentials were not correct',
    'The username or password is not correct. Please try again.',
  ],
  INVALID_MFA: [
    'ITEM_ERROR',
    'the provided MFA response(s) were not correct',
    'That answer is not correct. Please try again.',
  ],
  INVALID_SEND_METHOD: [
    'ITEM_ERROR',
    'the provided MFA send method was invalid',
    'The bank cannot send a code that way.',
  ],
  INSUFFICIENT_CREDENTIALS: [
    'ITEM_ERROR',
    'insufficient authorization was provided',
    'Your login with the bank was not completed.',
  ],
  ITEM_LOCKED: [
    'ITEM_ERROR',
    "the account is locked. prompt the user to visit the institution's website and unlock their account",
    'The bank has locked your account. Unlock it on the bank’s own website, then try again.',
  ],
  ITEM_LOGIN_REQUIRED: [
    'ITEM_ERROR',
    "the login details of this item have changed (credentials, MFA, or required user action) and a user login is required to update this information. use Link's update mode to restore the item to a good state",
    'Your login details have changed. Log in again.',
  ],
  ITEM_NOT_SUPPORTED: [
    'ITEM_ERROR',
    'this account is not currently supported',
    'This account cannot be linked.',
  ],
  MFA_NOT_SUPPORTED: [
    'ITEM_ERROR',
    'MFA is required for this item but is not supported for this institution',
    'The way this account is protected is not supported.',
  ],
  NO_ACCOUNTS: [
    'ITEM_ERROR',
    'no accounts are associated with this item',
    'There is no account to link under this login.',
  ],
  PASSWORD_RESET_REQUIRED: [
    'ITEM_ERROR',
    'the user must reset their password',
    'The bank requires you to set a new password on its own website first.',
  ],
  USER_SETUP_REQUIRED: [
    'ITEM_ERROR',
    'the account has not been fully set up. prompt the user to visit the institution’s website and finish the setup',
    'Finish setting up your account on the bank’s own website first.',
  ],
  USER_INPUT_TIMEOUT: ['ITEM_ERROR', 'the user did not respond in time', 'That took too long. Try again.'],
  ACCESS_NOT_GRANTED: [
    'ITEM_ERROR',
    'access to this product was not granted for the account',
    'You did not allow the bank to share what is needed.',
  ],
  INSTITUTION_DOWN: [
    'INSTITUTION_ERROR',
    'this institution is not currently responding to this request. please try again soon',
    'The bank cannot be reached just now. Try again soon, or choose another bank.',
  ],
  INSTITUTION_NOT_RESPONDING: [
    'INSTITUTION_ERROR',
    'this institution is not currently responding to this request. please try again soon',
    'The bank does not respond just now. Try again soon, or choose another bank.',
  ],
  INSTITUTION_NOT_AVAILABLE: [
    'INSTITUTION_ERROR',
    'this institution is not currently available. please try again later',
    'The bank is not available just now. Try again later, or choose another bank.',
  ],
  INSTITUTION_NO_LONGER_SUPPORTED: [
    'INSTITUTION_ERROR',
    'this institution is no longer supported',
    'This bank can no longer be linked. Choose another bank.',
  ],
  INSTITUTION_REGISTRATION_REQUIRED: [
    'INSTITUTION_ERROR',
    'institution requires that you complete a registration process',
    'This bank cannot be linked here yet. Choose another bank.',
  ],
  RATE_LIMIT_EXCEEDED: [
    'RATE_LIMIT_EXCEEDED',
    'rate limit exceeded',
    'There were too many tries. Wait a few minutes, then try again.',
  ],
  INTERNAL_SERVER_ERROR: ['API_ERROR', 'an unexpected error occurred', null],
  PLANNED_MAINTENANCE: [
    'API_ERROR',
    'Plaid is currently undergoing maintenance and will be back online shortly',
    null,
  ],
};

/** Accepts codes that are not listed, so a test can ask for any. */
export function loginError(code: string): PlaidApiError {
  const [type, message, display] = loginErrors[code] ?? [
    'ITEM_ERROR',
    `the bank responded with ${code}`,
    `The bank responded with ${code}. Choose another bank.`,
  ];
  return new PlaidApiError(type, code, message, display);
}
