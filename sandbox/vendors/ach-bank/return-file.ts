// The lender's bank, as far as its files go: reads the entries that the product sent, and writes the file that returns one.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type SentEntry = ReturnType<typeof sentEntries>[number];

/** The times at which same-day entries settle; a bank accepts no other mark (Nacha, Same Day ACH, company descriptive date). */
const isAccepted = (batch: string) => !/^SD(?!1300|1700|1800)/.test(batch.slice(63, 69));

/** Every entry that the bank accepted of the folder's files, newest first. */
export function sentEntries(folder: string) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.endsWith('.ach'))
    .sort()
    .flatMap((file) => {
      const records = readFileSync(join(folder, file), 'utf8').split('\n');
      let batch = '';
      return records.flatMap((record) => {
        if (record.startsWith('5')) batch = record;
        if (!record.startsWith('6') || !isAccepted(batch)) return [];
        return [
          {
            file,
            traceNumber: record.slice(79, 94),
            transactionCode: record.slice(1, 3),
            routingNumber: record.slice(3, 12),
            /** The last four digits. */
            account: record.slice(12, 29).trim().slice(-4),
            amount: Number(record.slice(29, 39)),
            individualId: record.slice(39, 54).trim(),
            individualName: record.slice(54, 76).trim(),
            description: batch.slice(53, 63).trim(),
            record,
            batch,
            header: records[0] ?? '',
          },
        ];
      });
    })
    .reverse();
}

const digits = (value: number, width: number) => String(value).padStart(width, '0');

/** The file that returns an entry (code R..) or notifies of a change (code C.., with the corrected data). */
export function returnFile(
  entry: SentEntry,
  code: string,
  corrected: string,
  now: Date,
  number: number,
): string {
  const isChange = code.startsWith('C');
  const bank = entry.header.slice(4, 13);
  const day = now.toISOString().slice(2, 10).replaceAll('-', '');
  const isDebit = Number(entry.transactionCode[1]) >= 5;
  const amount = isChange ? 0 : entry.amount;
  const trace = `${entry.routingNumber.slice(0, 8)}${digits(number, 7)}`;
  const hash = digits(Number(bank.slice(0, 8)), 10);
  const totals = digits(isDebit ? amount : 0, 12) + digits(isDebit ? 0 : amount, 12);
  const serviceClass = isDebit ? '225' : '220';
  const batchEnd = `${entry.routingNumber.slice(0, 8)}${digits(1, 7)}`;
  const records = [
    `101${entry.header.slice(13, 23)} ${bank}${day}1200A094101${entry.header.slice(63, 86)}${entry.header.slice(40, 63)}${' '.repeat(8)}`,
    `5${serviceClass}${entry.batch.slice(4, 40)}${entry.batch.slice(40, 50)}${isChange ? 'COR' : entry.batch.slice(50, 53)}${entry.batch.slice(53, 69)}${day}   1${batchEnd}`,
    `6${entry.transactionCode[0]}${isDebit ? '6' : '1'}${bank}${entry.record.slice(12, 29)}${digits(amount, 10)}${entry.record.slice(39, 76)}  1${trace}`,
    isChange
      ? `798${code}${entry.traceNumber}${' '.repeat(6)}${entry.routingNumber.slice(0, 8)}${corrected.padEnd(29).slice(0, 29)}${' '.repeat(15)}${trace}`
      : `799${code}${entry.traceNumber}${' '.repeat(6)}${entry.routingNumber.slice(0, 8)}${' '.repeat(44)}${trace}`,
    `8${serviceClass}${digits(2, 6)}${hash}${totals}${entry.batch.slice(40, 50)}${' '.repeat(25)}${batchEnd}`,
    `9${digits(1, 6)}${digits(1, 6)}${digits(2, 8)}${hash}${totals}${' '.repeat(39)}`,
  ];
  while (records.length < 10) records.push('9'.repeat(94));
  return `${records.join('\n')}\n`;
}

/** Puts a return file where the product looks for it, and returns its name. */
export function sendReturnFile(folder: string, text: string, number: number): string {
  const name = `return-${digits(number, 7)}.ach`;
  mkdirSync(join(folder, 'returns'), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'returns', name), text, { mode: 0o600 });
  return name;
}
