// The rules that fields share.
import * as z from 'zod/mini';
import { isPlainText, plainTextMessage } from './plain-text.ts';

/**
 * Checks the rules in order and reports only the first that fails, so that a field has one message at a time. Every text is plain:
 * a field with a more specific message about such characters checks it first.
 */
export function text(...rules: readonly (readonly [holds: (value: string) => boolean, message: string])[]) {
  return z.string().check(
    z.superRefine((value, context) => {
      const broken = [...rules, [isPlainText, plainTextMessage] as const].find(([holds]) => !holds(value));
      if (broken) context.addIssue({ code: 'custom', message: broken[1] });
    }),
  );
}

export const filled = (value: string) => value.trim() !== '';
export const atMost = (count: number) => (value: string) => value.length <= count;
export const matches = (pattern: RegExp) => (value: string) => pattern.test(value);

/**
 * Latin letters with their accents, and the punctuation between them: what the loan documents, the bureau and the bank's
 * files can hold. A test compares it with the documents' fonts.
 */
const writablePattern =
  /^[\x20-\x7E\u00A0-\u00AC\u00AE-\u017F\u01A0\u01A1\u01AF\u01B0\u01CD-\u01DC\u0218-\u021B\u02BB\u02BC\u1EA0-\u1EF9\u2010-\u2015\u2018\u2019\u201C\u201D]*$/u;
export const isWritable = (value: string) => writablePattern.test(value.trim().normalize('NFC'));

/** One word of a name: with apostrophes, as initials (J.R.), or shortened (St., Jr.). */
const nameWord = /^(?:(?:\p{L}\.)+\p{L}?|['`´‘’ʻʼ]?\p{L}['`´‘’ʻʼ\p{L}]*|\p{L}{2,4}\.)$/u;
/** Particles, which a name may have in any number: de la Cruz y de los Santos. */
const particle = /^(?:d[aeiou]?[ls]?|l[aeo]s?|v[ao]n|[dt]e[nr]|zu|y|[ae]l?|bin|ibn|san(ta)?|st\.?)$/i;

/**
 * Whether a text has only what names have: no sentence and no address that a stranger might read in an email from us. `most` counts
 * words other than particles.
 */
export function isName(value: string, most = 4): boolean {
  const words = value
    .trim()
    .normalize('NFC')
    .replace(/,(?= ([js]r\.?|[iv]+|\d\w\w)$)/i, '')
    // A generation as a number is said like III.
    .replace(/(?<=\s)(?:2nd|3rd|4th)$/i, 'III')
    .split(/[\s‐‑–-]+/);
  const others = words.filter((word) => !particle.test(word));
  return words.length < 9 && others.length <= most && words.every((word) => nameWord.test(word));
}

/** Words that a street may join to the next with a period, as in Blvd.East. */
const abbreviations =
  /(?<![\p{L}\d.-])(ave?|blvd|hwy|pkwy|cir|terr?|trl|sq|str?|apt|ste|expy|fwy|ctr|[ns][ew]?)\.(?!(?:com|net|org|info|biz|us|io|co)\b)(?=\p{L})/giu;
/** No email address and no web address, which is what a period between words makes. N.Main and Blvd.East are neither. */
export const holdsNoLink = (value: string) =>
  !/[@<>]|\/\/|[\p{L}\d-]{3}\.\p{L}{2}/u.test(value.replace(abbreviations, '$1 '));

/** A box or mailbox instead of a home, in each spelling that the Postal Service replaces. Box Elder Road has no such number. */
const postBox =
  /^\W*(?:p[\s.]*[o0][\s.,]*(?:b(?:o?x)?|drawer|bin)|post(?:al)?\s+(?:off?ice\s+)?box|general\s+delivery)(?![a-z])|^\W*(?:p\.?\s*|lock[\s-]*)?(?:box|drawer|bin|(?:firm\s+)?caller(?:\s+service)?|apartado|apdo)[\s.#:]*(?:(?:no|num|number)[\s.#]*)?\d+[a-z]?\s*(?:$|,)|\bp\.?m\.?b\.?\s*#?\s*\d/i;
export const isPostBox = (value: string) => postBox.test(value);
