import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { bankName } from './bank-account-fields.ts';
import {
  city,
  dateOfBirth,
  email,
  firstName,
  hasCents,
  lastName,
  loanAmount,
  mainIncome,
  monthlyPayment,
  phone,
  ssn,
  ssnUnissued,
  streetAddress,
  wholeDollarsOf,
} from './fields.ts';
import { spouseName } from './marital-status.ts';
import { plainTextMessage } from './plain-text.ts';
import { declared } from './prequalification.ts';

const today = () => '2026-03-02';

/** The messages about a date of birth: of the form, and of the server that receives the form or a partner's lead. */
const errorsOf = (date: string) =>
  [dateOfBirth(today), declared(today).person.dob].map(
    (rule) => z.safeParse(rule, date).error?.issues[0]?.message,
  );

describe('a date of birth', () => {
  it.each(
    '03/02/2026 | 02/29/2004 | 03/03/1905 | 4/12/1984 | 1984-04-12 | 19840412 | April 12, 1984'.split(' | '),
  )('can be %s', (date) => {
    expect(errorsOf(date)).toEqual([undefined, undefined]);
  });

  it.each([
    ['a day that its month does not have', '02/31/1990'],
    ['a leap day of another year', '02/29/2003'],
    ['in the future', '03/03/2026'],
    ['of someone older than 120 years', '03/02/1905'],
    ['of another century', '04/12/1885'],
    ['with the day first', '13/04/1984'],
    ['without separators, where they could be in two places', '1211984'],
    ['of a month that there is not', 'Smarch 13, 1984'],
  ])('is not %s', (_, date) => {
    const message = 'Please enter correct date of birth.';
    expect(errorsOf(date)).toEqual([message, message]);
  });
});

const errorOf = (rule: typeof firstName, value: string) => rule.safeParse(value).error?.issues[0]?.message;

const mistypedBirthDates = ['04/12/84', '04/12/01', '04-12-84', 'April 12, 84'];
it.each(mistypedBirthDates)('a date of birth has four digits of its year, unlike %s', (date) => {
  const message = 'Which year do you mean? Use four digits for the year, like 04/12/1984.';
  expect(errorsOf(date)).toEqual([message, message]);
});

const neverIssued = ['000-12-3456', '900-12-3456', '987-49-4321', '123-00-6789', '123-45-0000'];
it.each(neverIssued)('no one has the Social Security number %s', (number) => {
  expect(errorOf(ssn, number)).toBe(ssnUnissued);
});

const noPhones = ['(555) 123-4567', '(911) 555-0100', '(155) 555-0100', '(801) 155-0100', '(801) 055-0100'];
it.each(noPhones)('no phone in the United States has the number %s', (number) => {
  expect(errorOf(phone, number)).toBe('Please check this number. No US phone number starts like this.');
});

const phones = ['(801) 555-0100', '(212) 999-1234', '(500) 555-0006'];
it.each(phones)('a phone can have the number %s', (number) => {
  expect(errorOf(phone, number)).toBeUndefined();
});

it('an amount is lent in whole dollars', () => {
  for (const text of ['5,000.49', '5000', '$5,000.00', '5k']) expect(wholeDollarsOf(text)).toBe('5000');
  expect(wholeDollarsOf('.5')).toBe('');
  expect(['5,000.49', '5000.5', '5000.00', '5000.', '5000'].filter(hasCents)).toEqual(['5,000.49', '5000.5']);
});

it('a name of more than 32 letters is refused', () => {
  expect(errorOf(firstName, 'A'.repeat(32))).toBeUndefined();
  expect(errorOf(firstName, 'A'.repeat(33))).toBe("First name can't have more than 32 characters.");
});

