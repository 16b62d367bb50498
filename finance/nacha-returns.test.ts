import { describe, expect, it } from 'vitest';
import { isoDate } from './dates.ts';
import { cents } from './money.ts';
import { entryHash, writeNachaFile } from './nacha.ts';
import { isChangeCode, isReturnCode, meaningOfCode } from './nacha-codes.ts';
import { correctedAccount, readReturnFiles } from './nacha-returns.ts';

const [header = '', batchHeader = '', sent = ''] = writeNachaFile({
  destination: { routingNumber: '091000019', name: 'Bank' },
  origin: { id: '1870000042', name: 'Lender' },
  createdOn: isoDate('2026-11-20'),
  createdAt: '1700',
  idModifier: 'A',
  batches: [
    {
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
    },
  ],
}).split('\n');
const trace = '021000020000007';
const entry = `621${sent.slice(3, 78)}1${trace}`;
const addenda = `799R03091000010000001${' '.repeat(6)}02100002${' '.repeat(44)}${trace}`;
const ours = [entry, addenda];
/** A record with other text from one of its positions on, counted from 1. */
const at = (record: string, position: number, text: string) =>
  record.slice(0, position - 1) + text + record.slice(position - 1 + text.length);

function totalsOf(records: readonly string[], countWidth: number): string {
  const entries = records.filter((record) => record.startsWith('6'));
  const sum = (isDebit: boolean) =>
    entries
      .filter((record) => Number(record[2]) >= 5 === isDebit)
      .reduce((total, record) => total + Number(record.slice(29, 39)), 0);
  return [
    String(records.length).padStart(countWidth, '0'),
    entryHash(entries.map((record) => record.slice(3, 12))),
    ...[true, false].map((isDebit) => String(sum(isDebit)).padStart(12, '0')),
  ].join('');
}

/** A file of a batch for each list of entries with their addenda. */
function fileOf(batches: readonly (readonly string[])[], kind = 'PPD'): string[] {
  const records = batches.flatMap((batch, n) => [
    at(at(batchHeader, 51, kind), 88, String(n + 1).padStart(7, '0')),
    ...batch,
    `8220${totalsOf(batch, 6)}1870000042${' '.repeat(25)}02100002${String(n + 1).padStart(7, '0')}`,
  ]);
  const blocks = Math.ceil((records.length + 2) / 10);
  const counts = `${String(batches.length).padStart(6, '0')}${String(blocks).padStart(6, '0')}`;
  const file = [header, ...records, `9${counts}${totalsOf(batches.flat(), 8)}${' '.repeat(39)}`];
  return [...file, ...Array<string>(blocks * 10 - file.length).fill('9'.repeat(94))];
}
/** The file with other text at a position of a record, from 0, as `at` puts it. */
const blanksForZeros = (control: string) =>
  control.replace(/(?<=^9|^8...)0+|(?<!\d)0+(?=\d)/g, (zeros) => ' '.repeat(zeros.length));
const changed = (file: readonly string[], record: number, position: number, text: string) =>
  file.with(record, at(file[record] ?? '', position, text));
function entriesOf(text: string) {
  const [file, ...others] = readReturnFiles(text);
  if (file === undefined || 'mistake' in file) throw new Error(file?.mistake);
  expect(others).toEqual([]);
  return file.entries;
}
const read = (records: readonly string[]) => entriesOf(`${records.join('\n')}\n`);

