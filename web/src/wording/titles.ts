// Document titles of screens that show several pages. Every screen's own title is in contract/screens.ts.
export const pageTitles = {
  /** A link that does not open its application. */
  refusedLink: 'This link does not open',
  preview: 'Your loan at a glance',
  unsubscribed: 'You are unsubscribed',
  unsubscribeLinkDamaged: 'This unsubscribe link is damaged',
  unsubscribeFailed: 'Your reminders could not be stopped',
  paperLinkInvalid: 'This link does not work',
  emailConfirmed: 'Your email is confirmed',
  emailLinkInvalid: 'This email link is not valid',
  emailFailed: 'Your email could not be confirmed',
} as const;
