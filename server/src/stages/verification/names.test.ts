import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameName } from './names.ts';
import groups from './nicknames.json' with { type: 'json' };

const same = (first: string, last: string, found: string) =>
  isSameName({ firstName: first, lastName: last }, found, 85);

it.each([
  ['Alex', 'Rivera', 'RIVERA ALEX', 'family name first'],
  ['Alex', 'Rivera', 'Alex J. Rivera', 'with an initial between'],
  ['Alex', 'Rivera', 'RIVERA,ALEX JAMES JR', 'with suffix and further name'],
  ['Alex', 'Rivera', 'Mr. Alexander Rivera III', 'with title, long form and number'],
  ['William', 'Smith', 'Bill Smith', 'by a nickname'],
  ['Peggy', 'Olson', 'Margaret Olson', 'by the name behind the nickname'],
  ['Beth', 'Olson', 'Liz Olson', 'by two nicknames of one name'],
  ['José', 'Núñez', 'JOSE NUNEZ', 'without accents'],
  ['Søren', 'Weiß', 'Soren Weiss', 'without letters the bank does not know'],
  ['Mary Ann', "O'Brien", 'MARYANN OBRIEN', 'without space and apostrophe'],
  ['Jean-Luc', 'De La Cruz', 'JEAN LUC DELACRUZ', 'with words drawn together'],
  ['Maria', 'Garcia', 'Maria Garcia-Lopez', 'with a further family name'],
  ['Maria', 'Garcia Lopez', 'MARIA LOPEZ', 'with one family name of two'],
  ['Mary', 'Smith', 'John & Mary Smith', 'second of joint owners'],
  ['John', 'Smith', 'JOHN & MARY SMITH', 'first of joint owners, family name once'],
  ['Mary', 'Smith', 'SMITH JOHN OR MARY', 'of joint owners, family name first'],
  ['Mary', 'Jones', 'John Smith and Mary Jones', 'of joint owners with two names'],
  ['Robert', 'Smith', 'James Robert Smith', 'going by the middle name'],
  ['Katherine', 'Johansson', 'Kathrine Johanson', 'with a letter missing'],
  ['Michael', 'Thompson', 'Micheal Thompson', 'with two letters swapped'],
  ['Ada', 'Ng', 'Ada Ng', 'short'],
  ['José Luis', 'García', 'JOSE L GARCIA', 'with an initial for a name'],
  ['Maryann', 'Smith', 'MARY ANN ELIZABETH SMITH', 'apart, before a further name'],
  ['Mary Ann', 'Jones', 'MARYANN JONES SMITH', 'drawn together, before a further family name'],
  ['AJ', 'Rivera', 'A J RIVERA', 'as two initials'],
  ['Stephanie', 'Ng', 'STEPHANI NG', 'without its last letter'],
  ['Alex', 'Rivera', 'Alex Rivera TTEE Rivera Family Trust', 'as a trustee'],
  ['Alex', 'Rivera', 'Alex Rivera POD Sam Stone', 'with a beneficiary'],
  ['Alex', 'Rivera', 'Alex Rivera (POD)', 'with a remark alone'],
  ['Alex', 'Miss', 'Alex Miss', 'with a family name that is a title'],
  ['Tod', 'Rivera', 'Tod Rivera', 'with a given name that is a remark'],
  ['Tod', 'Rivera', 'Ann Rivera and Tod Rivera', 'with such a name second of joint owners'],
  ['John', 'Smith Jr.', 'JOHN SMITH JR', 'of the same generation'],
  ['John Jr', 'Smith', 'SMITH JOHN JR', 'with the generation behind the first name'],
  ['DeShawn 3rd', 'Ng', 'DESHAWN NG III', 'with the generation as a number'],
  ['John', 'Smith Jr', 'John Smith', 'without a generation'],
  ['John', 'Smith', 'John V Smith Sr', 'with a generation that was not declared'],
  ['Ma.', 'Santos', 'MARIA SANTOS', 'with Maria shortened'],
  ['Alex', 'Poa', 'Alex Poa & Ann Stone', 'with a family name that is a remark'],
])('a bank’s name is the applicant’s: %s %s is %s (%s)', (first, last, found) => {
  expect(same(first, last, found)).toBe(true);
});