describe('a return file', () => {
  const good = fileOf([ours]);
  const expected = {
    kind: 'return',
    code: 'R03',
    trace,
    originalTrace: '091000010000001',
    direction: 'credit',
    amount: 500_000,
    accountNumber: '1234567',
    individualId: 'LN-1',
  };

  it.each([
    ['Unix line ends', good.join('\n')],
    ['Windows line ends', good.join('\r\n')],
    ['the line ends of an old Macintosh', good.join('\r')],
    ['doubled line ends', `${good.join('\r\n\r\n')}\r\n\r\n`],
    ['no line ends', good.join('')],
    ['no line ends and no padding', fileOf([ours]).slice(0, 6).join('').trimEnd()],
    ['a byte order mark', `\uFEFF${good.join('\n')}`],
    ['Ctrl-Z at its end', `${good.join('\r\n')}\r\n\u001A`],
    ['NULs behind Ctrl-Z', `${good.join('\n')}\n\u001A\u0000\u0000`],
    ['lines of a mailbox around it', `$$ADD ID=BANK BATCHID='ACH'\n${good.join('\n')}\n$$EOF\n`],
    ['a block in each line', good.join('').concat('\r\n', '9'.repeat(940))],
    ['blanks for zeros', good.map((record) => record.replace(/^([89].*)$/, blanksForZeros)).join('\n')],
    ['no format in its header', changed(good, 0, 35, ' '.repeat(6)).join('\n')],
    ['no count of blocks', changed(good, 5, 8, '000000').join('\n')],
    ['mixed service classes', changed(changed(good, 1, 2, '200'), 4, 2, '225').join('\n')],
    ['another company in its control record', changed(good, 4, 45, 'OTHER     ').join('\n')],
    ['a batch number of its own', changed(good, 4, 88, '0000099').join('\n')],
    ['trimmed blanks', good.map((record) => record.trimEnd()).join('\n')],
    ['additional blanks', good.map((record) => `${record}  `).join('\n')],
    ['no padding', good.slice(0, 6).join('\n')],
    ['padding of blanks', [...good.slice(0, 6), ...Array(4).fill(' '.repeat(94))].join('\n')],
    ['another block of padding', [...good, ...Array(10).fill('9'.repeat(94))].join('\n')],
    [
      'another block of padding, counted',
      [...changed(good, 5, 8, '000002'), ...Array(10).fill('9'.repeat(94))].join('\n'),
    ],
    ['dates of zeros', changed(changed(good, 0, 24, '0'.repeat(10)), 1, 70, '000000').join('\n')],
    ['no dates', changed(changed(good, 0, 24, ' '.repeat(10)), 1, 64, ' '.repeat(15)).join('\n')],
  ])('with %s returns its entry', (_, text) => {
    expect(readReturnFiles(text)).toEqual([{ to: '091000019', entries: [expected] }]);
  });

  const international = [
    at(entry, 13, '0008'.padEnd(17)),
    ...['10', '11', '12', '13', '14', '15', '16'].map((type) =>
      `7${type}${type === '15' ? 'LN-1' : 'ANN'}`.padEnd(87).concat('0000007'),
    ),
    addenda,
  ];
  it.each([
    ...['21', '22', '24', '31', '32', '41', '42', '51', '52'].map(
      (code) => [`the transaction code ${code}`, [at(entry, 2, code), addenda], {}] as const,
    ),
    ...['26', '27', '36', '37', '46', '47', '55', '56'].map(
      (code) =>
        [`the transaction code ${code}`, [at(entry, 2, code), addenda], { direction: 'debit' }] as const,
    ),
    ['an unannounced addenda record', [at(entry, 79, '0'), addenda], {}],
    ['no check digit', [at(entry, 12, ' '), addenda], {}],
    ['a wrong check digit', [at(entry, 12, '0'), addenda], {}],
    ['no trace number in its addenda record', [entry, addenda.slice(0, 79)], {}],
    ['zeros for that', [entry, at(addenda, 80, '0'.repeat(15))], {}],
    ['a trace number without its first zero', [entry, at(addenda, 7, ' 91000010000001')], {}],
    ['that on the left', [entry, at(addenda, 7, '91000010000001 ')], {}],
    ['the date of a death', [entry, at(addenda.replace('R03', 'R15'), 22, '261119')], { code: 'R15' }],
    ['a bank’s own words', [entry, at(addenda, 36, 'SEE LETTER')], {}],
    ['no individual id', [at(entry, 40, ' '.repeat(15)), addenda], { individualId: '' }],
    ['the addenda record of its payment, too', [entry, `705${'PAYMENT'.padEnd(91)}`, addenda], {}],
    ['an international payment’s addenda', international, { accountNumber: '0008' }],
    ['a dishonored return’s addenda', [entry, at(addenda.replace('R03', 'R61'), 40, trace)], { code: 'R61' }],
    [
      'the addenda of a contested one',
      [entry, at(at(addenda.replace('R03', 'R73'), 40, trace), 60, trace)],
      { code: 'R73' },
    ],
    ['a name in bytes', [entry.replace('ALEX RIVERA', 'JOSÉ RIVER'), addenda], {}],
  ] as const)('with %s has a sound entry', (_, records, more) => {
    expect(read(fileOf([records]))).toEqual([{ ...expected, ...more }]);
  });

  it('is read by itself where several come in one transfer', () => {
    const text = `${good.join('\n')}\n\u001A`;
    const both = { to: '091000019', entries: [expected] };
    expect(readReturnFiles(text + text)).toEqual([both, both]);
    expect(readReturnFiles(good.slice(0, 6).join('').repeat(2))).toEqual([both, both]);
    const wrong = changed(good, 4, 11, '0000000001').join('\n');
    const mistake = expect.stringContaining('the entry hash is right');
    expect(readReturnFiles(`${wrong}\n${text}`)).toEqual([{ mistake }, both]);
    const cut = expect.stringContaining('a file ends with its control record');
    expect(readReturnFiles(`${text}${good.slice(0, 4).join('\n')}`)).toEqual([both, { mistake: cut }]);
    const headless = expect.stringContaining('a file starts with its header');
    expect(readReturnFiles(`${good.slice(1).join('\n')}\n${text}`)).toEqual([{ mistake: headless }, both]);
  });

  it('has only codes with a meaning', () => {
    const codes = [...'RC'].flatMap((letter) =>
      Array.from({ length: 100 }, (_, n) => `${letter}${String(n).padStart(2, '0')}`),
    );
    const assigned = codes.filter((code) => isReturnCode(code) || isChangeCode(code));
    expect(assigned).toHaveLength(84);
    for (const code of assigned) expect(meaningOfCode(code)).not.toBe(meaningOfCode('R99'));
  });

  it('gives a code that Nacha has not assigned as it is', () => {
    expect(read(fileOf([[entry, addenda.replace('R03', 'R99')]]))).toEqual([{ ...expected, code: 'R99' }]);
  });

  const isAnother = 'is not the one that its addenda record names';
  it.each([
    ['a malformed return code', [entry, addenda.replace('R03', 'R9X')], 'has no return code, but R9X'],
    ['another addenda', [entry, at(addenda, 2, '05')], 'has addenda of type 05, neither 98 nor 99'],
    ['a change', [entry, at(addenda, 2, '98C01')], 'is a change outside a batch of the class COR'],
    ['a trace not of digits', [entry, at(addenda, 21, 'X')], 'does not name the trace number of our entry'],
    ['another entry’s', [entry, at(addenda, 94, '8')], isAnother],
    ['one that is too long', [entry, `${addenda}0`], isAnother],
    ['a short one', [entry.replace('RIVERA', 'RIVER'), addenda], isAnother],
    ['two addenda records', [entry, addenda, addenda], 'does not have one addenda record'],
    ['no addenda record', [entry], 'does not have one addenda record'],
    ['an unknown code', [at(entry, 2, '61'), addenda], 'has the transaction code 61, which is none'],
    ['an amount of zero', [at(entry, 30, '0'.repeat(10)), addenda], 'returns nothing'],
  ])('judges an entry alone: %s', (_, malformed, mistake) => {
    const next = [entry, addenda].map((record) => at(record, 80, '000000000000001'));
    const [, found, ...others] = read(fileOf([ours, malformed, next]));
    expect(found).toMatchObject({ kind: 'malformed', mistake });
    expect(others).toEqual([{ ...expected, trace: '000000000000001' }]);
  });

  it.each([
    ['the count of entries', changed(good, 4, 5, '000001'), 'the count of entries is right'],
    ['the entry hash', changed(good, 4, 11, '0000000001'), 'the entry hash is right'],
    ['the total of credits', changed(good, 4, 33, '000000000001'), 'the total of credits is right'],
    ['the total of debits', changed(good, 5, 32, '000000000001'), 'the total of debits is right'],
    ['the count of batches', changed(good, 5, 2, '000002'), 'the count of batches is right'],
    ['the count of blocks', changed(good, 5, 8, '000002'), 'the count of blocks is right'],
    ['the total of its batches', changed(good, 5, 44, '000000000001'), 'the total of credits is right'],
    ['the entry hash of the file', changed(good, 5, 22, '0000000001'), 'the entry hash is right'],
    ['the count of its entries', changed(good, 5, 14, '00000003'), 'the count of entries is right'],
    ['an amount', changed(good, 2, 30, '000050000X'), 'positions 30 to 39 hold digits'],
    ['the number of a bank', changed(good, 2, 4, '0910000X'), 'positions 4 to 11 hold digits'],
    ['the control record of a batch', good.toSpliced(4, 1), 'an entry or the end of the file is expected'],
    ['its end', good.slice(0, 5), 'a file ends with its control record'],
    ['a batch behind its end', [...good, ...good.slice(1)], 'only padding follows the end of the file'],
  ])('with an error in %s is refused', (_, records, sentence) => {
    expect(() => read(records)).toThrow(sentence);
  });

  it('without a batch returns nothing', () => {
    expect(read(fileOf([]))).toEqual([]);
  });
});

