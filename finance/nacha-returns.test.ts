import { describe, expect, it } from 'vitest';
import { isoDate } from './dates.ts';
import { cents } from './money.ts';
import { type AchBatch, writeNachaFile } from './nacha.ts';
import { correctedAccount, readReturnFile } from './nacha-returns.ts';

const batch: AchBatch = {
  kind: 'PPD',
  companyName: 'Lender',
  companyId: '1870000042',
  entryDescription: 'Loan',
  effectiveOn: isoDate('2026-11-23'),
  originatingBank: '021000021',
  entries: [
    {
      sequence: 7,
      routingNumber: '091000019',
      accountNumber: '1234567',
      accountType: 'checking',
      amount: cents(500_000),
      individualId: 'LN-1',
      individualName: 'Alex Rivera',
    },
  ],
};
const sent = writeNachaFile({
  destination: { routingNumber: '091000019', name: 'Bank' },
  origin: { id: '1870000042', name: 'Lender' },
  createdOn: isoDate('2026-11-20'),
  createdAt: '1700',
  idModifier: 'A',
  batches: [batch],
}).split('\n');
const trace = '021000020000007';
const addenda = (record = `799R03091000010000001${' '.repeat(6)}02100002${' '.repeat(44)}${trace}`) => record;

/** The sent file turned into a return of its entry. */
function returned(change: (records: string[]) => void = () => {}): string {
  const records = sent.slice(0, 10);
  records[2] = `621${records[2]?.slice(3, 78)}1${trace}`;
  records.splice(3, 0, addenda());
  records[4] = `${records[4]?.slice(0, 4)}000002${records[4]?.slice(10)}`;
  records[5] = `${records[5]?.slice(0, 13)}00000002${records[5]?.slice(21)}`;
  records.length = 10;
  change(records);
  return `${records.join('\n')}\n`;
}
const replaced = (at: number, record: string) => returned((records) => records.splice(at, 1, record));

describe('a return file', () => {
  it('gives the code and the trace number of the entry that was returned', () => {
    expect(readReturnFile(returned()).entries).toEqual([
      {
        kind: 'return',
        code: 'R03',
        trace,
        originalTrace: '091000010000001',
        direction: 'credit',
        amount: 500_000,
        individualId: 'LN-1',
      },
    ]);
  });

  it('gives a code that Nacha has not assigned as it is', () => {
    const { entries } = readReturnFile(replaced(3, addenda().replace('R03', 'R99')));
    expect(entries).toMatchObject([{ kind: 'return', code: 'R99' }]);
  });

  it.each([
    ['a malformed return code', addenda().replace('R03', 'R9X'), 'has no return code, but R9X'],
    ['an unknown addenda type', addenda().replace('799', '705'), 'has addenda of type 05, neither 98 nor 99'],
    [
      'a change outside a batch for changes',
      addenda().replace('799R03', '798C01'),
      'outside a batch of the class COR',
    ],
    [
      'a trace number that is not digits',
      addenda().replace('091000010000001', '09100001000000X'),
      'does not name the trace number of our entry',
    ],
    [
      'an addenda record of another entry',
      `${addenda().slice(0, 93)}8`,
      'is not the one that its addenda record names',
    ],
    ['an addenda record that is too short', addenda().slice(1), 'Line 4: a record has 94 characters.'],
  ])('with %s is refused', (_, record, sentence) => {
    expect(() => readReturnFile(replaced(3, record))).toThrow(sentence);
  });

  it('with a wrong count, hash or total, or an entry without its addenda, is refused', () => {
    const wrong = (at: number, from: number, text: string) =>
      returned((records) => {
        const record = records[at] ?? '';
        records[at] = record.slice(0, from) + text + record.slice(from + text.length);
      });
    expect(() => readReturnFile(wrong(4, 4, '000001'))).toThrow('the count of entries is right');
    expect(() => readReturnFile(wrong(4, 10, '0000000001'))).toThrow('the entry hash is right');
    expect(() => readReturnFile(wrong(4, 32, '000000000001'))).toThrow('the total of credits is right');
    expect(() => readReturnFile(wrong(2, 1, '22'))).toThrow('has the transaction code 22');
    expect(() => readReturnFile(wrong(2, 78, '0'))).toThrow('the entry announces it');
    expect(() => readReturnFile(sent.slice(0, 10).join('\n'))).toThrow(RangeError);
  });
});

describe('a notice of change', () => {
  it.each([
    ['C01', '7654321', { accountNumber: '7654321' }],
    ['C02', '021000021', { routingNumber: '021000021' }],
    ['C03', '021000021   7654321', { routingNumber: '021000021', accountNumber: '7654321' }],
    ['C05', '37', { accountType: 'savings' }],
    ['C06', '7654321             32', { accountNumber: '7654321', accountType: 'savings' }],
    [
      'C07',
      '0210000217654321          22',
      { routingNumber: '021000021', accountNumber: '7654321', accountType: 'checking' },
    ],
    ['C04', 'RIVERA ALEX', {}],
  ])('%s with "%s" corrects what it names', (code, text, expected) => {
    expect(correctedAccount(code, text.padEnd(29))).toEqual(expected);
  });

  it('without what its code requires is refused', () => {
    expect(() => correctedAccount('C02', ' '.repeat(29))).toThrow(
      'The change C02 does not state what to correct.',
    );
    expect(() => correctedAccount('C01', ' '.repeat(29))).toThrow(RangeError);
  });
});
