// Cases of the core system: the applicant whom a branch is to call, with their documents and the time of the call.
import * as z from 'zod';
import { uploadKinds, uploadTypes } from '#contract/uploads.ts';
import { instant, phone, sha256, text } from './fields.ts';

export const branchCase = z.object({
  applicationId: z.uuid(),
  branchId: text,
  reason: z
    .enum([
      'verify-at-branch',
      'loan-signed',
      'check-vehicle',
      'no-decision',
      'documents-uploaded',
      'call-booked',
      'text-received',
      'withdrawn',
      'closed',
    ])
    .describe(
      '`verify-at-branch`: verify the applicant and finish the loan. `loan-signed`: welcome a new borrower. `check-vehicle`: the loan is signed, and nothing is paid until you report `vehicle-checked`: look at the title, other liens and the proof of insurance, which the applicant sends. `no-decision`: nothing could be decided online. `documents-uploaded`: review the documents in this case, and continue. `call-booked`: the applicant chose a time for a call, which comes with this case. `text-received`: the applicant texted the branch; answer the messages, which come with this case, and open it again for each new one. `withdrawn`: the applicant withdrew the application; close its other cases, and make no call. `closed`: the lender ended the application, with a notice to the applicant; do the same, and release any claim on the title of a vehicle.',
    ),
  firstName: text,
  lastName: text,
  phone,
  email: text,
  asked: z
    .array(
      z.object({
        what: text,
        why: text,
        status: z.enum(['open', 'received', 'accepted']),
        until: instant.optional().describe('Without it, the application ends.'),
      }),
    )
    .describe('What you still need from the applicant, in the words that they read, as of this request.'),
  callBy: instant.describe(
    'The time by which the applicant expects the call, or with `text-received` the answer: within the hours of the branch, as the applicant reads it. With `withdrawn` and `closed`, they expect none.',
  ),
});

export const caseDocument = z.object({
  documentId: z.uuid().describe('Our reference of this file. Store it once.'),
  kind: z.enum(uploadKinds).describe('The kind that the applicant chose. It has not been reviewed yet.'),
  file: z.int().min(1).describe('Which file of this document it is, in the order in which they were added.'),
  files: z.int().min(1),
  contentType: z.enum(uploadTypes),
  contentBase64: z
    .string()
    .min(1)
    .max(14_000_000)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/)
    .describe(
      'The file, up to 10 MiB. Its type was checked by its content, and its metadata is gone. Scan it.',
    ),
  sha256: sha256.describe('Of the file.'),
  receivedAt: instant.describe('When the applicant handed it in.'),
});

export const callBack = z.object({
  at: instant
    .nullable()
    .describe(
      'When to call, within the branch’s hours; with `verify-at-branch`, by when. Null if the applicant canceled, or continued online: make no call.',
    ),
  because: z
    .enum(['canceled', 'continued-online'])
    .optional()
    .describe(
      'Why no call is expected anymore. `canceled`: the applicant canceled it, or the application ended. With `continued-online`, close the case: the applicant finishes the application without the branch. A later time opens it again.',
    ),
  revision: z
    .int()
    .min(1)
    .describe('Counts the applicant’s changes. A lower one than you have changes nothing.'),
});

/** In characters. A longer text is cut: phones send at most so many. */
export const longestMessage = 1600;

export const caseMessage = z.object({
  messageId: z.uuid().describe('Our reference of this text. Store it once.'),
  text: z
    .string()
    .min(1)
    .max(longestMessage)
    .describe('What the applicant wrote, as plain text. Never show it as HTML. Pictures are left out.'),
  receivedAt: instant.describe('Messages may arrive in another order.'),
});
