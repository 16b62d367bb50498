// Why no text code was sent, and what helps.
export const textCodeMessages = {
  'cannot-be-sent': 'We cannot send texts to this number. Go back and enter a mobile phone number.',
  'too-many': 'We have sent 5 codes. Please wait 10 minutes before you ask for another.',
  'no-answer': 'The text service does not answer just now. Please try again in a minute.',
} as const;
