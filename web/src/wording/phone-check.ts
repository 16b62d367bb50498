// The text code.
export const phoneCheckText = {
  heading: 'Enter the code we texted you',
  notSentHeading: 'We could not text you a code',
  sending: (hint: string | undefined) =>
    hint
      ? `We are sending a 6-digit code to ${hint}. It works for 10 minutes.`
      : 'We are sending you a 6-digit code. It works for 10 minutes.',
  notSent: (hint: string | undefined) => (hint ? `No code was sent to ${hint}.` : 'No code was sent.'),
  lead: (hint: string | undefined) =>
    hint
      ? `We sent a 6-digit code to ${hint}. It works for 10 minutes.`
      : 'We sent you a 6-digit code. It works for 10 minutes.',
  code: 'Code',
  codeHint: '6 digits',
  submit: 'Verify',
  submitting: 'Checking your code',
  resend: 'Resend code',
  resending: 'Sending a new code',
  resent: 'The verification code has been resent.',
  resendFailed: 'There was an error generating the verification code.',
  resendOpen: 'You can ask for another code now.',
  unreachable: 'We could not reach our system. Check your connection and try again in a moment.',
  correctNumber: 'Correct my phone number',
  call: 'No way to get a text? Call us at {phone}.',
  verifyFailed: 'There was an error verifying your phone number. Please try again.',
  next: 'Next, we look for your offers. This does not affect your credit score.',
  wrongNumber: 'Wrong number? Go back and correct it',
  returning: {
    next: 'Next, your application opens where you left it.',
    otherPhone: 'Do you have another number now? Call us at {phone}.',
  },
} as const;
