import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../scripts/property-runs.ts';
import { isoDate } from './dates.ts';
import { cents, dollars } from './money.ts';
import * as nacha from './nacha.ts';
import { readNachaFile } from './nacha-reader.ts';
import { routingCheckDigit } from './routing-number.ts';

const heading = {
  companyName: 'Branchline',
  companyId: '1234567890',
  effectiveOn: isoDate('2026-11-24'),
  originatingBank: '091000019',
};
const entry: nacha.AchEntry = {
  sequence: 1,
  routingNumber: '021000021',
  accountNumber: '1234567890',
  accountType: 'checking',
  amount: dollars(5000),
  individualId: 'BL-100001',
  individualName: 'María Núñez',
};
const funding: nacha.AchBatch = {
  ...heading,
  kind: 'PPD',
  entryDescription: 'LOAN',
  entries: [
    entry,
    { ...entry, sequence: 2, routingNumber: '121042882', accountType: 'savings', amount: cents(250_100) },
  ],
};
const takenBack: nacha.AchBatch = {
  ...heading,
  kind: 'WEB',
  entryDescription: 'ACCTVERIFY',
  entries: [
    { ...entry, sequence: 3, amount: cents(18_360) },
    { ...entry, sequence: 4, amount: cents(13_227), accountType: 'savings' },
  ],
};
const file: nacha.AchFile = {
  destination: { routingNumber: '091000019', name: 'Demo Bank' },
  origin: { id: '1234567890', name: 'Branchline' },
  createdOn: isoDate('2026-11-20'),
  createdAt: '1705',
  idModifier: 'A',
  batches: [funding, takenBack],
};
const lines = (of: nacha.AchFile) => nacha.writeNachaFile(of).slice(0, -1).split('\n');

const withEntry = (change: Partial<nacha.AchEntry>): nacha.AchFile => ({
  ...file,
  batches: [{ ...funding, kind: 'PPD', entries: [{ ...entry, ...change }] }],
});

describe('a Nacha file', () => {
  it('has its records where the rules put them', () => {
    const records = lines({ ...file, batches: [funding] });
    expect(records.map((record) => record.trimEnd())).toEqual([
      '101 09100001912345678902611201705A094101DEMO BANK              BRANCHLINE',
      '5220BRANCHLINE                          1234567890PPDLOAN            261124   1091000010000001',
      '6220210000211234567890       0000500000BL-100001      MARIA NUNEZ             0091000010000001',
      '6321210428821234567890       0000250100BL-100001      MARIA NUNEZ             0091000010000002',
      '822000000200142042900000000000000000007501001234567890                         091000010000001',
      '9000001000001000000020014204290000000000000000000750100',
      ...Array(4).fill('9'.repeat(94)),
    ]);
  });

  it('debits with codes 27 and 37, each marked as authorized once', () => {
    const records = lines({ ...file, batches: [takenBack] });
    const entries = records.filter((record) => record.startsWith('6'));
    expect(entries.map((record) => record.slice(0, 3))).toEqual(['627', '637']);
    expect(records[2]?.slice(76, 79)).toBe('S 0');
    expect(records[3]?.slice(76, 79)).toBe('S 0');
    expect(records[1]?.slice(0, 4)).toBe('5225');
  });

  const anyEntry = fc.record({
    eight: fc
      .tuple(fc.integer({ min: 1, max: 12 }), fc.nat(999_999))
      .map(([a, b]) => String(a).padStart(2, '0') + String(b).padStart(6, '0')),
    accountNumber: fc.stringMatching(/^[0-9]{5,17}$/),
    accountType: fc.constantFrom('checking', 'savings'),
    amount: fc.integer({ min: 1, max: 1_500_000 }).map(cents),
    individualName: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((name) => `A${name}`),
    individualId: fc.string({ maxLength: 20 }),
  });

  it('has 94 characters a record, whole blocks, right hashes and totals for any entries', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom('PPD', 'WEB'), fc.array(anyEntry, { minLength: 1, maxLength: 14 })),
          { minLength: 1, maxLength: 4 },
        ),
        (batches) => {
          let sequence = 0;
          const of: nacha.AchFile = {
            ...file,
            batches: batches.map(([kind, list]): nacha.AchBatch => {
              const entries = list.map(({ eight, accountType, ...rest }) => {
                sequence += 1;
                const routingNumber = eight + routingCheckDigit(eight);
                const type = accountType as 'checking' | 'savings';
                return { ...rest, sequence, routingNumber, accountType: type };
              });
              return { ...heading, kind: kind as 'WEB', entryDescription: 'LOAN', entries };
            }),
          };
          const written = nacha.writeNachaFile(of);
          const records = written.slice(0, -1).split('\n');
          for (const record of records) expect(record).toMatch(/^[\x20-\x7e]{94}$/);
          const read = readNachaFile(written);
          const all = batches.flatMap(([, list]) => list);
          const entries = read.batches.flatMap((batch) => batch.entries);
          expect(entries.map(({ amount }) => amount)).toEqual(all.map(({ amount }) => amount));
          expect(entries.map(({ accountNumber }) => accountNumber)).toEqual(all.map((e) => e.accountNumber));
          expect(new Set(entries.map((e) => e.traceNumber)).size).toBe(all.length);
        },
      ),
      { numRuns: runs(50) },
    );
  });

  it('keeps the last ten digits of the entry hash', () => {
    expect(nacha.entryHash(Array(120).fill('991234567'))).toBe('1894814720'.padStart(10, '0'));
    expect(nacha.entryHash(['021000021', '121042882'])).toBe('0014204290');
  });

  it('gives an entry a trace number of the sending bank and its own sequence', () => {
    expect(nacha.traceNumber('091000019', 42)).toBe('091000010000042');
    expect(() => nacha.traceNumber('091000019', 10_000_000)).toThrow('A sequence does not fit its 7 digits.');
    expect(() => nacha.traceNumber('091000019', 0)).toThrow(RangeError);
  });
});