describe('a notice of change', () => {
  it.each<[string, string, object]>([
    ['C01', '7654321', { accountNumber: '7654321' }],
    ['C02', '021000021', { routingNumber: '021000021' }],
    ['C01', '7654321'.padStart(29), { accountNumber: '7654321' }],
    ['C03', '0210000217654321', { routingNumber: '021000021', accountNumber: '7654321' }],
    ['C03', '021000021   7654321', { routingNumber: '021000021', accountNumber: '7654321' }],
    ['C05', '37', { accountType: 'savings' }],
    ['C06', '7654321             32', { accountNumber: '7654321', accountType: 'savings' }],
    [
      'C07',
      '0210000217654321          22',
      { routingNumber: '021000021', accountNumber: '7654321', accountType: 'checking' },
    ],
    ['C06', '7654321          22', { accountNumber: '7654321', accountType: 'checking' }],
    ...['C04', 'C08', 'C09', 'C10', 'C11', 'C12', 'C13', 'C14'].map((code): [string, string, object] => [
      code,
      'RIVERA ALEX',
      {},
    ]),
  ])('%s with "%s" corrects what it names', (code, text, expected) => {
    expect(correctedAccount(code, text.padEnd(29))).toEqual(expected);
  });

  it.each([
    ['C01', ''],
    ['C01', '12 34'],
    ['C02', ''],
    ['C02', '021000020'],
    ['C03', '021000021'],
    ['C05', '99'],
    ['C05', '52'],
    ['C01', '123456789012345678'],
  ])('%s with "%s" corrects nothing, and its entry is malformed', (code, text) => {
    expect(correctedAccount(code, text.padEnd(29))).toBeUndefined();
    const corrected = at(addenda, 1, `798${code}`).replace(/ {44}/, text.padEnd(44));
    const change = [at(entry, 30, '0'.repeat(10)), corrected];
    const mistake = `does not state what the change ${code} corrects`;
    expect(read(fileOf([change], 'COR'))).toMatchObject([{ kind: 'malformed', mistake }]);
  });
});
