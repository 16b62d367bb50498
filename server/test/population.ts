// Made-up people, the same for the same seed, with each kind of trouble that a table can test in some.

import { residentialStatuses } from '#contract/fields.ts';
import type { Lender } from '#lender/load.ts';
import { SCORE_MODEL_FACTORS } from '#lender/schema/score-models.ts';
import { type StoredAttributes, storedAttributes } from '#server/credit-policy/attributes.ts';
import { type PolicyInputs, policyInputsSchema } from '#server/credit-policy/inputs.ts';

/** Mulberry32: numbers from 0 to 1, evenly spread, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What a number of a unit is in made-up people, from a draw between 0 and 1: a count is above 0 in few of them. */
const drawnNumber = {
  count: (drawn: number) => Math.ceil(Math.max(0, drawn - 0.94) * 100),
  months: (drawn: number) => Math.floor(drawn * 120),
  dollars: (drawn: number) => Math.floor(drawn ** 2 * 900),
  percent: (drawn: number) => Math.floor(drawn ** 2 * 180),
} as const;

/** None in a sixth. Their own sequence leaves the other facts as they are for a new attribute. */
function makeAttributes(lender: Lender, seed: number): () => StoredAttributes {
  const random = randomFrom(seed ^ 0x5eed);
  const partners = lender.partners.map(({ id }) => id);
  return () => {
    const partner = random() < 0.3 ? (partners[Math.floor(random() * partners.length)] ?? null) : null;
    const made = Object.entries(lender.policy.attributes).map(([name, { kind, unit }]) => {
      const [known, drawn] = [random() > 1 / 6, random()];
      const value = unit ? drawnNumber[unit](drawn) : kind === 'yes-no' ? drawn < 0.1 : null;
      return [name, known ? value : null];
    });
    const channel = partner === null ? 'web_form' : 'affiliate';
    return storedAttributes(lender.policy.attributes, { partner, channel }, Object.fromEntries(made));
  };
}

/** People of every served state, or of one. */
export function makePopulation(
  lender: Lender,
  size: number,
  seed: number,
  state?: string,
): readonly PolicyInputs[] {
  const random = randomFrom(seed);
  const within = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const happens = (share: number) => random() < share;
  const oneOf = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const counted = (share: number, most: number) => (happens(share) ? within(1, most) : 0);
  const states = lender.states.map((state) => state.code);
  const factors = SCORE_MODEL_FACTORS[lender.policy.adverseAction.bureau.scoreName] ?? [];

  const attributesOfNext = makeAttributes(lender, seed);
  return Array.from({ length: size }, () => {
    const frozen = happens(0.02);
    const noFile = !frozen && happens(0.03);
    const isScored = !frozen && !noFile && !happens(0.02);
    // The mean of three draws lies around 650, as applicants for such loans do.
    const score = Math.round((within(480, 820) + within(480, 820) + within(480, 820)) / 3);
    const incomeCents = within(14_000, 140_000) * 100;
    return policyInputsSchema.parse({
      score: isScored ? score : null,
      scoreFactors: isScored ? Array.from({ length: 4 }, () => oneOf(factors)) : [],
      frozen,
      noFile,
      monthlyDebtCents: within(0, 2_200) * 100,
      housingPaymentCents: within(0, 2_400) * 100,
      annualIncomeCents: incomeCents,
      estimatedIncomeCents: happens(0.15) ? null : Math.round(incomeCents * (0.6 + random() * 0.7)),
      delinquencies30: counted(0.25, 4),
      delinquencies60: counted(0.1, 2),
      delinquencies90: counted(0.05, 2),
      collections: counted(0.12, 3),
      chargeOffs: counted(0.08, 2),
      inquiries6Months: counted(0.7, 10),
      bankruptcies: happens(0.05) ? [{ monthsSince: within(0, 90), open: happens(0.2) }] : [],
      openConsumerFinanceLines: counted(0.2, 2),
      openTradeLines: within(0, 14),
      oldestTradeLineMonths: happens(0.03) ? null : within(2, 300),
      militaryCovered: happens(0.05),
      vehicle: happens(0.6)
        ? {
            year: within(2008, 2024),
            make: 'Any',
            model: 'Any',
            vin: 'NONE',
            valueCents: within(2_000, 30_000) * 100,
          }
        : null,
      state: state ?? oneOf(states),
      residentialStatus: oneOf(residentialStatuses),
      fraudDecision: happens(0.04) ? oneOf(['REVIEW', 'REJECT']) : 'ACCEPT',
      alerts: happens(0.02) ? [oneOf(['initial-fraud', 'extended-fraud', 'active-duty'])] : [],
      addressDiscrepancy: happens(0.02),
      attributes: attributesOfNext(),
      fraudShield: happens(0.03) ? [oneOf(['address-alert', 'confirmed-fraud'])] : [],
    });
  });
}
