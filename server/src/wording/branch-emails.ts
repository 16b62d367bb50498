// The emails about what an applicant left with a branch.
import { type UploadKind, uploadKinds } from '#contract/uploads.ts';
import type { Lender } from '#lender/load.ts';
import { phoneText } from '../pdf/format.ts';
import { type EmailContent, mail } from './email-layout.ts';

const documentNames: Readonly<Record<UploadKind, string>> = {
  'photo-id': 'Photo ID',
  'pay-stub': 'Pay stub',
  bill: 'Bill with your address',
};

export function uploadsReceivedEmail(
  lender: Lender,
  about: { readonly firstName: string; readonly kinds: readonly UploadKind[] },
): EmailContent {
  const { to } = lender.advertised.branchCallsWithinHours;
  return mail(lender, 'We received your documents', [
    { paragraph: `Hello ${about.firstName},` },
    { paragraph: 'Thank you. These documents arrived safely:' },
    ...uploadKinds.flatMap((kind) => {
      const count = about.kinds.filter((one) => one === kind).length;
      if (count === 0) return [];
      return [{ paragraph: `${documentNames[kind]} (${count === 1 ? '1 file' : `${count} files`})` }];
    }),
    {
      paragraph: `Someone at your branch will look at them and call you within ${to} hours. You don't need to send them again.`,
    },
    {
      paragraph: `Didn't send us anything? Call us at ${phoneText(lender.brand.phones.customerService)}.`,
    },
  ]);
}
