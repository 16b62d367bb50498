// What the documents of a loan are made from, and their names.
import type { IsoDate } from '#finance/dates.ts';
import type { Cents } from '#finance/money.ts';
import type { DatedRow, Schedule } from '#finance/payment.ts';
import type { Decimal } from '#finance/rate.ts';
import type { ContractRules } from '#lender/contract.ts';

/** Everything that the documents of one loan say, worked out before a word is written. */
export interface LoanFacts {
  readonly reference: string;
  readonly madeAt: Date;
  /** The lender's day on which the documents are made. */
  readonly madeOn: IsoDate;
  /** The last day to sign for the dates below to hold, until the lender's cutoff. */
  readonly signBy: IsoDate;
  /** The banking day on which the money arrives and interest begins. */
  readonly fundedOn: IsoDate;
  readonly borrower: {
    readonly name: string;
    readonly address: readonly string[];
    /** The state's name, "Utah". */
    readonly state: string;
  };
  readonly amount: Cents;
  /** The contract rate and the Regulation Z annual percentage rate, in percent. */
  readonly rate: Decimal;
  readonly apr: Decimal;
  readonly schedule: Schedule<DatedRow>;
  readonly amountFinanced: Cents;
  readonly financeCharge: Cents;
  readonly rules: ContractRules;
  /** Where it secures the loan. */
  readonly vehicle?: {
    readonly year: number;
    readonly make: string;
    readonly model: string;
    readonly vin: string;
  };
  readonly coveredByMilitaryLendingAct: boolean;
}

/** Short names, for lists of documents. */
export const loanDocumentNames = {
  'promissory-note': 'Promissory note',
  'truth-in-lending': 'Truth in Lending disclosure',
  'security-agreement': 'Security agreement',
  'privacy-notice': 'Privacy notice',
  'credit-authorization': 'Credit authorization',
} as const;
