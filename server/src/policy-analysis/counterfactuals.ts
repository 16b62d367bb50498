// What would have turned a decision: the smallest change of one input after which the same policy would lend.
import type { Attribute, Attributes } from '#lender/schema/attributes.ts';
import type { DecisionInputs, PolicyInputs } from '../credit-policy/inputs.ts';

/** One input or attribute with its value and the nearest one that turns the decision. Amounts are in cents, those of attributes in dollars. */
export interface Counterfactual {
  readonly input: string;
  readonly from: number | boolean;
  readonly to: number | boolean;
}

/** The inputs that a person can change in time, or correct with the bureau, with the values to try. */
const numbers = {
  score: { step: 1, least: 300, most: 850 },
  monthlyDebtCents: { step: 1_000, least: 0, most: 1_000_000 },
  housingPaymentCents: { step: 1_000, least: 0, most: 1_000_000 },
  annualIncomeCents: { step: 10_000, least: 0, most: 100_000_000 },
  estimatedIncomeCents: { step: 10_000, least: 0, most: 100_000_000 },
  delinquencies30: { step: 1, least: 0, most: 20 },
  delinquencies60: { step: 1, least: 0, most: 20 },
  delinquencies90: { step: 1, least: 0, most: 20 },
  collections: { step: 1, least: 0, most: 20 },
  chargeOffs: { step: 1, least: 0, most: 20 },
  inquiries6Months: { step: 1, least: 0, most: 20 },
  openConsumerFinanceLines: { step: 1, least: 0, most: 40 },
  openTradeLines: { step: 1, least: 0, most: 40 },
  oldestTradeLineMonths: { step: 1, least: 0, most: 480 },
} as const satisfies Partial<Record<keyof PolicyInputs, Range>>;
const truths = ['frozen', 'noFile', 'addressDiscrepancy'] as const satisfies readonly (keyof PolicyInputs)[];

/** By the unit of an attribute. */
const ranges: Readonly<Record<NonNullable<Attribute['unit']>, Range>> = {
  count: { step: 1, least: 0, most: 100 },
  months: { step: 1, least: 0, most: 480 },
  dollars: { step: 10, least: 0, most: 100_000 },
  percent: { step: 1, least: 0, most: 1_000 },
};

interface Range {
  readonly step: number;
  readonly least: number;
  readonly most: number;
}

/** `lends`: whether the policy would lend on these inputs. A change that the policy cannot decide turns nothing. */
export function counterfactualsOf<I extends DecisionInputs>(
  inputs: I,
  lends: (inputs: I) => boolean,
  attributes: Attributes = {},
): readonly Counterfactual[] {
  const found: Counterfactual[] = [];
  for (const [input, range] of Object.entries(numbers) as [keyof typeof numbers, Range][]) {
    const from = inputs[input];
    if (from === null) continue;
    const to = nearest(from, range, (value) => lends({ ...inputs, [input]: value }));
    if (to !== undefined) found.push({ input, from, to });
  }
  for (const [name, { unit, mayDecline }] of Object.entries(attributes)) {
    const from = inputs.attributes?.[name];
    if (unit === undefined || mayDecline === false || typeof from !== 'number') continue;
    const to = nearest(from, ranges[unit], (value) =>
      lends({ ...inputs, attributes: { ...inputs.attributes, [name]: value } }),
    );
    if (to !== undefined) found.push({ input: name, from, to });
  }
  for (const input of truths) {
    const from = inputs[input] ?? false;
    if (lends({ ...inputs, [input]: !from })) found.push({ input, from, to: !from });
  }
  return found;
}

/** The nearest value on either side for which a rule holds. It may miss one where the rule holds within a doubling step only. */
function nearest(from: number, range: Range, holds: (value: number) => boolean): number | undefined {
  const sides = [-1, 1].flatMap((sign) => {
    let missed = from;
    for (let distance = range.step; ; distance *= 2) {
      const value = Math.min(Math.max(range.most, from), Math.max(range.least, from + sign * distance));
      if (value === missed) return [];
      if (holds(value)) return [halved(missed, value, range.step, holds)];
      missed = value;
    }
  });
  return sides.sort((a, b) => Math.abs(a - from) - Math.abs(b - from))[0];
}

function halved(missed: number, held: number, step: number, holds: (value: number) => boolean): number {
  const between = missed + Math.round((held - missed) / 2 / step) * step;
  if (between === missed || between === held) return held;
  return holds(between) ? halved(missed, between, step, holds) : halved(between, held, step, holds);
}
