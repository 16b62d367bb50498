// Where the facts of the tables come from, and which of them no source gave.
import type { FactName } from '#lender/cells.ts';
import type { AttributeSource } from '#lender/schema/attributes.ts';

export const bureau = 'Credit bureau';
const bureauAndForm = 'Credit bureau, applicant';
const military = 'Military database';
const core = 'Core system';
export const ours = 'Our records';
const allFrom = <N extends FactName>(source: string, ...facts: readonly N[]) =>
  Object.fromEntries(facts.map((fact) => [fact, source])) as Record<N, string>;
/** The ratios divide what the applicant and the bureau reported. */
export const factSources: Readonly<
  Record<Exclude<FactName, 'program' | 'amount' | 'months' | 'debtToIncomeWithLoan'>, string>
> = {
  ...allFrom('Identity and fraud check', 'fraudDecision', 'deviceChecked'),
  ...allFrom('Captcha service', 'captchaConfirmed'),
  ...allFrom('Vehicle service', 'vehicleSearched', 'vehicleValue', 'vehicleYear'),
  ...allFrom(bureau, 'confirmedFraud', 'addressAlert', 'fraudAlert', 'extendedAlert', 'activeDutyAlert'),
  ...allFrom(bureau, 'addressDiscrepancy', 'deceased', 'scoreUnexplained', 'fileFrozen', 'noFile', 'score'),
  ...allFrom(bureau, 'delinquencies30', 'delinquencies60', 'delinquencies90', 'collections', 'chargeOffs'),
  ...allFrom(bureau, 'newDelinquencies90', 'newCollections', 'newChargeOffs', 'inquiries6Months'),
  ...allFrom(bureau, 'openBankruptcy', 'monthsSinceBankruptcy', 'openTradeLines'),
  ...allFrom(bureau, 'openConsumerFinanceLines', 'oldestTradeLineMonths'),
  ...allFrom(ours, 'ssnConflict'),
  ...allFrom(bureauAndForm, 'debtToIncome', 'estimatedToDeclaredIncome'),
  ...allFrom('Applicant', 'monthlyIncome', 'housingPayment', 'state', 'residence'),
  ...allFrom(military, 'militaryCovered'),
  ...allFrom('Bank, documents or bureau', 'incomeConfirmed'),
};
export const attributeSources: Readonly<Record<Exclude<AttributeSource['of'], 'ratio'>, string>> = {
  bureau,
  'exclusion-code': bureau,
  bank: 'Bank',
  core,
  partner: ours,
  channel: ours,
};

export const notRequested = 'not requested';

/** Of the inputs of a decision. */
interface Answers {
  readonly noFile: boolean | null;
  readonly militaryUnanswered?: true;
  readonly vehicle: object | null;
  readonly vehicleSearched?: boolean;
  readonly vehicleUnneeded?: true;
  readonly bankUnread?: true;
}

/** Why a source gave no answer, by the source. Whatever the inputs have in place of one is none. */
export const unknownSources = ({
  noFile,
  militaryUnanswered,
  vehicle,
  vehicleSearched,
  vehicleUnneeded,
  bankUnread,
}: Answers): Readonly<Record<string, string>> => ({
  // Without a report, nothing was requested that comes with one.
  ...(noFile === null &&
    Object.fromEntries([bureau, bureauAndForm, military, core].map((source) => [source, notRequested]))),
  ...(militaryUnanswered && { [military]: 'no answer' }),
  ...(bankUnread && { [attributeSources.bank]: 'not read' }),
  // To the tables, which have their own fact for the first, it is none.
  ...(vehicleSearched === false && { [factSources.vehicleSearched]: 'no answer' }),
  ...(vehicleUnneeded && vehicle === null && { [factSources.vehicleSearched]: notRequested }),
});

/** Why each fact or attribute's source is not known: no cell holds for it. */
export function unknownFacts({
  vehicle: _,
  vehicleSearched: __,
  ...inputs
}: Answers): Readonly<Record<string, string>> {
  if (inputs.noFile !== null && !inputs.militaryUnanswered && !inputs.bankUnread) return {};
  const unknown = unknownSources({ ...inputs, vehicle: {} });
  return Object.fromEntries(
    Object.entries({ ...factSources, ...attributeSources }).flatMap(([name, source]) =>
      unknown[source] === undefined ? [] : [[name, unknown[source]]],
    ),
  );
}
