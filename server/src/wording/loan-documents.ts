// What the documents of a loan are made from, and their names.
import type { IsoDate } from '#finance/dates.ts';
import type { Cents } from '#finance/money.ts';
import type { DatedRow, Schedule } from '#finance/payment.ts';
import type { FeeRefund } from '#finance/payoff.ts';
import type { Decimal } from '#finance/rate.ts';
import type { LoanFees } from '#lender/fees.ts';
import type { LoanAgreementRules } from '#lender/loan-agreement.ts';
import type { Vehicle } from '../credit-policy/inputs.ts';

export interface LoanFacts {
  readonly reference: string;
  readonly madeAt: Date;
  /** The day the documents are made, in the lender's time zone. */
  readonly madeOn: IsoDate;
  /** The dates below assume that the borrower signs by the lender's cutoff on this day. */
  readonly signBy: IsoDate;
  /** That cutoff, as HH:MM at the lender. */
  readonly signByTime: string;
  /** The banking day on which the money arrives and interest starts. */
  readonly fundedOn: IsoDate;
  readonly borrower: {
    readonly name: string;
    readonly address: readonly string[];
    /** The state's name, such as "Utah", and its code. */
    readonly state: string;
    readonly stateCode: string;
  };
  readonly amount: Cents;
  /** Taken out of the amount, in cents. */
  readonly fees: LoanFees;
  /** What is paid out: the amount without the fees. */
  readonly paidOut: Cents;
  /** The contract rate and the Regulation Z APR, in percent. */
  readonly rate: Decimal;
  readonly apr: Decimal;
  readonly schedule: Schedule<DatedRow>;
  readonly amountFinanced: Cents;
  readonly financeCharge: Cents;
  readonly rules: LoanAgreementRules;
  readonly payoff: {
    /** The law does not let the note's one rate apply to an early payoff. */
    readonly isByTiers: boolean;
    readonly feeRefund: FeeRefund;
    /** What pays off the loan right after each of its payments, if all were made when due. */
    readonly amounts: readonly Cents[];
  };
  /** The collateral of a secured loan. */
  readonly vehicle?: Pick<Vehicle, 'year' | 'make' | 'model'> & { readonly vin: string };
  readonly coveredByMilitaryLendingAct: boolean;
}

/** Short names, for lists of documents. */
export const loanDocumentNames = {
  'promissory-note': 'Promissory note',
  'truth-in-lending': 'Truth in Lending disclosure',
  'security-agreement': 'Security agreement',
  'privacy-notice': 'Privacy notice',
  'state-notices': 'State notices',
  'credit-authorization': 'Credit authorization',
} as const;
