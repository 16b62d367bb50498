// The account that receives the funds: one of the linked bank's, or typed by hand.
import * as z from 'zod/mini';
import * as fields from './bank-account-fields.ts';
import { application, get, post } from './endpoint.ts';
import { cents, href } from './shapes.ts';

export const depositAccount = z.object({
  accountId: z.string(),
  name: z.string(),
  /** The last digits. The rest of the number never leaves the server. */
  mask: z.string(),
  institution: z.object({ name: z.string(), logo: z.optional(z.string()) }),
  accountType: z.string(),
  accountSubtype: z.string(),
  currentBalance: z.optional(cents),
  selectedDeposit: z.boolean(),
});
/** The id of the typed account, which has none from a bank. */
export const typedAccountId = 'deposit';
export type DepositAccount = z.output<typeof depositAccount>;

export const getAccounts = get(`${application}/accounts`, { response: z.array(depositAccount) });

export const chooseAccount = post(`${application}/accounts`, {
  body: z.strictObject({
    accountId: z.string().check(z.maxLength(100)),
    accountPurpose: z.literal('deposit'),
  }),
  response: z.object({ docusignHref: href }),
});

/** The manual form as typed. The caller adds the routing number's checksum, from `finance/`. */
export const directEntryForm = z
  .object({
    institutionName: fields.bankName,
    accountType: fields.accountType,
    routingNumber: fields.routingNumber,
    accountNumber: fields.accountNumber,
    confirmAccountNumber: fields.accountNumber,
  })
  .check(
    z.refine((form) => form.accountNumber === form.confirmAccountNumber, {
      path: ['confirmAccountNumber'],
      message: fields.accountNumberMismatch,
      // Also while other fields are still empty.
      when: () => true,
    }),
  );

export const enterAccount = post(`${application}/direct-entry`, {
  body: z.strictObject({
    institutionName: fields.bankName,
    accountSubtype: fields.accountType,
    routingNumber: fields.routingNumber,
    accountNumber: fields.accountNumber,
    accountPurpose: z.literal('deposit'),
  }),
  response: z.object({ docusignHref: href }),
});
