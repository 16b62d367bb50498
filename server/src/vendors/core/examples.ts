// One request for each call of the core system. No issued SSN begins with 666; $5,000 over 48 months at 31.22%.
import { hash } from 'node:crypto';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { type DatedRow, datedSchedule } from '#finance/payment.ts';
import type { BodyOf, CallName } from './api.ts';

const applicationId = '6f0d3a52-3c1e-4d57-9a0e-2b7c5d1f8e90';
const authorizationId = '0b9f6a1c-7d24-4c83-8e5a-91d3c6f2b741';
const account = {
  accountType: 'checking',
  routingNumber: '021000021',
  accountNumber: '000123456789',
} as const;
const traceNumber = '091000010000042';
const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const principal = cents(500_000);
const rate = '31.22';

function loanArriving(fundedOn: string) {
  const { rows, ...totals } = datedSchedule({ principal, rate, months: 48 }, isoDate(fundedOn));
  const [first, last] = [rows[0] as DatedRow, rows.at(-1) as DatedRow];
  const schedule = rows.map(({ number, dueOn, payment, principal: paid, interest, balance }) => ({
    number,
    dueOn: dueOn as string,
    paymentCents: payment as number,
    principalCents: paid as number,
    interestCents: interest as number,
    balanceCents: balance as number,
  }));
  return { schedule, firstDueOn: first.dueOn, lastDueOn: last.dueOn, ...totals };
}

const signed = loanArriving('2026-03-06');

/** The money arrives a banking day later than the documents assumed. */
const arriving = loanArriving('2026-03-09');

/** A PNG of one pixel. */
const contentBase64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

export const coreExamples = {
  lookUpBorrower: { ssn: '666010001', lastName: 'Rivera', dateOfBirth: '1985-04-12' },
  bookLoan: {
    applicationId,
    branchId: 'slc',
    borrower: {
      firstName: 'Alex',
      lastName: 'Rivera',
      dateOfBirth: '1985-04-12',
      ssn: '666010001',
      addresses: [
        {
          kind: 'home',
          streetAddress: '350 S Main St',
          city: 'Salt Lake City',
          state: 'UT',
          zipCode: '84101',
        },
      ],
      contact: { phone: '+18015550100', email: 'alex@example.com', electronicNotices: true },
    },
    vehicle: {
      year: 2019,
      make: 'SUBARU',
      model: 'OUTBACK',
      vin: '4S4BSANCXK3000001',
      valueCents: 1_250_000,
    },
    note: {
      madeOn: '2026-03-04',
      state: 'UT',
      amountCents: principal,
      contractRate: Number(rate),
      months: 48,
      monthlyPaymentCents: signed.monthlyPayment,
      lastPaymentCents: signed.lastPayment,
      firstDueOn: signed.firstDueOn,
      lastDueOn: signed.lastDueOn,
      fees: { originationCents: 0, filingCents: 0 },
      lateCharge: { afterDays: 10, percentOfPayment: 5, mostCents: 3000 },
      returnedPaymentFeeCents: 2000,
      hasPrepaymentPenalty: false,
      payoff: {
        method: 'principal-left',
        feeRefund: 'none',
        amountsCents: signed.schedule.map(({ balanceCents }) => balanceCents),
      },
      defaultAfterDays: 30,
      isAutoSecured: true,
      coveredByMilitaryLendingAct: false,
    },
    schedule: signed.schedule,
    disclosure: {
      apr: Number(rate),
      financeChargeCents: signed.totalOfPayments - principal,
      amountFinancedCents: principal,
      totalOfPaymentsCents: signed.totalOfPayments,
    },
    disbursement: { method: 'ach-credit', amountCents: principal, expectedOn: '2026-03-06', account },
    consents: [
      { document: 'esign-consent', version: '3', sha256, givenAt: '2026-03-04T15:00:00.000Z' },
      { document: 'terms-of-use', version: '2', sha256, givenAt: '2026-03-04T15:00:00.000Z' },
    ],
    signature: { envelopeId: 'b1f5a9d2-8c40-4e6b-a3f7-0d2e9c5b6a18', signedAt: '2026-03-04T16:10:00.000Z' },
    documents: [
      { kind: 'truth-in-lending', title: 'Truth in Lending disclosure' },
      { kind: 'promissory-note', title: 'Promissory note' },
    ].map((of) => ({
      reference: `${of.kind}:${applicationId}`,
      ...of,
      sha256,
      madeAt: '2026-03-04T16:00:00.000Z',
    })),
    auditCheckpoint: `64:${sha256}`,
  },
  setDates: {
    fundsArriveOn: '2026-03-09',
    firstDueOn: arriving.firstDueOn,
    lastDueOn: arriving.lastDueOn,
    schedule: arriving.schedule,
    disbursement: { amountCents: principal, traceNumber, account },
  },
  setAutopay: {
    authorizationId,
    daysBeforeDue: 3,
    firstDebitOn: '2026-04-03',
    lastDebitOn: '2030-03-04',
    amountCents: signed.monthlyPayment,
    lastAmountCents: signed.lastPayment,
    ...account,
  },
  endAutopay: { authorizationId },
  reportReturn: {
    what: 'debit',
    code: 'R01',
    amountCents: signed.monthlyPayment,
    originalTrace: '091000010000077',
    readOn: '2026-04-07',
  },
  cancelLoan: { canceledOn: '2026-03-05' },
  correctAccount: { code: 'C01', ...account, accountNumber: '000123456780' },
  openCase: {
    applicationId,
    branchId: 'slc',
    reason: 'loan-signed',
    firstName: 'Alex',
    lastName: 'Rivera',
    phone: '+18015550100',
    email: 'alex@example.com',
    asked: [
      {
        what: 'Show us proof that your vehicle is insured.',
        why: 'Your vehicle secures your loan.',
        status: 'open',
      },
    ],
    callBy: '2026-03-06T16:10:00.000Z',
  },
  attachDocument: {
    documentId: '9c2f41b7-58d0-4a3e-b6c1-7e0d5f2a8b34',
    kind: 'pay-stub',
    file: 1,
    files: 2,
    contentType: 'image/png',
    contentBase64,
    sha256: hash('sha256', Buffer.from(contentBase64, 'base64')),
    receivedAt: '2026-03-04T16:10:00.000Z',
  },
  addMessage: {
    messageId: '3d5a7c10-92be-4f4b-8a6d-0c1e2f3a4b5c',
    text: 'Can I bring the title on Friday?',
    receivedAt: '2026-03-04T16:10:00.000Z',
  },
  setCallBack: { at: '2026-03-05T17:30:00.000Z', revision: 1 },
} satisfies { readonly [N in CallName]?: BodyOf<N> };
