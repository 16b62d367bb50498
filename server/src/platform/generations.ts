// The generation at the end of a name: John Smith Jr and John Smith Sr are two people.

const spellings = { JR: 'JR JNR', SR: 'SR SNR', II: 'II 2ND', III: 'III 3RD', IV: 'IV 4TH' } as const;
export type Generation = keyof typeof spellings;
const generations: ReadonlyMap<string, Generation> = new Map(
  Object.entries(spellings).flatMap(([to, all]) => all.split(' ').map((word) => [word, to as Generation])),
);
export const generationOf = (word: string) => generations.get(word.toUpperCase());

/** People also write it behind the first name. A name that is nothing else stays. */
export function splitGeneration(name: string): { readonly name: string; readonly generation?: Generation } {
  const [ending = '', word = ''] = /[\s,]+([a-z\d]+)\.?\s*$/i.exec(name) ?? [];
  const generation = generationOf(word);
  return generation ? { name: name.slice(0, name.length - ending.length), generation } : { name };
}
