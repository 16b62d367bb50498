// Document titles of screens that show several pages. Every screen's own title is in contract/screens.ts.
export const pageTitles = {
  /** A link that does not open its application. */
  refusedLink: "This link doesn't open",
  preview: 'Your loan at a glance',
  unsubscribed: "You're unsubscribed",
  unsubscribeLinkDamaged: 'This unsubscribe link is damaged',
  unsubscribeFailed: "We couldn't stop your reminders",
  paperLinkInvalid: "This link doesn't work",
  emailConfirmed: 'Your email is confirmed',
  emailLinkInvalid: "This email link isn't valid",
  emailFailed: "We couldn't confirm your email",
} as const;
