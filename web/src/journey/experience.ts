// Which of its two forms the landing page takes, and the marketing parameters it was reached with.
import { type Experience, experiences, marketingParameters } from '#contract/experiences.ts';

/** The variant an address asks for; a missing or unknown one is `sp`. */
export function experienceOf(search: string): Experience {
  const asked = new URLSearchParams(search).get('experience');
  return experiences.find((experience) => experience === asked) ?? 'sp';
}

/** The same query with the variant written into it. */
export function withExperience(search: string): string {
  const query = new URLSearchParams(search);
  query.set('experience', experienceOf(search));
  return `?${query}`;
}

type Marketing = { readonly [K in (typeof marketingParameters)[keyof typeof marketingParameters]]?: string };

const longestValue = 200;

/** The marketing parameters of an address, by their stored names. A value longer than any real one is left out. */
export function marketingOf(search: string): Marketing {
  const query = new URLSearchParams(search);
  return Object.fromEntries(
    Object.entries(marketingParameters).flatMap(([parameter, name]) => {
      const value = query.get(parameter);
      return value && value.length <= longestValue ? [[name, value]] : [];
    }),
  );
}
