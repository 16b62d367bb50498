// npm run -s apr -- FILE: the annual percentage rate of a transaction in the terms of Regulation Z, Appendix J.
import * as z from 'zod';
import { type AprTransaction, ratio, solveApr } from '#finance/apr.ts';
import { parseDollars } from '#finance/money.ts';
import { SetupError } from '../platform/failure.ts';
import { readArguments, readJsonFile, runMain } from './command.ts';

const usage = 'Name one file with the transaction: npm run -s apr -- FILE.';

/** A number or text that `read` understands, or a complaint. `read` throws or returns undefined for what it doesn't. */
const readBy = <T>(read: (value: number | string) => T | undefined, complaint: string) =>
  z.union([z.number(), z.string()], complaint).transform((value, context): T => {
    try {
      const result = read(value);
      if (result !== undefined) return result;
    } catch {
      // The complaint names the field.
    }
    context.addIssue(complaint);
    return z.NEVER;
  });
const dollars = readBy(
  (value) => parseDollars(String(value)),
  'is an amount in dollars with at most two decimals.',
);
const fraction = readBy(ratio, 'is a number or is written "n/d".');
const whole = z.int('is a whole number.');

const inBraces = 'is an object in braces.';
const some = <S extends z.ZodType>(schema: S) => {
  const complaint = 'is a list with at least one entry.';
  return z.array(schema, complaint).min(1, complaint);
};
const time = { periods: whole.exactOptional(), fraction: fraction.exactOptional() };
const advance = z.object({ amount: dollars, ...time }, inBraces);
const payment = z.object(
  { count: whole.exactOptional(), amount: dollars, ...time, periods: whole },
  inBraces,
);
const rest = { unitPeriodsPerYear: fraction, payments: some(payment) };
const inOne = z
  .object({ advance: dollars, ...rest }, inBraces)
  .transform(({ advance: amount, ...others }) => ({ advances: [{ amount }], ...others }));
const inSeveral = z.object({ advances: some(advance), ...rest }, inBraces);

/**
 * A transaction from JSON: `{advance, unitPeriodsPerYear, payments: [{count, amount, periods, fraction}]}`, amounts in
 * dollars, ratios a number or "n/d"; several advances as `advances: [{amount, periods, fraction}]`. A count is 1 and a
 * fraction 0 by default. Throws a SetupError that names what is wrong.
 */
export function readTransaction(json: unknown): AprTransaction {
  const hasSeveral = typeof json === 'object' && json !== null && 'advances' in json;
  const { data, error } = (hasSeveral ? inSeveral : inOne).safeParse(json);
  if (data !== undefined) return data;
  const { path, message } = error.issues[0] as z.core.$ZodIssue;
  throw new SetupError(`${z.core.toDotPath(path) || 'The transaction'} ${message}`);
}

/** The command: the APR of the file's transaction as `{"apr": 9.685708}` (percent, six decimals). Throws a SetupError or RangeError. */
export function aprCommand(args: readonly string[]): string {
  const [file, more] = readArguments(args, usage, {}).positionals;
  if (file === undefined || more !== undefined) throw new SetupError(usage);
  return `{"apr": ${solveApr(readTransaction(readJsonFile(process.env, file))).toFixed(6)}}`;
}

if (import.meta.main) runMain(async (print) => print(aprCommand(process.argv.slice(2))), [RangeError]);
