// The warning before a session ends, the ways to end it, and the links by email that lead back.

export const sessionText = {
  title: 'Are you still there?',
  soon: 'To keep your information safe, this page will close soon.',
  kept: "We'll keep your application either way.",
  stay: 'Stay',
} as const;

export const finishLaterText = {
  what: (canFinishLater: boolean) =>
    canFinishLater ? 'Finish later, or other choices' : 'Other choices for my application',
  button: 'Email me a link to finish later',
  bank: 'Manage your bank account',
} as const;

export const emailedLinkText = {
  button: 'Email me a link to my application',
  sending: 'Sending you a link',
  sent: (email: string | undefined) =>
    email
      ? `A link is on its way to ${email}. It opens your application on any device for 30 days.`
      : 'If there is an application to open, a link is on its way to the email address on it.',
  nothing: 'This application is closed, so no link opens it. Your branch can help you: call {phone}.',
  failed: "We couldn't send a link right now. Please try again, or call us.",
} as const;

export const signOutText = {
  button: 'Sign out',
  title: 'Sign out of this browser?',
  what: "We'll keep your application. To come back, ask us to email you a link, and enter the code we text you.",
  cancel: 'Stay signed in',
  failed: "We couldn't sign you out. Please check your connection and try again.",
};
