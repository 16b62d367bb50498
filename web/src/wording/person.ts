// The contact where the specification's heading is "Let's chat": a person on the phone, and a chat only where the lender has one.
import brandFile from '#lender/public/brand.json';
import { serviceHours } from './hours.ts';
import { brand } from './lender.ts';

export const personText = {
  /** The first line under such a heading. */
  call: 'Call us at {phone}. A person will answer and look at your application with you.',
  closed: (opens: string) =>
    `Your branch opens ${opens}. Call {phone} then, and someone will look at your application with you.`,
  /** Where there is no branch. */
  anyHour: `Call us at {phone}, ${serviceHours(brand.hours)}.`,
  chat: 'Chat with us',
  // Lender data, and optional.
  chatLink: 'chat' in brandFile ? String(brandFile.chat) : undefined,
} as const;