it.each([
  ['Alex', 'Rivera', 'Alberta Bobbeth Charleson'],
  ['Alex', 'Rivera', 'Sam Rivera'],
  ['Alex', 'Rivera', 'Alex Stone'],
  ['Mario', 'Rivera', 'Maria Rivera'],
  ['Alex', 'Rivera', 'A Rivera'],
  ['Alex', 'Rivera', 'Rivera'],
  ['Alex', 'Rivera', 'Alex'],
  ['Alex', 'Rivera', ''],
  ['Alex', 'Rivera', '—'],
  ['Alex', 'Rivera', 'Sam Stone POD Alex Rivera'],
  ['Alex', 'Rivera', 'John Rivera & Alex Stone'],
  ['Ana', 'Li', 'Ann Lu'],
  ['John', 'Smith', 'Joan Smith'],
  ['James', 'Lee', 'Lee Chen'],
  ['John', 'Smith Jr', 'JOHN SMITH SR'],
  ['John Jr', 'Smith', 'John Smith III'],
  ['John', 'Smith, III', 'Smith John 2nd & Mary Smith'],
  ['J', 'Smith', 'M Smith'],
  ['J R', 'Smith', 'SMITH, M'],
  ['José Luis', 'García', 'JOSE ANTONIO GARCIA'],
  ['Maria Elena', 'Lopez', 'Lopez, Maria Guadalupe'],
  ['Thi Minh', 'Nguyen', 'THI HOA NGUYEN'],
  ['Francisco', 'Rivera', 'FRANCISCA RIVERA'],
  ['Robert', 'Smith', 'ROBERTA SMITH'],
  ['Michael', 'Smith', 'Michaela Smith'],
])('a bank’s name is another person’s: %s %s is not %s', (first, last, found) => {
  expect(same(first, last, found)).toBe(false);
});

/** A word of a name, except the ones banks put between owners. */
const word = fc.stringMatching(/^[A-Z][a-z]{2,9}$/).filter((name) => !['And', 'Und'].includes(name));
const trimmings = fc.constantFrom('', ' Jr', ' III', ', MD', ' J.');

describe('any name', () => {
  it('is itself, in either order, in capitals and with a suffix', () => {
    fc.assert(
      fc.property(word, word, trimmings, (first, last, suffix) => {
        expect(same(first, last, `${first} ${last}${suffix}`)).toBe(true);
        expect(same(first, last, `${last.toUpperCase()}, ${first.toUpperCase()}`)).toBe(true);
      }),
    );
  });

  it('is found beside any other owner', () => {
    fc.assert(
      fc.property(word, word, word, word, (first, last, otherFirst, otherLast) => {
        expect(same(first, last, `${otherFirst} ${otherLast} AND ${first} ${last}`)).toBe(true);
      }),
    );
  });

  it('is not found where none of its letters are', () => {
    const early = fc.stringMatching(/^[a-j]{3,9}$/);
    const late = fc.stringMatching(/^[n-z]{3,9}$/).filter((name) => !name.includes('y'));
    fc.assert(
      fc.property(early, early, late, late, (first, last, otherFirst, otherLast) => {
        expect(same(first, last, `${otherFirst} ${otherLast}`)).toBe(false);
      }),
    );
  });

  it('answers for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string({ unit: 'grapheme' }), (a, b, c) => {
        expect(typeof same(a, b, c)).toBe('boolean');
      }),
    );
  });
});

it('nicknames are written in plain letters', () => {
  for (const name of groups.flat()) expect(name).toMatch(/^[a-z]{2,}$/);
});
