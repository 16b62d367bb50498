import { expect, it } from 'vitest';
import { isSamePerson } from './applicants.ts';

const person = { lastName: 'Núñez-O’Hara', dob: '1985-04-12', ssn: '666010001' };

it.each([
  ['however the last name is written', { lastName: ' NUNEZ OHARA' }, true],
  ['with another last name', { lastName: 'Nunez' }, false],
  ['with another birth date', { dob: '1985-12-04' }, false],
  ['with another SSN', { ssn: '666020001' }, false],
])('a person is the same %s: %j is %s', (_, changes, isSame) => {
  expect(isSamePerson(person, { ...person, ...changes })).toBe(isSame);
});
