// Fields that the calls of the core system's interface share.
import * as z from 'zod';

export const text = z.string().min(1).max(255);
export const isoDate = z.iso.date();
export const instant = z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString());
export const cents = z.int().min(0).max(100_000_000);
export const percent = z.number().min(0).max(100);
export const nineDigits = z.string().regex(/^\d{9}$/);
export const traceNumber = z
  .string()
  .regex(/^\d{15}$/)
  .describe('An ACH trace number.');
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const phone = z
  .string()
  .regex(/^\+1\d{10}$/)
  .describe('E.164.');

export const account = z
  .object({
    accountType: z.enum(['checking', 'savings']),
    routingNumber: nineDigits,
    accountNumber: z.string().min(4).max(17),
  })
  .describe('A bank account, with its full numbers.');
