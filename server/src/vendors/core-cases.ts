// Cases of the core system: whom a branch is to call, with the documents and the time that came with it.
import * as z from 'zod';
import { doc, instant, phone, sha256, text } from './core-fields.ts';

export const branchCase = z.object({
  applicationId: z.uuid(),
  branchId: text,
  reason: z
    .enum([
      'verify-at-branch',
      'loan-signed',
      'no-decision',
      'documents-uploaded',
      'call-booked',
      'withdrawn',
    ])
    .meta(
      doc(
        '`verify-at-branch`: verify the applicant and finish the loan. `loan-signed`: welcome a new borrower. `no-decision`: nothing could be decided online. `documents-uploaded`: look at the documents that come with this case, and go on. `call-booked`: the applicant chose a time for a call, which comes with this case. `withdrawn`: the applicant withdrew the application; close its other cases, and call nobody.',
      ),
    ),
  firstName: text,
  lastName: text,
  phone,
  email: z.email(),
  callBy: instant.meta(
    doc('The applicant was told to expect the call by then. With `withdrawn`, nobody expects one.'),
  ),
});
export type BranchCase = z.output<typeof branchCase>;

export const caseDocument = z.object({
  documentId: z.uuid().meta(doc('Our reference of this file. It is kept once.')),
  kind: z
    .enum(['photo-id', 'pay-stub', 'bill'])
    .meta(doc('What the applicant says it is. Nobody has looked at it yet.')),
  file: z.int().min(1).meta(doc('Which file of this document it is, in the order in which they were added.')),
  files: z.int().min(1),
  contentType: z.enum(['image/jpeg', 'image/png', 'application/pdf']),
  contentBase64: z
    .string()
    .min(1)
    .max(14_000_000)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/)
    .meta(
      doc('The file, up to 10 MiB. Its type was checked by its content, and its metadata is gone. Scan it.'),
    ),
  sha256: sha256.meta(doc('Of the file.')),
  receivedAt: instant.meta(doc('When the applicant handed it in.')),
});
export type CaseDocument = z.output<typeof caseDocument>;

export const callBack = z.object({
  at: instant
    .nullable()
    .meta(doc('When to call, within the branch’s hours. Null if the applicant canceled.')),
  revision: z
    .int()
    .min(1)
    .meta(doc('Counts the applicant’s changes. A lower one than you have changes nothing.')),
});
export type CallBack = z.output<typeof callBack>;
