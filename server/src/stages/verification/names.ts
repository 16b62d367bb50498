// Compares a bank's name with the applicant's, in any order, shortened, with titles or with joint owners.
// A first name and a family name must both match; an initial is not a name. Where both name a generation, it must be the same.
import { generationOf, splitGeneration } from '../../platform/generations.ts';
import nicknames from './nicknames.json' with { type: 'json' };
import { plain, similarityPercent } from './similarity.ts';

interface DeclaredName {
  readonly firstName: string;
  readonly lastName: string;
}

/** Titles and suffixes, which are not part of the name. */
const trimmings = new Set(
  'mr mrs ms miss mx dr prof rev hon sr jr snr jnr ii iii iv v 2nd 3rd 4th md phd dds dvm esq cpa rn jd'.split(
    ' ',
  ),
);
/** Separators between joint owners. */
const between = /\s(?:and|or|und|y|jtwros|jt\s+ten)\s|[&/;+]/;
/** The text after these names people other than the owner, or no person. */
const remarks = new Set('c/o dba fbo poa pod tod trustee ttee itf custodian utma ugma'.split(' '));

export function isSameName(declared: DeclaredName, found: string, leastPercent: number): boolean {
  const [front, back] = [splitGeneration(declared.firstName), splitGeneration(declared.lastName)];
  const first = wordsOf(front.name);
  const last = wordsOf(back.name);
  const generation = back.generation ?? front.generation;
  if (first.length === 0 || last.length === 0) return false;
  return ownersIn(found).some(
    (owner) =>
      (generation === undefined || owner.generation === undefined || owner.generation === generation) &&
      splitsOf(owner.words).some(
        ({ given, family }) =>
          isSameFamily(last, family, leastPercent) && isSameGiven(first, given, leastPercent),
      ),
  );
}

/** Without accents, punctuation and titles, but with titles if fewer than `fewest` words would remain. */
function wordsOf(name: string, fewest = 1): string[] {
  const words = plain(name)
    .replace(/['’‘`.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '');
  const withoutTitles = words.filter((word) => !trimmings.has(word));
  // A family name may be Miss or Hon; an initial is not a name.
  return withoutTitles.filter((word) => word.length > 1).length >= fewest ? withoutTitles : words;
}

/** The owners on one line from a bank. An owner without a family name gets the other owner's. */
function ownersIn(found: string) {
  const owners = ` ${withoutRemark(plain(found))} `
    .split(between)
    .map((part) => {
      const [generation] = part.split(/[^\p{L}\p{N}]+/u).flatMap((word) => generationOf(word) ?? []);
      return { words: wordsOf(part, 2), ...(generation && { generation }) };
    })
    .filter(({ words }) => words.length > 0);
  if (owners.length < 2) return owners;
  return owners.flatMap((owner, index) => {
    const { words } = owner;
    if (words.length > 1) return [owner];
    return owners
      .filter((other, position) => position !== index && other.words.length > 1)
      .flatMap((other) => [
        { ...owner, words: [...words, other.words.at(-1) ?? ''] },
        { ...owner, words: [other.words[0] ?? '', ...words] },
      ]);
  });
}

/** The text before a remark. Two words of a name are enough, because some people are named Tod. */
function withoutRemark(found: string): string {
  const words = found.split(/\s+/);
  let named = 0;
  for (const [index, word] of words.entries()) {
    if (named >= 2 && remarks.has(word.replace(/[^a-z/]/g, ''))) return words.slice(0, index).join(' ');
    named = between.test(` ${word} `) ? 0 : named + 1;
  }
  return found;
}

/** Every way to split words into given names and a family name, in either order. */
const splitsOf = (words: readonly string[]) =>
  words.slice(1).flatMap((_, at) => {
    const [front, back] = [words.slice(0, at + 1), words.slice(at + 1)];
    return [
      { given: front, family: back },
      { given: back, family: front },
    ];
  });

/** Equal, or one part of a double name: Garcia matches Garcia-Lopez, but of Antonio Garcia, Antonio is a given name. */
function isSameFamily(declared: readonly string[], found: readonly string[], leastPercent: number): boolean {
  const isSame = (a = '', b = '') => similarityPercent(a, b) >= leastPercent;
  const [a, b] = [declared.join(''), found.join('')];
  const isPart = Math.min(a.length, b.length) >= 3 && a.length !== b.length;
  const hasExtraBehind = found.length <= declared.length || isSame(declared[0], found[0]);
  return isSame(a, b) || (isPart && hasExtraBehind && isWithin(declared, found, isSame));
}

/** Equal, however drawn together, or one has a name that the other leaves out. Of two names, relatives often share one. */
function isSameGiven(declared: readonly string[], found: readonly string[], leastPercent: number): boolean {
  const isSame = (a: string, b: string) => isSameWord(a, b, leastPercent);
  const isName = (name: string) => name.length > 1;
  const [a, b] = [declared.filter(isName), found.filter(isName)];
  const wholes = [declared.join(''), a.join('')];
  const runs = found.flatMap((_, from) =>
    found.slice(from).map((__, more) => found.slice(from, from + more + 1).join('')),
  );
  return runs.some((run) => wholes.some((whole) => isSame(whole, run))) || isWithin(a, b, isSame);
}

/** Whether each word of the shorter name is in the longer one. */
function isWithin(
  a: readonly string[],
  b: readonly string[],
  isSame: (a: string, b: string) => boolean,
): boolean {
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  return fewer.length > 0 && fewer.every((word) => more.some((other) => isSame(word, other)));
}

/** Francisco and Francisca differ by more than a letter. */
function isSameWord(a: string, b: string, leastPercent: number): boolean {
  if (a.length < 2 || b.length < 2) return false;
  const differsByEnding = a !== b && a.replace(/[ao]$/, '') === b.replace(/[ao]$/, '');
  return (similarityPercent(a, b) >= leastPercent && !differsByEnding) || areNicknames(a, b);
}

/** Given names that are interchangeable in the United States. A name may be in several groups. */
function areNicknames(a: string, b: string): boolean {
  return nicknames.some((group) => group.includes(a) && group.includes(b));
}
