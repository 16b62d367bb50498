// Small shapes. Computed money is in integer cents, declared amounts in whole dollars, as typed.
import * as z from 'zod/mini';

/** Where a branch answers texts, and from when to when, Monday to Friday, as in "9:00 am". */
export const branchTexts = z.object({ phone: z.string(), hours: z.tuple([z.string(), z.string()]) });

export const cents = z.int().check(z.nonnegative());
/** A percentage per year, such as 31.22. For display, never for computing. */
export const percent = z.number().check(z.nonnegative());
export const months = z.int().check(z.positive());
/** An address under /api that the server sent. The browser follows it and never builds one. */
export const href = z.string().check(z.startsWith('/api/'));
export const instant = z.iso.datetime();
export const isoDate = z.iso.date();
/** Seconds until the session ends unless the applicant does something. Not an instant, because a device's clock may be wrong. */
export const sessionEndsIn = z.int();
/** What is deducted from a loan before it is paid out: our fee, and what recording a lien on the vehicle costs. */
export const loanFees = z.object({ origination: cents, filing: cents });
export const link = z.object({ href });
export const nothing = z.object({});
export const manager = z.object({
  fullName: z.string(),
  title: z.string(),
  /** Its address, where the lender has one. */
  picture: z.optional(z.string()),
});
export type Manager = z.output<typeof manager>;
/**
 * Whether the account that receives the money is confirmed. `MICRO_ENTRIES`: two micro-entries were sent, and the
 * applicant enters their amounts. `MANUAL_REVIEW`: an operator decides. `INVALID`: the money needs another account.
 */
export const validationStatus = z.enum(['CHECKING', 'MICRO_ENTRIES', 'MANUAL_REVIEW', 'VALID', 'INVALID']);
/** `unsubscribed`: the address gets no reminders, because its owner unsubscribed it. */
export const reminderStatus = z.enum(['off', 'on', 'unsubscribed']);
