// What a state's law requires the lender to state, by place, and the check that every served state was reviewed.
import { isInForce } from './in-force.ts';
import { fillText, textValues } from './public/fill-text.ts';
import type { Brand } from './schema/brand.ts';
import type { REQUIREMENT_PLACES, StateRequirement } from './schema/state-requirements.ts';

interface Requiring {
  readonly stateRequirements: readonly StateRequirement[];
  readonly brand: Brand;
}

interface Occasion {
  readonly state: string;
  /** ISO day. */
  readonly on: string;
  /** Absent on the application, where no amount is chosen yet. */
  readonly loan?: { readonly amountCents: number; readonly isSecured: boolean };
}

/** The paragraphs that a state's law requires in a place, with the lender's name and phones filled in. */
export function requiredWording(
  { stateRequirements, brand }: Requiring,
  place: (typeof REQUIREMENT_PLACES)[number],
  { state, on, loan }: Occasion,
): readonly string[] {
  return stateRequirements
    .filter((row) => row.place === place && row.states.includes(state) && isInForce(row, on))
    .filter(({ trigger, amountCents: { min = 0, max = Number.MAX_SAFE_INTEGER } = {} }) => {
      if (loan === undefined) return trigger === 'every-application';
      if (loan.amountCents < min || loan.amountCents > max) return false;
      return trigger === 'every-loan' || (trigger === 'secured-loan' && loan.isSecured);
    })
    .flatMap((row) => row.wording.map((words) => filled(words, brand)));
}

export const unconfirmed = ({ stateRequirements }: Pick<Requiring, 'stateRequirements'>) =>
  stateRequirements.filter((row) => row.confirmedBy === null);

/** Only in these states may a lender inquire whether an applicant is married (12 CFR 1002.5(d)(1)), which such a notice needs. */
const communityPropertyStates: readonly string[] = ['AZ', 'CA', 'ID', 'LA', 'NV', 'NM', 'TX', 'WA', 'WI'];

/** The first mistake, as a sentence; undefined if every served state has a row, and every placeholder a value. */
export function findRequirementMistake(
  rows: readonly StateRequirement[],
  served: ReadonlySet<string>,
  brand: Brand,
): string | undefined {
  const ids = new Set<string>();
  for (const [index, { id, states, place, wording }] of rows.entries()) {
    const at = `requirements[${index}] (${id})`;
    if (ids.has(id)) return `${at}.id is taken; give each row its own.`;
    ids.add(id);
    const unserved = states.find((state) => !served.has(state));
    if (unserved !== undefined)
      return `${at}.states names ${unserved}, which public/states.json does not serve.`;
    const elsewhere = states.find((state) => !communityPropertyStates.includes(state));
    if (place === 'spouse-notice' && elsewhere !== undefined)
      return `${at}.states names ${elsewhere}, which is no community property state: a lender there may not inquire whether applicants are married.`;
    const ofSpouse = place === 'spouse-notice' ? /\{(borrower|amount|date)\}/g : /(?!)/g;
    const text = fillText(
      { title: '', body: wording.map((paragraph) => ({ paragraph: paragraph.replace(ofSpouse, '') })) },
      brand,
    );
    if ('unknown' in text) return `${at}.wording names {${text.unknown}}, for which there is no value.`;
  }
  const missing = [...served].find((state) => !rows.some((row) => row.states.includes(state)));
  return missing === undefined
    ? undefined
    : `requirements has no row for ${missing}; a state that requires no wording has a row with "place": "none".`;
}

/** A placeholder without a value in the brand is left to the document. */
function filled(words: string, brand: Brand): string {
  const values = textValues(brand);
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
