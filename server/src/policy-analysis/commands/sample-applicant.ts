// The made-up applicant of `policy:try`, from the options of the command line. What is left out describes a good applicant.
import type { ZodType } from 'zod';
import { parseDollars } from '#finance/money.ts';
import type { Attributes } from '#lender/schema/attributes.ts';
import { flag, many, optional, otherwise, type Read } from '../../commands/command.ts';
import { text } from '../../commands/words.ts';
import { type StoredAttributes, storedAttributes } from '../../credit-policy/attributes.ts';
import { approvalInputsSchema, policyInputsSchema } from '../../credit-policy/inputs.ts';

const value = text('value');
const given = (fallback: string, about: string) => otherwise(fallback, value, about);
const maybe = (about: string) => optional(value, about);
const list = (about: string) => many(value, about);

export const sampleOptions = {
  score: given('700', 'the credit score, or none'),
  factors: otherwise(
    '32,13,16,12',
    { ...value, mayBeEmpty: true },
    "the bureau's score factors, most important first",
  ),
  'factor-text': list("the bureau's own text of a factor, as 99=Its words"),
  frozen: flag('the credit file is frozen'),
  'no-file': flag('the bureau has no file'),
  'monthly-debt': given('0', 'monthly payments on open trade lines, in dollars'),
  housing: given('0', 'monthly housing payment, in dollars'),
  income: given('60000', 'declared yearly income, in dollars'),
  'confirmed-income': maybe(
    'the yearly income that the bank confirmed, or none; the declared income if left out',
  ),
  'estimated-income': maybe("the bureau's estimate of it, or none; the declared income if left out"),
  'late-30': given('0', 'times 30 days late'),
  'late-60': given('0', 'times 60 days late'),
  'late-90': given('0', 'times 90 days late or more'),
  collections: given('0', 'collections on file'),
  'charge-offs': given('0', 'charge-offs on file'),
  inquiries: given('0', 'hard inquiries in the last six months'),
  bankruptcy: list('months since a bankruptcy was discharged'),
  'open-bankruptcy': list('months since an open bankruptcy was filed'),
  'finance-lines': given('0', 'open trade lines with consumer finance companies'),
  'open-lines': given('6', 'open trade lines'),
  'oldest-line-months': given('120', 'months since the oldest trade line was opened, or none'),
  military: flag('covered by the Military Lending Act'),
  vehicle: maybe('value of a vehicle, in dollars'),
  'vehicle-year': given('2020', 'its model year'),
  state: given('UT', 'the state'),
  residence: given('rent', 'rent, own, live_with_parents or other'),
  fraud: given('ACCEPT', "the fraud check's decision: ACCEPT, REVIEW or REJECT"),
  alert: list(
    'an alert: confirmed-fraud or address-alert of the fraud screen; initial-fraud, extended-fraud or active-duty on the file',
  ),
  'address-discrepancy': flag('the bureau sent a notice of address discrepancy'),
  set: list('any other input or an attribute, as name=JSON'),
  'hard-pull': flag('decide on the hard pull'),
  'seen-late-90': maybe('of these, times 90 days late that the soft pull showed; all if left out'),
  'seen-collections': maybe('of these, collections that the soft pull showed; all if left out'),
  'seen-charge-offs': maybe('of these, charge-offs that the soft pull showed; all if left out'),
  amount: maybe('price this amount, in dollars'),
  on: maybe('the day of the decision; today if left out'),
  lender: maybe("another lender's folder"),
};
export type SampleOptions = Read<typeof sampleOptions>;

export type Sample = ReturnType<typeof sampleApplicant>;

