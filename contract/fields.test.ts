import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { dateOfBirth } from './fields.ts';
import { declared } from './prequalification.ts';

const today = () => '2026-03-02';

/** What is said of a date of birth, by the form and by the server that receives the form or a partner's lead. */
const said = (date: string) =>
  [dateOfBirth(today), declared(today).person.dob].map(
    (rule) => z.safeParse(rule, date).error?.issues[0]?.message,
  );

describe('a date of birth', () => {
  it.each(['03/02/2026', '02/29/2004', '03/03/1905'])('can be %s', (date) => {
    expect(said(date)).toEqual([undefined, undefined]);
  });

  it.each([
    ['a day that its month does not have', '02/31/1990'],
    ['a leap day of another year', '02/29/2003'],
    ['in the future', '03/03/2026'],
    ['of someone older than 120 years', '03/02/1905'],
    ['of another century', '04/12/1885'],
  ])('is not %s', (_, date) => {
    const message = 'Please enter correct date of birth.';
    expect(said(date)).toEqual([message, message]);
  });
});
