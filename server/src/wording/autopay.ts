// The authorization of automatic payments as a document. The applicant must get a copy (12 CFR 1005.10(b)).

import { zonedTime } from '#contract/clock-text.ts';
import type { Lender } from '#lender/load.ts';
import { longDate } from '../pdf/format.ts';
import { lenderDay } from '../platform/clock.ts';
import { fromTemplate } from './from-template.ts';

interface AutopayAuthorization {
  readonly reference: string;
  readonly givenAt: Date;
  readonly name: string;
  readonly account: {
    readonly institution: string;
    readonly mask: string;
    readonly type: 'checking' | 'savings';
  };
  /** The exact sentence beside the checkbox. */
  readonly statement: string;
}

export const autopayTitle = 'Authorization for automatic payments';
export const autopayFilename = 'autopay-authorization.pdf';

export function autopayAuthorizationDocument(lender: Lender, authorization: AutopayAuthorization) {
  const { brand } = lender;
  const { account, reference, givenAt } = authorization;
  const date = lenderDay(lender, givenAt);
  const givenAtText = `${longDate(date)} at ${zonedTime(brand.hours.timeZone, givenAt)}`;
  return fromTemplate(
    lender,
    'autopay-authorization',
    { reference, madeAt: givenAt, date },
    {
      figures: {
        borrower: authorization.name,
        givenAt: givenAtText,
        institution: account.institution,
        accountType: account.type,
        accountMask: account.mask,
        statement: authorization.statement,
      },
      conditions: {},
      parts: {},
    },
  );
}
