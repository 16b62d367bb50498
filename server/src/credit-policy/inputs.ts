// All inputs of a credit decision, stored with it, encrypted: under the same policy version they always have the same outcome.

import { z } from 'zod';
import { residentialStatuses } from '#contract/fields.ts';
import { isoDate } from '#finance/dates.ts';
import type { Facts } from '#lender/cells.ts';
import type { Attributes } from '#lender/schema/attributes.ts';
import { attributeFacts } from './attributes.ts';
import { unknownFacts } from './fact-sources.ts';

const count = z.int().nonnegative();
const cents = z.int().nonnegative();

const vehicle = z.strictObject({
  year: z.int(),
  make: z.string(),
  model: z.string(),
  /** Seventeen characters; null for a vehicle described only by year, make and model. */
  vin: z.string().nullable(),
  valueCents: cents,
});
export type Vehicle = z.output<typeof vehicle>;

export const policyInputsSchema = z.strictObject({
  score: z.int().min(300).max(850).nullable(),
  /** The bureau's codes for what lowered the score, most important first. */
  scoreFactors: z.array(z.string()),
  /** The bureau's text of a factor, by code, where it sent one. */
  scoreFactorTexts: z.record(z.string(), z.string()).exactOptional(),
  /** The day on which the bureau answered with the report and its score. Absent if no report was requested. */
  reportedOn: z.iso.date().transform(isoDate).exactOptional(),
  frozen: z.boolean(),
  /** The bureau has no file for this person. Null if no report was requested, so that it is not known. */
  noFile: z.boolean().nullable(),
  /** Monthly payments on all open trade lines. */
  monthlyDebtCents: cents,
  /** Declared monthly rent or mortgage payment. */
  housingPaymentCents: cents,
  /** Declared yearly income, including additional income. */
  annualIncomeCents: cents,
  /** The bureau's estimate of the yearly income, or null without one. Inputs saved before it was requested have none. */
  estimatedIncomeCents: cents.nullable().default(null),
  delinquencies30: count,
  delinquencies60: count,
  delinquencies90: count,
  collections: count,
  chargeOffs: count,
  /** Hard inquiries in the last six months. */
  inquiries6Months: count,
  /** Months since the last change of status, or since filing. `open`: not discharged. */
  bankruptcies: z.array(z.strictObject({ monthsSince: count, open: z.boolean() })),
  openConsumerFinanceLines: count,
  openTradeLines: count,
  /** Months since the oldest trade line was opened, or null if there is none. */
  oldestTradeLineMonths: count.nullable(),
  /** A covered borrower under the Military Lending Act. */
  militaryCovered: z.boolean(),
  /** The military database gave no answer, so that false above is none either. */
  militaryUnanswered: z.literal(true).exactOptional(),
  /** The vehicle that the vehicle-data service found or valued, or null. Without a VIN it was entered by year, make and model. */
  vehicle: vehicle.nullable(),
  state: z.string().regex(/^[A-Z]{2}$/),
  residentialStatus: z.enum(residentialStatuses),
  fraudDecision: z.enum(['ACCEPT', 'REVIEW', 'REJECT']),
  /** The fraud check had the session of the applicant's device. Inputs saved before this was recorded have none of these three. */
  deviceChecked: z.boolean().default(true),
  captchaConfirmed: z.boolean().default(true),
  /** The vehicle-data service answered, or was not needed. */
  vehicleSearched: z.boolean().default(true),
  /** None was searched for: no vehicle could change the outcome, a screening stopped it, or the lender has no service for it. */
  vehicleUnneeded: z.literal(true).exactOptional(),
  /** Alerts of the bureau's own fraud screen. Only these two affect the decision. */
  fraudShield: z.array(z.enum(['confirmed-fraud', 'address-alert'])),
  /** Alerts of section 605A of the FCRA on the file. Inputs saved before they were read have none. */
  alerts: z.array(z.enum(['initial-fraud', 'extended-fraud', 'active-duty'])).default([]),
  /** The bureau's notice of address discrepancy (12 CFR 1022.82). */
  addressDiscrepancy: z.boolean().default(false),
  /** The SSN is in use under another name or birth date. Inputs saved before this check have none. */
  ssnConflict: z.boolean().default(false),
  /** The score model or the bureau's fraud screen has the person as one who has died. */
  deceased: z.boolean().default(false),
  /** The score model gives a code that its list does not explain. */
  scoreUnexplained: z.boolean().default(false),
  /** The lender's attributes (attributes.json), without ratios; null where the source had none. Older inputs may lack keys. */
  attributes: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()]).nullable()).exactOptional(),
  /** The review points that a reviewer cleared, as `table/row`. */
  cleared: z.array(z.string()).exactOptional(),
  /** The most that a reviewer offers, in cents. */
  offeredAtMost: cents.exactOptional(),
});
export type PolicyInputs = z.output<typeof policyInputsSchema>;