const realNames = [
  'Nguyễn'.normalize('NFD'),
  ...[
    "O'Brien-Smith | O’Neill | De los Santos y de la Vega | van der Berg | Nguyễn Thị Minh Khai",
    "St. John | D'Angelo Jr. | King III | J.R. | A.J | Mary-Jane Ann Louise | María de los Ángeles",
    'Ma. Cristina | Anne - Marie | al-Rahman | Kahanamoku ʻOhana | Ng | O | Łukasz | Ștefan',
    'Þórunn | DeShawn 3rd | John Jr',
  ].flatMap((line) => line.split(' | ')),
];

describe('a name', () => {
  it.each(realNames)('can be %s', (name) => {
    expect([firstName, lastName].map((rule) => errorOf(rule, name))).toEqual([undefined, undefined]);
  });

  it.each(
    [
      'You won. Go to evil dot com | Call 8005550123 | evil.com | https://evil.com | me@evil.com',
      'Alex2 | Alex, call us | Alex: hello | Alex (the winner) | "Alex" | <b>Alex</b> | $500',
      'one two three four five | - | Alex- | a.b.co',
    ].flatMap((line) => line.split(' | ')),
  )('cannot be %s', (name) => {
    expect(errorOf(firstName, name)).toMatch(/^Please enter (?:only )?your first name/);
    expect(errorOf(lastName, name)).toMatch(/^Please enter (?:only )?your last name/);
  });

  it('of another person is both names in one field, and no more', () => {
    expect(errorOf(spouseName, 'María de los Ángeles García Márquez, Jr.')).toBeUndefined();
    expect(errorOf(spouseName, 'You won! Go to evil.com')).toBe(
      'Please enter only the full name, as on an ID.',
    );
  });

  it('can be any few words of letters, and none with a digit, an address or an end of a sentence', () => {
    const word = fc.stringMatching(/^[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]{1,6}$/);
    const few = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    const spoilt = fc.tuple(
      few,
      fc.constantFrom('1', '.com', '@', '!', '?', ':', '/', '…', ' a.example', '#', '$'),
    );
    fc.assert(fc.property(few, (name) => errorOf(lastName, name) === undefined));
    fc.assert(fc.property(spoilt, ([name, sign]) => errorOf(lastName, `${name}${sign}`) !== undefined));
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[f-h]{2,3}$/), { minLength: 5, maxLength: 8 }),
        (words) => errorOf(lastName, words.join(' ')) !== undefined,
      ),
    );
  });
});

describe('a street, a city and a bank', () => {
  it.each(
    [
      { rule: streetAddress, values: '350 S Main St | 12 N.Main St.Paul Ave., Apt. 4/B #12 | 18-D Poboy Ln' },
      { rule: streetAddress, values: "1600½ O'Farrell Blvd (rear), Unit A & B | 345 Blvd.East" },
      { rule: streetAddress, values: '200 Ave.of the Americas | RR 3 Box 9 | PSC 3 Box 4120' },
      { rule: streetAddress, values: '12 Box Elder Rd | Box 12 Ranch Rd | 12 Post Office Rd' },
      { rule: city, values: "St. Louis | Coeur d'Alene | Coeur d’Alene | O‘Fallon | ʻEwa Beach" },
      { rule: city, values: 'Salt Lake\u00a0City | Winston-Salem | Washington D.C.' },
      { rule: bankName, values: 'M&T Bank | U.S. Bank, N.A. | J.P.Morgan Chase' },
      { rule: bankName, values: '1st Source Bank (formerly Trustcorp) | E*TRADE from Morgan Stanley' },
      { rule: bankName, values: 'First National Bank and Trust Company of Newtown Square Pennsylvania' },
    ].flatMap(({ rule, values }) => values.split(' | ').map((value) => [rule, value] as const)),
  )('can be %o %s', (rule, value) => {
    expect(errorOf(rule, value)).toBeUndefined();
  });

  it.each([
    [streetAddress, '1 Main St, go to evil.com', 'Please enter only the street address where you live.'],
    [streetAddress, '1 Main St https://evil', 'Please enter only the street address where you live.'],
    [streetAddress, 'me@evil.com', 'Please enter only the street address where you live.'],
    [streetAddress, '1 Main St.evil.com', 'Please enter only the street address where you live.'],
    [streetAddress, 'go to ave.com', 'Please enter only the street address where you live.'],
    [city, 'evil.com', 'Please enter valid city name.'],
    [city, 'Ogden-', 'Please enter valid city name.'],
    [city, 'Salt  Lake', 'Please enter valid city name.'],
    [bankName, 'evil.com', 'Please enter only the name of your bank.'],
    [bankName, 'You won!', 'Please enter only the name of your bank.'],
    [bankName, 'x '.repeat(13), 'Please enter only the name of your bank.'],
  ])('cannot be %o %s', (rule, value, message) => {
    expect(errorOf(rule, value)).toBe(message);
  });
});

