import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aprCommand, readTransaction } from './apr.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'branchline-apr-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const transaction = {
  advance: 5000,
  unitPeriodsPerYear: 12,
  payments: [{ count: 24, amount: 230, periods: 1, fraction: 0 }],
};

describe('the apr command', () => {
  const solve = (content: unknown) => aprCommand([file('transaction.json', content)]);

  it('prints the rate to six decimals', () => {
    expect(solve(transaction)).toBe('{"apr": 9.685708}');
  });

  it('takes fractions as "n/d", amounts with cents and several advances', () => {
    expect(
      solve({ advance: 1000, unitPeriodsPerYear: '365/255', payments: [{ amount: 1080, periods: 1 }] }),
    ).toBe('{"apr": 11.450980}');
    expect(
      readTransaction({
        advances: [{ amount: 500.1 }, { amount: '500', periods: 1, fraction: '1/2' }],
        unitPeriodsPerYear: 12,
        payments: [{ count: 2, amount: 510.55, periods: 2, fraction: 0.5 }],
      }).advances.map(({ amount }) => amount),
    ).toEqual([50_010, 50_000]);
  });

  it.each([
    ['{', 'is not JSON.'],
    [[], 'The transaction is an object in braces.'],
    [{ ...transaction, advance: undefined }, 'advance is an amount in dollars with at most two decimals.'],
    [{ ...transaction, advance: 10.005 }, 'advance is an amount in dollars with at most two decimals.'],
    [{ ...transaction, advance: -5 }, 'An advance is a whole number of cents above zero.'],
    [
      { ...transaction, unitPeriodsPerYear: 'monthly' },
      'unitPeriodsPerYear is a number or is written "n/d".',
    ],
    [{ ...transaction, unitPeriodsPerYear: 0 }, 'A year has more than zero unit-periods.'],
    [{ ...transaction, payments: [] }, 'payments is a list with at least one entry.'],
    [{ ...transaction, payments: [{ amount: 230 }] }, 'payments[0].periods is a whole number.'],
    [
      { ...transaction, payments: [{ count: 'x', amount: 230, periods: 1 }] },
      'payments[0].count is a whole number.',
    ],
    [
      { ...transaction, payments: [{ amount: 9000, periods: 1, fraction: '1/0' }] },
      'payments[0].fraction is a number or is written "n/d".',
    ],
    [
      { ...transaction, payments: [{ amount: 9000, periods: 1, fraction: 1.5 }] },
      'The fraction of a unit-period is at least 0 and less than 1.',
    ],
    [
      { ...transaction, payments: [{ amount: 90, periods: 1 }] },
      'The payments come to less than what was advanced.',
    ],
  ])('refuses a bad file in a sentence (%#)', (content, message) => {
    expect(() => solve(content)).toThrow(message);
  });

  it('refuses a missing file, no file, two files and an option', () => {
    expect(() => aprCommand(['/nowhere/x.json'])).toThrow('The file /nowhere/x.json cannot be read.');
    expect(() => aprCommand([])).toThrow('Name one file');
    expect(() => aprCommand(['a', 'b'])).toThrow('Name one file');
    expect(() => aprCommand(['--fast', 'a'])).toThrow('Name one file');
  });

  it('runs by itself: the result on the output, a refusal as one line on the error output with exit code 1', () => {
    const command = 'server/src/cli/apr.ts';
    expect(
      execFileSync(process.execPath, [command, file('good.json', transaction)], { encoding: 'utf8' }),
    ).toBe('{"apr": 9.685708}\n');
    const refused = spawnSync(process.execPath, [command, join(folder, 'none.json')], { encoding: 'utf8' });
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toBe(`The file ${join(folder, 'none.json')} cannot be read.\n`);
  });
});
