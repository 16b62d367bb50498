import { type Experience, experiences, type Marketing, marketingParameters } from '#contract/experiences.ts';
import { isPlainText } from '#contract/plain-text.ts';

/** The variant in the address; `sp` when it is missing or unknown. */
export function experienceOf(search: string): Experience {
  const requested = new URLSearchParams(search).get('experience');
  return experiences.find((experience) => experience === requested) ?? 'sp';
}

export function withExperience(search: string): string {
  const query = new URLSearchParams(search);
  query.set('experience', experienceOf(search));
  return `?${query}`;
}

const longestValue = 200;

/** The marketing parameters of an address, by their stored names. Values that the server would refuse are dropped. */
export function marketingOf(search: string): Marketing {
  const query = new URLSearchParams(search);
  return Object.fromEntries(
    Object.entries(marketingParameters).flatMap(([parameter, name]) => {
      const value = query.get(parameter);
      return value && value.length <= longestValue && isPlainText(value) ? [[name, value]] : [];
    }),
  );
}

let begun: Marketing = {};

/** The parameters of the current address and of earlier ones in this visit. In memory, since a later address may lack them. */
export function marketingNow(): Marketing {
  begun = { ...begun, ...marketingOf(window.location.search) };
  return begun;
}
