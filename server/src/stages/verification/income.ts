// Converts the regular income a bank shows to a monthly amount, and compares it with the declared income.
import type { VerificationRules } from '#lender/schema/policy.ts';
import type { Frequency, InflowStream } from '../../vendors/bank-data.ts';

export interface IncomeFinding {
  readonly holds: boolean;
  readonly reason: 'enough' | 'short-history' | 'no-regular-income' | 'too-little';
  readonly declaredMonthlyCents: number;
  readonly foundMonthlyCents: number;
}

const timesAYear: Record<Exclude<Frequency, 'irregular'>, number> = {
  weekly: 52,
  biweekly: 26,
  'semi-monthly': 24,
  monthly: 12,
  annually: 1,
};

export const dayMs = 86_400_000;
const daysAMonth = 365.25 / 12;

/** The vendor counts these as income, but they are not paid every month. */
const notRegular = new Set(['INCOME_TAX_REFUND', 'INCOME_CASH_BACK', 'INCOME_OTHER_REIMBURSEMENT']);
/** Paid irregularly, so no frequency is required. Each needs at least this many payments to count. */
const leastIrregular = 3;

export const isIncome = ({ category }: Pick<InflowStream, 'category'>): boolean =>
  category.startsWith('INCOME') && !notRegular.has(category);

/** In cents per month. Zero if the stream has ended, is not income, or shows too little data. */
export function monthlyCents(inflow: InflowStream): number {
  if (!inflow.active || !isIncome(inflow) || inflow.averageCents <= 0) return 0;
  if (inflow.frequency !== 'irregular')
    return Math.round((inflow.averageCents * timesAYear[inflow.frequency]) / 12);
  const days = (Date.parse(inflow.lastDate) - Date.parse(inflow.firstDate)) / dayMs;
  if (inflow.count < leastIrregular || !(days >= daysAMonth)) return 0;
  // There is one fewer gap than there are payments.
  return Math.round(inflow.averageCents * ((inflow.count - 1) / (days / daysAMonth)));
}

export function compareIncome(
  declaredYearlyCents: number,
  reported: { readonly inflows: readonly InflowStream[]; readonly since: string | undefined },
  rules: Pick<VerificationRules, 'incomeShortfallPercent' | 'incomeMonths'>,
  now: Date,
): IncomeFinding {
  const found = reported.inflows.reduce((sum, inflow) => sum + monthlyCents(inflow), 0);
  const declared = Math.round(declaredYearlyCents / 12);
  const historyDays = reported.since === undefined ? 0 : (now.getTime() - Date.parse(reported.since)) / dayMs;
  const reason =
    found === 0
      ? 'no-regular-income'
      : historyDays < Math.floor(rules.incomeMonths * 30)
        ? 'short-history'
        : found * 100 >= declared * (100 - rules.incomeShortfallPercent)
          ? 'enough'
          : 'too-little';
  return { holds: reason === 'enough', reason, declaredMonthlyCents: declared, foundMonthlyCents: found };
}
