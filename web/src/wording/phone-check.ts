// The text code.
export const phoneCheckWords = {
  heading: 'Enter the code we texted you',
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
  verifyFailed: 'There was an error verifying your phone number. Please try again.',
  next: 'Next, we look for your offers. This does not affect your credit score.',
  wrongNumber: 'Wrong number? Go back and correct it',
} as const;
