// Why a text code was not sent, and what the applicant can do.
import { limits } from '../platform/http/limits.ts';

export const textCodeMessages = {
  'cannot-be-sent': 'We cannot send texts to this number. Go back and enter a mobile phone number.',
  'too-many': limits['send-code'].message,
  'no-answer': 'The text service does not answer just now. Please try again in a minute.',
} as const;
