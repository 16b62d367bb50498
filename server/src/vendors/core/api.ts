// The interface of a lender's core system as schemas: every call that we make, and its required response. The adapter, the OpenAPI
// file in docs/ and the check that a lender runs are made from this table.
import * as z from 'zod';
import { optional } from '../optional-fields.ts';
import { boarding, loanDates } from './boarding.ts';
import { branchCase, callBack, caseDocument, caseMessage } from './cases.ts';
import { account, cents, instant, isoDate, nineDigits, text, traceNumber } from './fields.ts';

const authorizationId = z.uuid();
const daysBeforeDue = z.int().min(0).max(10);
const debits = z.object({
  authorizationId,
  daysBeforeDue: daysBeforeDue.describe(
    'How long before it is due each payment is debited: then, or on the next banking day, or where that is after the due date, on the one before.',
  ),
  firstDebitOn: isoDate,
  lastDebitOn: isoDate.describe('No debit is made after its payment is due.'),
  amountCents: cents,
  lastAmountCents: cents.describe('The last payment absorbs the rounding.'),
  ...account.shape,
});
const returned = z.object({
  what: z.enum(['disbursement', 'debit']).describe('The money that we sent, or a payment.'),
  code: z.string().regex(/^R\d\d$/),
  amountCents: cents,
  originalTrace: traceNumber.describe('Of the returned entry.'),
  readOn: isoDate.describe('The day on which we read it.'),
});

const canceled = z.object({ canceledOn: isoDate });

const correction = z.object({ code: z.string().regex(/^C\d\d$/), ...account.shape });

const loanCount = z.int().min(0);
const earlierLoans = z.object({
  openLoans: loanCount,
  paidAsAgreed: loanCount.describe('Loans that were paid off without a loss.'),
  chargedOff: loanCount,
  monthsSincePayoff: z
    .int()
    .min(0)
    .nullable()
    .describe('Whole months since the last loan was paid off, or null if none was.'),
});

const person = z.object({ ssn: nineDigits, lastName: text, dateOfBirth: isoDate });
const standing = z.object({
  standing: z
    .enum(['NONE', 'PRESENT_BORROWER', 'DUPLICATE'])
    .describe('`DUPLICATE`: the person has an open application that was not made here.'),
  isSamePerson: z
    .boolean()
    .nullable()
    .describe('Whether the record has this last name and birth date. Null where the standing is `NONE`.'),
  lastLoanMadeOn: isoDate.nullable().describe('The day of the last loan made to this person, or null.'),
  earlierLoans: optional(earlierLoans).describe(
    'The loans made to the person with this SSN, last name and birth date, all of them 0 or null for a stranger. Left out where the system keeps no such record: rules about earlier loans then find none.',
  ),
});
export type BorrowerStanding = z.output<typeof standing>;

const closed = {
  reason: optional(z.string()).describe('`MAINTENANCE` for a planned window.'),
  backAt: optional(instant).describe('When the system is back, where that is known.'),
};
/** The system's state when it is closed. */
export const closedResponse = z.object(closed);

const booked = z.object({
  loanId: z
    .string()
    .min(1)
    .max(64)
    .describe(
      'The system’s number of the loan. Its last 15 characters are unique, because ACH entries carry only those.',
    ),
});
const found = booked.extend({
  canceled: z.boolean().describe('Whether the loan was canceled. It is never paid out then.'),
});
export type BookedLoan = z.output<typeof found>;

const opened = z.object({ caseId: text });
const attached = z.object({ documentId: z.uuid() });
const nothing = z.object({});

/** A refusal whose body has a code. It may have more fields than these. */
const refusal = <S extends z.ZodRawShape>(status: number, code: string, meaning: string, more: S) => ({
  status,
  body: z.object({ code: z.literal(code), ...more }),
  meaning,
});
/** The refusals of the interface, by status. */
export const coreRefusals = {
  invalid: refusal(
    400,
    'INVALID_REQUEST',
    'Something is missing, malformed or doesn’t add up, or the header `Idempotency-Key` is missing.',
    {
      message: z.string(),
      fields: optional(z.array(z.string())).describe('What is missing or wrong, such as `borrower.ssn`.'),
    },
  ),
  unauthorized: refusal(401, 'UNAUTHORIZED', 'The header `X-Api-Key` is missing or wrong.', {}),
  noSuchLoan: refusal(404, 'NOT_FOUND', 'There is no such loan.', {}),
  noSuchCase: refusal(404, 'NOT_FOUND', 'There is no such case.', {}),
  documentExists: refusal(
    409,
    'DOCUMENT_EXISTS',
    'The case has this document already. Nothing was changed.',
    attached.shape,
  ),
  loanExists: refusal(
    409,
    'LOAN_EXISTS',
    'There is a loan for this application already, and it is named. Nothing was changed.',
    booked.shape,
  ),
  ended: refusal(409, 'ENDED', 'This authorization was ended and can’t be set again.', {}),
  caseExists: refusal(
    409,
    'CASE_EXISTS',
    'There is a case for this application and reason already, and it is named.',
    opened.shape,
  ),
  offline: refusal(503, 'OFFLINE', 'The system is closed. We repeat the request later.', closed),
};