it.each([
  [email, 'ann@münchen.de', undefined],
  [email, 'ann@xn--mnchen-3ya.de', undefined],
  [email, 'ann@пример.xn--p1ai', undefined],
  [email, 'ann@-a.de', 'This is not a valid email address.'],
  [email, 'ann@a.de1', 'This is not a valid email address.'],
  [city, 'Can\u0303on City', undefined],
  [ssn, '078-05-1120', ssnUnissued],
  [ssn, '219-09-9999', ssnUnissued],
  [ssn, '900-49-1234', ssnUnissued],
  [ssn, '912-70-1234', expect.stringContaining('This is an ITIN')],
  [ssn, '999-99-1234', expect.stringContaining('This is an ITIN')],
  [mainIncome, '72.000,00', expect.stringContaining('Which amount do you mean?')],
  [mainIncome, '72.000', expect.stringContaining('Which amount do you mean?')],
  [mainIncome, '$72,00', expect.stringContaining('Which amount do you mean?')],
  [mainIncome, '72,000.00', undefined],
  [mainIncome, '0,500', 'Please enter a valid numerical value.'],
  [mainIncome, ',500', 'Please enter a valid numerical value.'],
  [mainIncome, '1,072,000', expect.stringContaining('whole amount')],
  [monthlyPayment, '1.250', expect.stringContaining('Which amount do you mean?')],
  [loanAmount([{ min: 50, max: 90_000 }]), '72.000', expect.stringContaining('Which amount do you mean?')],
  [loanAmount([{ min: 50, max: 90_000 }]), '72.50', undefined],
])('%o refuses %s: %s', (rule, value, message) => {
  expect(errorOf(rule, value)).toEqual(message);
});

it.each(
  [
    'PO Box 12 | P.O. Box 12 | P O Box 12 | p.o.box 12 | POB 12 | P.O.B. 12 | Post Office Box 12',
    'P.0. Box 12 | PO Bx 12 | Postal Box 12 | PO Drawer 12 | Lock Box 12 | Drawer 12',
    'Caller Service 12 | Apartado 12 | Box 12 | PMB 12 | 12 Main St PMB 345 | General Delivery',
  ].flatMap((line) => line.split(' | ')),
)('a home address is a street, not %s', (value) => {
  expect(errorOf(streetAddress, value)).toBe('Please enter the street address where you live, not a PO box.');
});

describe('free text', () => {
  const hidden = ['\u202e', '\u200f', '\u0000', '\u200b', '\u2028', '\ufeff'];

  it.each(hidden)('holds no %j', (sign) => {
    const values: [typeof firstName, string][] = [
      [firstName, `Al${sign}ex`],
      [lastName, `Ri${sign}vera`],
      [email, `a${sign}b@example.com`],
      [streetAddress, `350 S ${sign} Main St`],
      [city, `Salt${sign}Lake`],
      [bankName, `First${sign}Bank`],
    ];
    for (const [rule, value] of values) expect(errorOf(rule, value)).toBeDefined();
  });

  it('gets the general message where a field has no better one', () => {
    expect(errorOf(email, 'a\u202eb@example.com')).toBe(plainTextMessage);
  });
});
