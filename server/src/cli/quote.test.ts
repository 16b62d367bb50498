import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { quoteCommand } from './quote.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'branchline-quote-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: object): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

describe('the quote command', () => {
  const quote = (...args: string[]) => quoteCommand(args, isoDate('2026-11-20'));
  const options = ['--amount', '5000', '--apr', '31.22', '--months', '48'];
  const caps = {
    caps: [
      ...[
        [
          'LA',
          {
            kind: 'tiers',
            tiers: [{ upToCents: 140_000, percent: '36' }, { percent: '24' }],
            blendedRate: { permitted: false, source: 'LA law.' },
          },
        ],
        ['IL', { kind: 'flat', percent: '36' }],
        ['CA', { kind: 'flat', percent: '25', plusFederalFunds: true }],
        ['UT', { kind: 'none' }],
      ].map(([state, limit]) => ({
        state,
        basis: state === 'IL' ? 'all_in' : 'rate',
        limit,
        effective: { from: '2020-01-01' },
        source: `${state} law`,
      })),
    ],
  };

  it('prints payment, totals, APR and every payment', () => {
    const lines = quote(...options).split('\n');
    expect(lines[0]).toBe('$5,000 over 48 months at 31.22%');
    expect(lines.slice(2, 8)).toEqual([
      'Monthly payment       $183.60',
      'Last payment          $183.12',
      'Amount financed     $5,000.00',
      'Finance charge      $3,812.32',
      'Total of payments   $8,812.32',
      'APR (Regulation Z)     31.22%',
    ]);
    expect(lines[9]).toBe('No.  Payment  Interest  Principal    Balance');
    expect(lines.slice(10)).toHaveLength(48);
    expect(lines.at(-1)).toBe(' 48  $183.12     $4.64    $178.48      $0.00');
  });

  it('puts due dates on it with --date, and takes a fee out of the amount financed', () => {
    const text = quote(...options, '--date', '2026-12-31', '--fee', '100');
    expect(text).toContain('$100 of it a prepaid fee, funded 2026-12-31');
    expect(text).toContain('  2  2027-02-28  $183.60');
    expect(text).toContain('Amount financed     $4,900.00');
    expect(text).toMatch(/APR \(Regulation Z\) +32\.4\d%/);
  });

  it('names the cap that applies and what the offer would be', () => {
    const path = file('caps.json', caps);
    expect(quote(...options, '--state', 'la', '--caps', path)).toMatch(
      /LA caps the interest rate at 2\d\.\d\d% for \$5,000 over 48 months\. \(LA law\.\)\n31\.22% is above it: it would be offered at 2\d\.\d\d%, \$1\d\d\.\d\d a month, APR 2\d\.\d\d%\./,
    );
    expect(quote(...options, '--state', 'IL', '--caps', path)).toContain('31.22% is within it.');
    expect(quote(...options, '--state', 'IL', '--caps', path)).toContain('APR with every fee in it');
    expect(quote(...options, '--state', 'UT', '--caps', path)).toContain('UT sets no numeric cap');
    expect(quote(...options, '--state', 'NY', '--caps', path)).toContain(
      'outside what the caps file allows in NY',
    );
    expect(quote(...options, '--state', 'CA', '--caps', path, '--federal-funds', '3.63')).toContain('28.63%');
  });

  it.each([
    [[], 'A quote needs an amount, a rate and a term'],
    [['--amount', 'lots', '--apr', '31', '--months', '48'], '--amount is an amount in dollars above zero'],
    [['--amount', '0', '--apr', '31', '--months', '48'], '--amount is an amount in dollars above zero'],
    [['--amount', '5000', '--apr', 'x', '--months', '48'], '--apr is a rate in percent such as 31.22.'],
    [['--amount', '5000', '--apr', '31', '--months', '4.5'], '--months is a whole number from 1 to 1200.'],
    [['--amount', '5000', '--apr', '31', '--months'], 'Run `npm run -s quote'],
    [[...options, '--date', '2026-02-30'], '--date is a day written YYYY-MM-DD.'],
    [[...options, '--fee', '5000'], '--fee is less than the amount.'],
    [[...options, '--fee=-1'], '--fee is an amount in dollars of zero or more'],
    [[...options, '--state', 'LA'], '--state and --caps FILE go together'],
    [[...options, '--state', 'Louisiana', '--caps', 'x'], '--state is two letters such as LA.'],
    [[...options, '--federal-funds', '3'], '--federal-funds is for --state and --caps FILE.'],
    [[...options, '--term', '3'], 'Run `npm run -s quote'],
    [[...options, 'please'], 'Run `npm run -s quote'],
  ])('refuses %j in a sentence', (args, message) => {
    expect(() => quote(...args)).toThrow(message);
  });

  it('refuses a file that is no table of caps', () => {
    expect(() => quote(...options, '--state', 'LA', '--caps', file('bad.json', { caps: [{}] }))).toThrow(
      'is not a table of caps: caps[0].state is missing: it must be text in quotes.',
    );
  });
});