export interface CoreCall<A = unknown, B = unknown> {
  readonly method: 'GET' | 'POST';
  /** `{loanId}` and `{caseId}` stand for the system's own numbers. */
  readonly path: string;
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType<B>;
  /** The status of a successful response. */
  readonly status: 200 | 201;
  readonly response: z.ZodType<A>;
  /** Carries the header `Idempotency-Key`: the system acts once per key. */
  readonly isKeyed: boolean;
  readonly refusals: readonly (keyof typeof coreRefusals)[];
}

const call = <A, B>(declared: CoreCall<A, B>): CoreCall<A, B> => declared;
/** Makes something with status 201, or changes it with 200, once for each key. */
const keyed = <A, B>(
  status: 200 | 201,
  path: string,
  summary: string,
  body: z.ZodType<B>,
  response: z.ZodType<A>,
  refusals: CoreCall['refusals'],
) =>
  call({
    method: 'POST',
    path,
    summary,
    body,
    status,
    response,
    isKeyed: true,
    refusals: ['invalid', 'unauthorized', ...refusals, 'offline'],
  });
/** Changes a loan or a case, and is answered with nothing. */
const update = <B>(path: string, summary: string, body: z.ZodType<B>, more: CoreCall['refusals'] = []) =>
  keyed(200, path, summary, body, nothing, [
    path.includes('{loanId}') ? 'noSuchLoan' : 'noSuchCase',
    ...more,
  ]);

/** The bodies that are more than a field or two, by the names under which the OpenAPI file has them. */
export const coreSchemas = {
  BankAccount: account,
  BranchCase: branchCase,
  CallBack: callBack,
  Cancellation: canceled,
  CaseDocument: caseDocument,
  CaseMessage: caseMessage,
  CaseOpened: opened,
  CorrectedAccount: correction,
  Debits: debits,
  LoanBoarding: boarding,
  LoanDates: loanDates,
  LoanNumber: booked,
  Person: person,
  ReturnedEntry: returned,
  Standing: standing,
} as const;

export const coreCalls = {
  status: call({
    method: 'GET',
    path: '/v1/status',
    summary: 'Whether the system can be used now. It answers this while it is closed, too.',
    status: 200,
    response: z.object({ online: z.boolean(), ...closed }),
    isKeyed: false,
    refusals: ['unauthorized'],
  }),
  lookUpBorrower: call({
    method: 'POST',
    path: '/v1/borrowers/lookup',
    summary: 'Whether a person is a borrower or has an open application. It responds within two seconds.',
    body: person,
    status: 200,
    response: standing,
    isKeyed: false,
    refusals: ['invalid', 'unauthorized', 'offline'],
  }),
  bookLoan: keyed(
    201,
    '/v1/loans',
    'Boards a signed loan, before it is paid out. The same request sent again gets the same number.',
    boarding,
    booked,
    ['loanExists'],
  ),
  findLoan: call({
    method: 'GET',
    path: '/v1/loans',
    summary: 'The loan that was boarded for an application, canceled or not, or none.',
    query: z.object({ applicationId: z.string().min(1) }),
    status: 200,
    response: z.object({ loans: z.array(found).max(1) }),
    isKeyed: false,
    refusals: ['invalid', 'unauthorized', 'offline'],
  }),
  setDates: update(
    '/v1/loans/{loanId}/dates',
    'When the money arrives, to which account, and when payments are due. Sent again whenever that changes.',
    loanDates,
  ),
  setAutopay: update(
    '/v1/loans/{loanId}/autopay',
    'Automatic payments, which the system debits. Replaces what was set before.',
    debits,
    ['ended'],
  ),
  endAutopay: update(
    '/v1/loans/{loanId}/autopay/end',
    'Ends automatic payments for good.',
    z.object({ authorizationId }),
  ),
  reportReturn: update(
    '/v1/loans/{loanId}/returns',
    'An entry that the bank returned. A returned disbursement leaves the loan unpaid until new dates are set; a returned debit leaves a payment open.',
    returned,
  ),
  cancelLoan: update(
    '/v1/loans/{loanId}/cancellation',
    'The loan was canceled before its money went out: by the borrower, or because a check no longer passed. Nothing is owed, and automatic payments end.',
    canceled,
  ),
  correctAccount: update(
    '/v1/loans/{loanId}/account',
    'The borrower’s account after the bank’s notice of change. Debits use it from now on.',
    correction,
  ),
  openCase: keyed(
    201,
    '/v1/cases',
    'Requests a call to an applicant by a branch. One case for each application and reason.',
    branchCase,
    opened,
    ['caseExists'],
  ),
  attachDocument: keyed(
    201,
    '/v1/cases/{caseId}/documents',
    'Adds a file that the applicant uploaded to a case. The same request sent again gets the same response.',
    caseDocument,
    attached,
    ['noSuchCase', 'documentExists'],
  ),
  addMessage: update('/v1/cases/{caseId}/messages', 'Adds a text from the applicant to a case.', caseMessage),
  setCallBack: update(
    '/v1/cases/{caseId}/call-back',
    'When the applicant wants to be called. Sent again whenever that changes.',
    callBack,
  ),
};

export type CallName = keyof typeof coreCalls;
export type BodyOf<N extends CallName> = (typeof coreCalls)[N] extends CoreCall<unknown, infer B> ? B : never;
export type ResponseOf<N extends CallName> = (typeof coreCalls)[N] extends CoreCall<infer A> ? A : never;
