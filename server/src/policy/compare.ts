// Compares two policies: which rows differ, and which of the same people they decide differently.
import type { IsoDate } from '#finance/dates.ts';
import { formatUsd } from '#finance/money.ts';
import type { Lender } from '#lender/load.ts';
import { createPolicy, type PrequalificationDecision } from './decide.ts';
import type { PolicyInputs } from './inputs.ts';
import { termsFor } from './offers.ts';
import { PolicyGapError } from './policy-rows.ts';
import { reasonWording } from './reasons.ts';

/** One policy's decision about one person, as texts that can be compared. */
interface Answer {
  readonly kind: PrequalificationDecision['kind'] | 'NO DECISION';
  readonly reasons: string;
  /** Programs with their amounts, and whether the fast path is open. */
  readonly offers: string;
  /** Payment and APR of the shortest, a middle and the longest term of each program's smallest and largest loan. */
  readonly prices: string;
}

type Aspect = keyof Answer;

interface Difference {
  readonly person: PolicyInputs;
  readonly aspect: Aspect;
  readonly before: string;
  readonly after: string;
}

interface Comparison {
  readonly people: number;
  /** One for each person for which the policies' decisions differ, by the first aspect that differs. */
  readonly differences: readonly Difference[];
}

const aspects: readonly Aspect[] = ['kind', 'reasons', 'offers', 'prices'];

export function comparePolicies(
  before: Lender,
  after: Lender,
  people: readonly PolicyInputs[],
  on: IsoDate,
): Comparison {
  const [first, second] = [deciderOf(before, on), deciderOf(after, on)];
  const differences: Difference[] = [];
  for (const person of people) {
    const [one, other] = [first(person), second(person)];
    const aspect = aspects.find((each) => one[each] !== other[each]);
    if (aspect) differences.push({ person, aspect, before: one[aspect], after: other[aspect] });
  }
  return { people: people.length, differences };
}

function deciderOf(lender: Lender, on: IsoDate) {
  const policy = createPolicy(lender);
  return (person: PolicyInputs): Answer => {
    const decision = decisionOrGap(() => policy.decidePrequalification(person, on));
    const nothing = { reasons: '', offers: '', prices: '' };
    if (decision instanceof PolicyGapError)
      return { ...nothing, kind: 'NO DECISION', reasons: decision.message };
    if (decision.kind === 'DECLINED')
      return { ...nothing, kind: decision.kind, reasons: reasonWording(lender, decision.reasons).join('; ') };
    if (decision.kind !== 'PREQUALIFIED') return { ...nothing, kind: decision.kind };
    const { programs, fastPath } = decision;
    const context = { lender, state: person.state, militaryCovered: person.militaryCovered, on };
    const prices = programs.flatMap((program) =>
      [program.minCents, program.maxCents].flatMap((amount) => {
        const terms = termsFor(program, amount, context);
        return [terms[0], terms[terms.length >> 1], terms.at(-1)].flatMap((term) =>
          term
            ? [
                `${formatUsd(amount)} over ${term.months}: ${formatUsd(term.monthlyPayment)} at ${term.apr.toFixed(2)}%`,
              ]
            : [],
        );
      }),
    );
    const ranges = programs.map(
      ({ name, minCents, maxCents }) => `${name} ${formatUsd(minCents)} to ${formatUsd(maxCents)}`,
    );
    return {
      kind: decision.kind,
      reasons: '',
      offers: `${ranges.join(', ')}${fastPath ? ', fast path' : ''}`,
      prices: prices.join('; '),
    };
  };
}

function decisionOrGap<D>(decide: () => D): D | PolicyGapError {
  try {
    return decide();
  } catch (error) {
    if (error instanceof PolicyGapError) return error;
    throw error;
  }
}

/** The rows that were added, taken out or changed, and the files without rows that changed, as lines. */
export function changedRows(before: Lender, after: Lender): readonly string[] {
  const names = new Set([...before.policy.files, ...after.policy.files].map((file) => file.name));
  return [...names].flatMap((name) => {
    const [old, now] = [before, after].map(
      ({ policy }) => policy.files.find((file) => file.name === name)?.json,
    );
    if (old === now) return [];
    if (old === undefined) return [`${name}: added`];
    if (now === undefined) return [`${name}: taken out`];
    const [oldRows, newRows] = [rowsOf(old), rowsOf(now)];
    if (!oldRows || !newRows) return [`${name}: changed`];
    const lines = [...new Set([...oldRows.keys(), ...newRows.keys()])].flatMap((id) => {
      const [from, to] = [oldRows.get(id), newRows.get(id)];
      if (from === to) return [];
      if (from === undefined) return [`${name} ${id}: added ${to}`];
      if (to === undefined) return [`${name} ${id}: taken out ${from}`];
      return [`${name} ${id}: was ${from}`, `${name} ${id}: is  ${to}`];
    });
    return lines.length > 0 ? lines : [`${name}: changed in its order or around its rows`];
  });
}

/** The rows of a decision table by their id, as JSON; undefined where a file is none. */
function rowsOf(json: string): ReadonlyMap<string, string> | undefined {
  const { rows } = JSON.parse(json) as { rows?: readonly { readonly id: string }[] };
  return rows && new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
}
