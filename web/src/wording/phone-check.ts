const to = (hint: string | undefined) => `${hint ? ` to ${hint}` : ''}. It works for 10 minutes.`;

export const phoneCheckText = {
  /** Of a code that is being sent, too. */
  heading: 'Enter the code from our text',
  calledHeading: 'Enter the code from our call',
  notSentHeading: (hint: string | undefined) => `We couldn't text a code to ${hint ?? 'you'}`,
  sending: (hint: string | undefined) => `It's on its way${to(hint)}`,
  sent: (hint: string | undefined) => `We sent it${to(hint)}`,
  called: (hint: string | undefined) => `We read it to you on a call${to(hint)}`,
  code: 'Code',
  codeHint: "We'll check it when you've typed all 6 digits.",
  submit: 'Verify',
  submitting: 'Checking your code',
  resend: { text: 'Resend code', call: 'Call me with the code' },
  resending: { text: 'Sending a new code', call: 'Calling you' },
  /** "You can ask again in 9:58." */
  againIn: (seconds: number) =>
    `You can ask again in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.`,
  resendFailed: 'There was an error generating the verification code.',
  notice: {
    resent: 'The verification code has been resent.',
    called: "We're calling you. A voice will read you the code.",
    open: 'You can ask for another code now.',
  },
  unreachable: "We couldn't connect. Check your internet connection and try again in a moment.",
  correctNumber: 'Correct my phone number',
  call: "Can't get texts? Call us at {phone}.",
  verifyFailed: 'There was an error verifying your phone number. Please try again.',
  next: "Next, we'll look for your offers. It won't affect your credit score.",
  wrongNumber: 'Wrong number? Go back and correct it',
  change: 'To keep your money and your application safe, we ask for a new code before you change this.',
  returning: {
    next: "Next, we'll take you back to where you left off.",
    otherPhone: 'Have a new number? Call us at {phone}.',
  },
} as const;
