// The contact where the specification's heading is "Let's chat": a person on the phone, and a chat only where the lender has one.
import brandFile from '#lender/public/brand.json';

/** Lender data, and optional. */
const chatLink: string | undefined = 'chat' in brandFile ? String(brandFile.chat) : undefined;

export const personText = {
  /** The first line under such a heading. */
  call: 'Call us at {phone}. A person will answer and look at your request with you.',
  chat: 'Chat with us',
  chatLink,
} as const;