it.each([
  [{ ...file, batches: [] }, 'A file has at least one batch.'],
  [{ ...file, batches: [{ ...funding, entries: [] } as nacha.AchBatch] }, 'A batch has at least one entry.'],
  [{ ...file, createdAt: '2460' }, 'The time a file was made is HHMM.'],
  [{ ...file, idModifier: 'AB' }, 'A file id modifier is one capital or digit.'],
  [{ ...file, origin: { ...file.origin, id: '12' } }, 'The origin is ten characters as the bank'],
  [withEntry({ routingNumber: '123456789' }), 'The routing number of an entry is not valid.'],
  [withEntry({ amount: cents(0) }), 'An entry moves more than zero cents.'],
  [withEntry({ amount: cents(10_000_000_000) }), 'The amount of an entry does not fit its 10 digits.'],
  [withEntry({ accountNumber: '' }), 'An account number is 1 to 17 letters, digits and hyphens.'],
  [withEntry({ accountNumber: '1'.repeat(18) }), 'An account number is 1 to 17 letters'],
  [withEntry({ individualName: '李' }), 'The name on an entry is needed.'],
  [
    { ...file, batches: [{ ...funding, entries: [entry, entry] } as nacha.AchBatch] },
    'The sequences of a batch ascend.',
  ],
])('what cannot be sent is refused: case %#', (of, message) => {
  expect(() => nacha.writeNachaFile(of)).toThrow(message);
});

const good = nacha.writeNachaFile(file);
const change = (line: number, from: string, to: string) => {
  const records = good.split('\n');
  records[line - 1] = (records[line - 1] as string).replace(from, to);
  return records.join('\n');
};
it.each([
  ['', 'Line 1: a record has 94 characters.'],
  [good.replace('DEMO', 'DEMOS'), 'Line 1: a record has 94 characters.'],
  [`${good}${'9'.repeat(94)}\n`, 'Line 11: a file is a whole number of blocks of ten.'],
  [change(2, '261124', '000000'), 'Line 2: a date YYMMDD is at position 70.'],
  [change(5, '1234567890', '1234567891'), 'Line 5: the company is the header’s.'],
  [`${good}${`${'9'.repeat(94)}\n`.repeat(10)}`, 'Line 10: the count of blocks is right.'],
  [change(1, '094101', '094102'), 'Line 1: a file starts with its header.'],
  [change(3, '021000021', '021000022'), 'Line 3: the routing number is valid.'],
  [change(4, '0091000010000002', '0091000010000001'), 'Line 4: trace numbers ascend.'],
  [change(6, '5225', '6225'), 'Line 6: an entry is inside a batch.'],
])('an inconsistent file is refused by its line: case %#', (text, message) => {
  expect(() => readNachaFile(text)).toThrow(message);
});