/** The hard pull's inputs, with counts from the soft pull to find what is new. */
export const approvalInputsSchema = policyInputsSchema.extend({
  /** Documents name the vehicle by its VIN, so that one without is none. */
  vehicle: vehicle.extend({ vin: z.string() }).nullable(),
  atPrequalification: z.strictObject({ delinquencies90: count, collections: count, chargeOffs: count }),
  /** The yearly income that a source confirmed, or null. Earlier approvals counted the declared one. */
  confirmedIncome: z
    .strictObject({ annualCents: cents, by: z.enum(['bank', 'documents', 'bureau']) })
    .nullable()
    .default(null),
  /** Nothing was read at a bank, as on the fast path. */
  bankUnread: z.literal(true).exactOptional(),
});
export type ApprovalInputs = z.output<typeof approvalInputsSchema>;

export type DecisionInputs = PolicyInputs | ApprovalInputs;

/**
 * What approval decides on: the file and the form as they are now, and what was known at prequalification. The income is what the
 * bank confirmed, or the bureau's estimate on the fast path, where no bank is linked before approval. A hard pull has no vehicle
 * data.
 */
export function approvalInputsOf(
  now: PolicyInputs,
  before: PolicyInputs,
  incomeAtBankCents: number | undefined,
): ApprovalInputs {
  const { delinquencies90, collections, chargeOffs, vehicle } = before;
  const estimatedCents = now.estimatedIncomeCents ?? before.estimatedIncomeCents;
  return {
    ...now,
    vehicle: vehicle?.vin ? { ...vehicle, vin: vehicle.vin } : null,
    atPrequalification: { delinquencies90, collections, chargeOffs },
    confirmedIncome:
      incomeAtBankCents !== undefined
        ? { annualCents: incomeAtBankCents, by: 'bank' }
        : estimatedCents == null
          ? null
          : { annualCents: estimatedCents, by: 'bureau' },
  };
}

/**
 * The yearly income in cents that the ratios count. Approval counts what a source confirmed, and never more than the
 * applicant declared: a joint account shows a partner's pay too. An approval that no source confirmed counts what was
 * declared, and the tables decide its outcome.
 */
export function countedIncomeCents(inputs: DecisionInputs): number {
  const confirmed = 'confirmedIncome' in inputs ? inputs.confirmedIncome : null;
  return confirmed === null
    ? inputs.annualIncomeCents
    : Math.min(inputs.annualIncomeCents, confirmed.annualCents);
}

/** Monthly payments in cents on open trade lines and housing, without the new loan. */
export const obligationsCents = (inputs: PolicyInputs): number =>
  inputs.monthlyDebtCents + inputs.housingPaymentCents;

/** The inputs in the units of the decision tables: dollars, percent and counts. */
export function factsOf(inputs: DecisionInputs, attributes: Attributes): Omit<Facts, 'program'> {
  const facts = builtInFacts(inputs);
  const isApproval = 'atPrequalification' in inputs;
  const unknown = unknownFacts(inputs);
  return {
    ...facts,
    unknown,
    attributes: attributeFacts(attributes, inputs.attributes ?? {}, { isApproval, facts, unknown }),
  };
}

function builtInFacts(inputs: DecisionInputs): Omit<Facts, 'program' | 'attributes'> {
  const before = 'atPrequalification' in inputs ? inputs.atPrequalification : inputs;
  const { alerts } = inputs;
  const obligations = obligationsCents(inputs);
  const income = countedIncomeCents(inputs);
  return {
    // Scores, counts and other inputs that a table uses as they are, under the same name.
    ...inputs,
    confirmedFraud: inputs.fraudShield.includes('confirmed-fraud'),
    addressAlert: inputs.fraudShield.includes('address-alert'),
    fraudAlert: alerts.includes('initial-fraud'),
    extendedAlert: alerts.includes('extended-fraud'),
    activeDutyAlert: alerts.includes('active-duty'),
    fileFrozen: inputs.frozen,
    newDelinquencies90: Math.max(0, inputs.delinquencies90 - before.delinquencies90),
    newCollections: Math.max(0, inputs.collections - before.collections),
    newChargeOffs: Math.max(0, inputs.chargeOffs - before.chargeOffs),
    openBankruptcy: inputs.bankruptcies.some(({ open }) => open),
    monthsSinceBankruptcy:
      inputs.bankruptcies.length === 0
        ? null
        : Math.min(...inputs.bankruptcies.map(({ monthsSince }) => monthsSince)),
    // A single division of integers, so that exactly half of the income is exactly 50. Without income there is no ratio, and
    // the row for low income applies.
    debtToIncome: income === 0 ? null : (obligations * 1200) / income,
    monthlyIncome: income / 1200,
    // Without a bank or an estimate no income is confirmed before approval, so that only approval can find it missing.
    incomeConfirmed: !('confirmedIncome' in inputs) || inputs.confirmedIncome !== null,
    estimatedToDeclaredIncome:
      inputs.estimatedIncomeCents == null || inputs.annualIncomeCents === 0
        ? null
        : (inputs.estimatedIncomeCents * 100) / inputs.annualIncomeCents,
    housingPayment: inputs.housingPaymentCents / 100,
    vehicleValue: inputs.vehicle === null ? null : inputs.vehicle.valueCents / 100,
    vehicleYear: inputs.vehicle?.year ?? null,
    residence: inputs.residentialStatus,
  };
}
