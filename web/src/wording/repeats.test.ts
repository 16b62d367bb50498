import { describe, expect, it } from 'vitest';
import { declinedText } from './declined.ts';
import { noticeText } from './notices.ts';
import { personText } from './person.ts';

const { error, outOfTradeArea } = noticeText;
/** The clauses of a page, as a reader remembers them. */
const clausesOf = (sentences: readonly string[]) =>
  sentences
    .flatMap((sentence) => sentence.toLowerCase().split(/[.,;?]\s*(?:and\s)?/))
    .filter((clause) => clause.length > 15);

describe('a page on which the online way ends', () => {
  it.each([
    ['error', [personText.call, error.saved]],
    ['error after a hard inquiry', [personText.call, error.hardInquiry, error.saved]],
    ['error, left to the branch', [personText.call, error.hardInquiry, error.branchCalls]],
    [
      'out of the trade area',
      [outOfTradeArea.lead, outOfTradeArea.next, declinedText.advice('check-address', undefined).what],
    ],
  ])('repeats nothing: %s', (_, sentences) => {
    const clauses = clausesOf(sentences);
    expect(clauses.filter((clause, index) => clauses.indexOf(clause) !== index)).toEqual([]);
  });
});