/** Throws a TypeError for an input out of its range. */
export function sampleApplicant(values: SampleOptions, attributes: Attributes) {
  const ofFile: readonly string[] = policyInputsSchema.shape.alerts.unwrap().element.options;
  const orNone = (value: string) => (value === 'none' ? null : Number(value));
  const cents = (value: string) => parseDollars(value) ?? Number.NaN;
  const counts = {
    delinquencies90: Number(values['late-90']),
    collections: Number(values.collections),
    chargeOffs: Number(values['charge-offs']),
  };
  const texts = Object.fromEntries(values['factor-text'].map((one) => pair('factor-text', one)));
  const described = {
    score: orNone(values.score),
    scoreFactors: values.factors.split(',').filter(Boolean),
    ...(values['factor-text'].length > 0 ? { scoreFactorTexts: texts } : {}),
    frozen: values.frozen,
    noFile: values['no-file'],
    monthlyDebtCents: cents(values['monthly-debt']),
    housingPaymentCents: cents(values.housing),
    annualIncomeCents: cents(values.income),
    estimatedIncomeCents:
      values['estimated-income'] === 'none' ? null : cents(values['estimated-income'] ?? values.income),
    delinquencies30: Number(values['late-30']),
    delinquencies60: Number(values['late-60']),
    ...counts,
    inquiries6Months: Number(values.inquiries),
    bankruptcies: [
      ...values.bankruptcy.map((months) => ({ monthsSince: Number(months), open: false })),
      ...values['open-bankruptcy'].map((months) => ({ monthsSince: Number(months), open: true })),
    ],
    openConsumerFinanceLines: Number(values['finance-lines']),
    openTradeLines: Number(values['open-lines']),
    oldestTradeLineMonths: orNone(values['oldest-line-months']),
    militaryCovered: values.military,
    vehicle:
      values.vehicle === undefined
        ? null
        : {
            year: Number(values['vehicle-year']),
            make: 'Any',
            model: 'Any',
            vin: 'NONE',
            valueCents: cents(values.vehicle),
          },
    state: values.state,
    residentialStatus: values.residence,
    fraudDecision: values.fraud,
    fraudShield: values.alert.filter((alert) => !ofFile.includes(alert)),
    alerts: values.alert.filter((alert) => ofFile.includes(alert)),
    addressDiscrepancy: values['address-discrepancy'],
    ...setInputs(values.set.map(jsonPair), attributes),
  };
  const seen = {
    delinquencies90: Number(values['seen-late-90'] ?? counts.delinquencies90),
    collections: Number(values['seen-collections'] ?? counts.collections),
    chargeOffs: Number(values['seen-charge-offs'] ?? counts.chargeOffs),
  };
  const isHardPull = values['hard-pull'];
  const confirmed =
    values['confirmed-income'] === 'none'
      ? null
      : { annualCents: cents(values['confirmed-income'] ?? values.income), by: 'bank' };
  return {
    isHardPull,
    inputs: isHardPull
      ? parsed(approvalInputsSchema, { atPrequalification: seen, confirmedIncome: confirmed, ...described })
      : parsed(policyInputsSchema, described),
    amount: values.amount,
    on: values.on,
  };
}

function parsed<T>(schema: ZodType<T>, described: object): T {
  const { data, error } = schema.safeParse(described);
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  throw new TypeError(`${issue?.path.join('.')}: ${issue?.message}.`);
}

/** The inputs that were set by name, the attributes among them together. */
function setInputs(set: readonly (readonly [string, unknown])[], attributes: Attributes) {
  const isAttribute = (name: string) => Object.hasOwn(attributes, name);
  const ratio = set.find(([name]) => attributes[name]?.source.of === 'ratio');
  if (ratio) throw new TypeError(`--set ${ratio[0]} is a ratio; set what it divides.`);
  const values = Object.fromEntries(set.filter(([name]) => isAttribute(name))) as StoredAttributes;
  return {
    attributes: storedAttributes(attributes, {}, values),
    ...Object.fromEntries(set.filter(([name]) => !isAttribute(name))),
  };
}

function pair(option: string, value: string): [string, string] {
  const at = value.indexOf('=');
  if (at < 1) throw new TypeError(`--${option} takes name=value, not ${value}.`);
  return [value.slice(0, at), value.slice(at + 1)];
}

function jsonPair(option: string): readonly [string, unknown] {
  const [name, json] = pair('set', option);
  try {
    return [name, JSON.parse(json)];
  } catch {
    throw new TypeError(`--set ${name} needs a value in JSON, such as ${name}=true or ${name}=["word"].`);
  }
}
