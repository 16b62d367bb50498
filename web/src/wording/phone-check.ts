export const phoneCheckText = {
  heading: 'Enter the code we texted you',
  notSentHeading: "We couldn't text you a code",
  sending: (hint: string | undefined) =>
    hint
      ? `We're sending a 6-digit code to ${hint}. It works for 10 minutes.`
      : "We're sending you a 6-digit code. It works for 10 minutes.",
  notSent: (hint: string | undefined) =>
    hint ? `We didn't send a code to ${hint}.` : "We didn't send a code.",
  lead: (hint: string | undefined) =>
    hint
      ? `We sent a 6-digit code to ${hint}. It works for 10 minutes.`
      : 'We sent you a 6-digit code. It works for 10 minutes.',
  code: 'Code',
  codeHint: 'Enter the 6-digit code',
  submit: 'Verify',
  submitting: 'Checking your code',
  resend: 'Resend code',
  resending: 'Sending a new code',
  resent: 'The verification code has been resent.',
  resendFailed: 'There was an error generating the verification code.',
  resendOpen: 'You can ask for another code now.',
  unreachable: "We couldn't connect. Check your internet connection and try again in a moment.",
  correctNumber: 'Correct my phone number',
  call: "Can't get texts? Call us at {phone}.",
  verifyFailed: 'There was an error verifying your phone number. Please try again.',
  next: "Next, we'll look for your offers. It won't affect your credit score.",
  wrongNumber: 'Wrong number? Go back and correct it',
  returning: {
    next: "Next, we'll take you back to where you left off.",
    otherPhone: 'Have a new number? Call us at {phone}.',
  },
} as const;
