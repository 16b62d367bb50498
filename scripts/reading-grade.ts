// How many years of school a text requires: the Flesch-Kincaid grade of its sentences.
import { syllable } from 'syllable';

/** The sentences of running text. Labels, figures and buttons, which end without a mark, are none. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?…]["”’)]?)\s+(?=["“(]?[\p{Lu}\d$])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[.!?…]["”’)]?$/.test(sentence));
}

/** Words as they are read aloud: not links, addresses and numbers of telephones. */
const wordsOf = (text: string) =>
  text
    .replace(/\S*(?:@|:\/\/)\S*|\(\d{3}\) \d{3}-\d{4}/g, '')
    .split(/[\s–—/]+/)
    .filter((word) => /[\p{L}\d]/u.test(word));

/** `grade` is by Flesch-Kincaid: 8 is what people read with ease at the end of middle school. */
export function readingOf(sentences: readonly string[]) {
  const words = sentences.flatMap(wordsOf);
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
  const grade = (0.39 * words.length) / sentences.length + (11.8 * syllables) / words.length - 15.59;
  return { words: words.length, grade: sentences.length === 0 ? 0 : grade };
}
