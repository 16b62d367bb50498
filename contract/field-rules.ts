// The rules that fields share.
import * as z from 'zod/mini';
import { isPlainText, plainTextMessage } from './plain-text.ts';

/**
 * Checks the rules in order and reports only the first that fails, so that a field has one message at a time. Every text is plain:
 * a field that has more to say of such characters says it first.
 */
export function text(...rules: readonly [holds: (value: string) => boolean, message: string][]) {
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

export const hasLetter = (value: string) => /\p{L}/u.test(value);

/** No email address and no web address. A period between letters makes one, except in N.Main, St.Paul and J.P.Morgan. */
export const holdsNoLink = (value: string) =>
  !/[@<>{}=_]|\/\/|\.\p{L}{2}/u.test(value.replace(/\b(?:[nsew]|st|ft|mt|\p{L}\.\p{L})\./giu, ' '));
