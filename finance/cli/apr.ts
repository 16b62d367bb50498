// npm run -s apr -- FILE: the annual percentage rate of a transaction in the terms of Regulation Z, Appendix J.
import {
  type AprAdvance,
  type AprPayment,
  type AprTransaction,
  type Ratio,
  ratio,
  solveApr,
} from '../apr.ts';
import { type Cents, parseDollars } from '../money.ts';
import { readJsonFile, readOptions, runCommand, UsageError } from './command.ts';

type Json = Record<string, unknown>;

function objectAt(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${what} is an object in braces.`);
  }
  return value as Json;
}

function listAt(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new UsageError(`${what} is a list with at least one entry.`);
  }
  return value;
}

function dollarsAt(value: unknown, what: string): Cents {
  const amount =
    typeof value === 'number' || typeof value === 'string' ? parseDollars(String(value)) : undefined;
  if (amount === undefined)
    throw new UsageError(`${what} is an amount in dollars with at most two decimals.`);
  return amount;
}

function ratioAt(value: unknown, what: string): Ratio {
  if (typeof value === 'number' || typeof value === 'string') {
    try {
      return ratio(value);
    } catch {
      // The sentence below names the field.
    }
  }
  throw new UsageError(`${what} is a number or is written "n/d".`);
}

function wholeAt(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value)) throw new UsageError(`${what} is a whole number.`);
  return value as number;
}

/** An amount in dollars, with its time in whole unit-periods and a fraction of one. */
function advanceAt(value: unknown, what: string): AprAdvance {
  const { amount, periods = 0, fraction = 0 } = objectAt(value, what);
  return {
    amount: dollarsAt(amount, `${what}.amount`),
    periods: wholeAt(periods, `${what}.periods`),
    fraction: ratioAt(fraction, `${what}.fraction`),
  };
}

function paymentAt(value: unknown, what: string): AprPayment {
  const { count = 1, periods } = objectAt(value, what);
  return {
    ...advanceAt(value, what),
    count: wholeAt(count, `${what}.count`),
    periods: wholeAt(periods, `${what}.periods`),
  };
}

/**
 * A transaction from JSON: `{advance, unitPeriodsPerYear, payments: [{count, amount, periods, fraction}]}`, amounts in
 * dollars, ratios a number or "n/d"; several advances as `advances: [{amount, periods, fraction}]`. A count is 1 and a
 * fraction 0 by default. Throws a UsageError that names what is wrong.
 */
export function readTransaction(json: unknown): AprTransaction {
  const { advance, advances, unitPeriodsPerYear, payments } = objectAt(json, 'The transaction');
  return {
    advances:
      advances === undefined
        ? [{ amount: dollarsAt(advance, 'advance') }]
        : listAt(advances, 'advances').map((one, n) => advanceAt(one, `advances[${n}]`)),
    unitPeriodsPerYear: ratioAt(unitPeriodsPerYear, 'unitPeriodsPerYear'),
    payments: listAt(payments, 'payments').map((one, n) => paymentAt(one, `payments[${n}]`)),
  };
}

/** The command: the APR of the file's transaction as `{"apr": 9.685708}` (percent, six decimals). Throws a UsageError or RangeError. */
export function aprCommand(args: readonly string[]): string {
  const { rest } = readOptions(args, []);
  const [file, more] = rest;
  if (file === undefined || more !== undefined) {
    throw new UsageError('Name one file with the transaction: npm run -s apr -- FILE.');
  }
  return `{"apr": ${solveApr(readTransaction(readJsonFile(file))).toFixed(6)}}`;
}

if (import.meta.main) runCommand(aprCommand);
