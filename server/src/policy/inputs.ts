// Everything that a credit decision is made from, and nothing else. The set is kept, encrypted, with the decision, so that
// the same inputs under the same policy version give the same outcome again.

import { z } from 'zod';
import type { Facts } from '#lender/cells.ts';

const count = z.int().nonnegative();
const cents = z.int().nonnegative();

export const policyInputsSchema = z.strictObject({
  /** The bureau's score, or null where it gives none. */
  score: z.int().min(300).max(850).nullable(),
  /** The bureau's codes for what weighed on the score, the weightiest first. */
  scoreFactors: z.array(z.string()),
  /** The applicant has frozen the file. */
  frozen: z.boolean(),
  /** The bureau knows nobody by this name and number. */
  noFile: z.boolean(),
  /** Monthly payments on all open trade lines. */
  monthlyDebtCents: cents,
  /** Rent or mortgage a month, as declared. */
  housingPaymentCents: cents,
  /** Declared income a year, additional income included. */
  annualIncomeCents: cents,
  delinquencies30: count,
  delinquencies60: count,
  delinquencies90: count,
  collections: count,
  chargeOffs: count,
  /** Hard inquiries in the last six months. */
  inquiries6Months: count,
  bankruptcies: z.array(z.strictObject({ monthsSince: count, open: z.boolean() })),
  openConsumerFinanceLines: count,
  openTradeLines: count,
  /** Months since the oldest trade line was opened, or null where there is none. */
  oldestTradeLineMonths: count.nullable(),
  /** A covered borrower under the Military Lending Act. */
  militaryCovered: z.boolean(),
  /** The vehicle in the bureau's file, if there is one. */
  vehicle: z
    .strictObject({ year: z.int(), make: z.string(), model: z.string(), vin: z.string(), valueCents: cents })
    .nullable(),
  state: z.string().regex(/^[A-Z]{2}$/),
  residentialStatus: z.enum(['rent', 'own', 'live_with_parents', 'other']),
  /** The identity and fraud check's word. */
  fraudDecision: z.enum(['ACCEPT', 'REVIEW', 'REJECT']),
  /** What the bureau's own fraud screen raised; only these two are acted on. */
  fraudShield: z.array(z.enum(['confirmed-fraud', 'address-alert'])),
});
export type PolicyInputs = z.output<typeof policyInputsSchema>;

/** The hard file's inputs, with what the soft file showed of the things whose being new matters. */
export const approvalInputsSchema = policyInputsSchema.extend({
  atPrequalification: z.strictObject({ delinquencies90: count, collections: count, chargeOffs: count }),
});
export type ApprovalInputs = z.output<typeof approvalInputsSchema>;

/** The inputs as the decision tables ask about them: dollars, percent and plain counts. The program is asked one by one. */
export function factsOf(inputs: PolicyInputs | ApprovalInputs): Omit<Facts, 'program'> {
  const before = 'atPrequalification' in inputs ? inputs.atPrequalification : inputs;
  const obligations = inputs.monthlyDebtCents + inputs.housingPaymentCents;
  return {
    fraudDecision: inputs.fraudDecision,
    confirmedFraud: inputs.fraudShield.includes('confirmed-fraud'),
    addressAlert: inputs.fraudShield.includes('address-alert'),
    fileFrozen: inputs.frozen,
    noFile: inputs.noFile,
    score: inputs.score,
    delinquencies30: inputs.delinquencies30,
    delinquencies60: inputs.delinquencies60,
    delinquencies90: inputs.delinquencies90,
    collections: inputs.collections,
    chargeOffs: inputs.chargeOffs,
    newDelinquencies90: Math.max(0, inputs.delinquencies90 - before.delinquencies90),
    newCollections: Math.max(0, inputs.collections - before.collections),
    newChargeOffs: Math.max(0, inputs.chargeOffs - before.chargeOffs),
    inquiries6Months: inputs.inquiries6Months,
    openBankruptcy: inputs.bankruptcies.some((one) => one.open),
    monthsSinceBankruptcy:
      inputs.bankruptcies.length === 0
        ? null
        : Math.min(...inputs.bankruptcies.map((one) => one.monthsSince)),
    // One division of whole numbers, so that exactly half of the income is exactly 50. Without income there is no ratio;
    // the row on too little income answers then.
    paymentToIncome: inputs.annualIncomeCents === 0 ? null : (obligations * 1200) / inputs.annualIncomeCents,
    monthlyIncome: inputs.annualIncomeCents / 1200,
    housingPayment: inputs.housingPaymentCents / 100,
    openTradeLines: inputs.openTradeLines,
    openConsumerFinanceLines: inputs.openConsumerFinanceLines,
    oldestTradeLineMonths: inputs.oldestTradeLineMonths,
    militaryCovered: inputs.militaryCovered,
    vehicleValue: inputs.vehicle === null ? null : inputs.vehicle.valueCents / 100,
    vehicleYear: inputs.vehicle?.year ?? null,
    state: inputs.state,
    residence: inputs.residentialStatus,
  };
}
