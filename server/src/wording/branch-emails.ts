// The emails about what an applicant left with a branch.

import { type UploadKind, uploadKinds } from '#contract/uploads.ts';
import { spanText } from '#lender/advertised.ts';
import type { Lender } from '#lender/load.ts';
import { phoneText } from '#lender/public/phone-text.ts';
import type { Branch } from '#lender/schema/branches.ts';
import { type EmailContent, mail, servicePhone } from './email-layout.ts';

const documentNames: Readonly<Record<UploadKind, string>> = {
  'photo-id': 'Photo ID',
  'pay-stub': 'Pay stub',
  bill: 'Bill with your address',
  insurance: 'Proof of insurance',
  title: 'Vehicle title',
};

export function uploadsReceivedEmail(
  lender: Lender,
  about: { readonly firstName: string; readonly kinds: readonly UploadKind[] },
): EmailContent {
  const callsWithin = spanText(lender.advertised.branchCallsWithinHours, 'hour');
  return mail(lender, about.firstName, 'We received your documents', [
    'Thank you. These documents arrived safely:',
    ...uploadKinds.flatMap((kind) => {
      const count = about.kinds.filter((one) => one === kind).length;
      return count === 0 ? [] : [`${documentNames[kind]} (${count === 1 ? '1 file' : `${count} files`})`];
    }),
    `Someone at your branch will look at them and call you within ${callsWithin}. You don't need to send them again.`,
    `Didn't send us anything? Call us at ${servicePhone(lender)}.`,
  ]);
}

export function callBookedEmail(
  lender: Lender,
  about: {
    readonly firstName: string;
    readonly branch: Pick<Branch, 'name' | 'phone'>;
    readonly at: Date;
    /** Of the branch, whose clock the call goes by. */
    readonly timeZone: string;
  },
): EmailContent {
  const { branch, timeZone } = about;
  const part = (format: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...format }).format(about.at);
  const day = part({ weekday: 'long', month: 'long', day: 'numeric' });
  const time = part({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
  return mail(lender, about.firstName, `Your call is booked for ${day}`, [
    `Your ${branch.name} branch will call you on ${day} at ${time}, at the number on your application.`,
    `Need another time? Open your application to move or cancel the call, or call the branch at ${phoneText(branch.phone)}.`,
  ]);
}
