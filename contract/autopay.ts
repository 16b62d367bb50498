// Automatic payments: offered after signing, never a condition of the loan.
import * as z from 'zod/mini';
import { depositAccount } from './deposit.ts';
import { endpoint } from './endpoint.ts';
import { cents, isoDate } from './shapes.ts';

export const autopay = z.object({
  status: z.enum(['NOT_DECIDED', 'ACTIVE', 'SKIPPED', 'CANCELED']),
  accounts: z.array(depositAccount),
  paymentAmount: cents,
  /** Days of the month that may be chosen. */
  days: z.array(z.int()),
  firstDebit: z.optional(isoDate),
});

export const getAutopay = endpoint({
  method: 'GET',
  path: '/api/v1/applications/:applicationId/autopay',
  answer: autopay,
});
export const setAutopay = endpoint({
  method: 'PUT',
  path: '/api/v1/applications/:applicationId/autopay',
  body: z.discriminatedUnion('choice', [
    z.strictObject({
      choice: z.literal('authorize'),
      accountId: z.string().check(z.maxLength(100)),
      day: z.int().check(z.minimum(1), z.maximum(28)),
      acceptAuthorization: z.literal(true, { error: 'This checkbox is required.' }),
    }),
    z.strictObject({ choice: z.literal('skip') }),
    z.strictObject({ choice: z.literal('cancel') }),
  ]),
  answer: autopay,
});
