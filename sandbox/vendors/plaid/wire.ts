// What Plaid sends: the SDK's types as JSON, identifiers and errors.
import { randomInt } from 'node:crypto';
import type { PlaidError } from 'plaid';
import { Refused } from '../../requests.ts';

/** The SDK declares string unions as enums; in JSON they are plain strings. */
export type Wire<Shape> = Shape extends string
  ? `${Shape}`
  : Shape extends (infer Element)[]
    ? Wire<Element>[]
    : Shape extends object
      ? { [Key in keyof Shape]: Wire<Shape[Key]> }
      : Shape;

export type ResponseFields<Response extends { request_id: string }> = Omit<Wire<Response>, 'request_id'>;

export const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const letterString = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

export const requestId = (): string => letterString(15);
/** For an item, an account or a stream. */
export const objectId = (): string => letterString(37);

/** Plaid's API has amounts in dollars. */
export const dollars = (cents: number): number => cents / 100;
export const isoDay = (moment: Date): string => moment.toISOString().slice(0, 10);

export type ErrorBody = Required<
  Pick<Wire<PlaidError>, 'error_type' | 'error_code' | 'error_message' | 'display_message' | 'request_id'>
>;
type Kind = Wire<PlaidError>['error_type'];

const statuses: Partial<Record<Kind, number>> = { API_ERROR: 500, RATE_LIMIT_EXCEEDED: 429 };

export const refused = (
  error_type: Kind,
  error_code: string,
  error_message: string,
  display: string | null = null,
) =>
  new Refused<ErrorBody>(statuses[error_type] ?? 400, {
    error_type,
    error_code,
    error_message,
    display_message: display,
    request_id: requestId(),
  });

export const invalidRequest = (code: string, message: string) => refused('INVALID_REQUEST', code, message);
export const missingFields = (names: string[]) =>
  invalidRequest('MISSING_FIELDS', `the following required fields are missing: ${names.join(', ')}`);
export const invalidInput = (code: string, message: string) => refused('INVALID_INPUT', code, message);
export const oauthError = (code: string, message: string) => refused('OAUTH_ERROR', code, message);

export const internalError = () =>
  refused('API_ERROR', 'INTERNAL_SERVER_ERROR', 'an unexpected error occurred');

/** What Link shows a person about a bank's error, by its code. */
const displayMessages: Readonly<Record<string, string>> = {
  INVALID_CREDENTIALS: 'The username or password is not correct. Please try again.',
  INVALID_MFA: 'That answer is not correct. Please try again.',
  ITEM_LOCKED: 'The bank has locked your account. Unlock it on the bank’s own website, then try again.',
  ITEM_LOGIN_REQUIRED: 'Your login details have changed. Log in again.',
  NO_ACCOUNTS: 'There is no account to link under this login.',
  INSTITUTION_DOWN: 'The bank cannot be reached just now. Try again soon, or choose another bank.',
  RATE_LIMIT_EXCEEDED: 'There were too many tries. Wait a few minutes, then try again.',
};

const apiErrors = ['INTERNAL_SERVER_ERROR', 'PLANNED_MAINTENANCE'];

function kindOf(code: string): Kind {
  if (code === 'RATE_LIMIT_EXCEEDED') return 'RATE_LIMIT_EXCEEDED';
  if (apiErrors.includes(code)) return 'API_ERROR';
  return code.startsWith('INSTITUTION_') ? 'INSTITUTION_ERROR' : 'ITEM_ERROR';
}

/** A bank's error. Any code is accepted, so that every one can be tried. */
export function loginError(code: string): Refused<ErrorBody> {
  const kind = kindOf(code);
  const other = kind === 'API_ERROR' ? null : `The bank responded with ${code}. Choose another bank.`;
  return refused(kind, code, `the bank responded with ${code}`, displayMessages[code] ?? other);
}
