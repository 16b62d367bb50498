// Plaid's errors in our terms.
import { PlaidErrorType } from 'plaid';
import { NotPerformed, OutcomeUnknown } from '../platform/jobs/vendor-calls.ts';
import { type BankRefusal, BankRefused } from './bank-data.ts';

const needsTheApplicant = new Set([
  'ACCESS_NOT_GRANTED',
  'ADDITIONAL_CONSENT_REQUIRED',
  'INVALID_ACCESS_TOKEN',
  'NO_ACCOUNTS',
  'NO_AUTH_ACCOUNTS',
  'NO_IDENTITY_DATA',
  'PRODUCTS_NOT_SUPPORTED',
]);

/** The SDK's errors carry the request with our secret and the person's tokens in it; ours do not. */
export function withoutRequest(error: unknown): Error {
  const { response, code: reason = '' } = error as {
    response?: { status: number; data: unknown };
    code?: string;
  };
  if (response === undefined) {
    const never = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
    return never.includes(reason)
      ? new NotPerformed('plaid cannot be reached')
      : new OutcomeUnknown('plaid did not answer');
  }
  if (response.status >= 500) return new OutcomeUnknown(`plaid answered ${response.status}`);
  const said: unknown = response.data;
  const word = (name: string) => {
    const value =
      typeof said === 'object' && said !== null ? (said as Record<string, unknown>)[name] : undefined;
    return typeof value === 'string' && /^[A-Z_]{1,80}$/.test(value) ? value : '';
  };
  const code = word('error_code') || String(response.status);
  return new BankRefused(kindOf(word('error_type'), code), code);
}

function kindOf(type: string, code: string): BankRefusal {
  if (code === 'PRODUCT_NOT_READY') return 'not-ready';
  if (type === PlaidErrorType.InstitutionError || type === PlaidErrorType.RateLimitExceeded) return 'bank';
  if (type === PlaidErrorType.ItemError || needsTheApplicant.has(code)) return 'item';
  return 'request';
}
