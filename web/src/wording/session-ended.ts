export const sessionEndedText = {
  ended: 'Your session has ended',
  endedWhat: 'This page closed to keep your information safe. We saved your application.',
  signedOut: "You're signed out",
  saved: 'We saved your application.',
  code: 'Text me a code',
  codeWhat: "We'll text a code to the phone on your application. Enter it to pick up where you left off.",
  noCode: "We can't text a code for this application. We can email you a link instead.",
  startOverWhat: 'Is this not your application?',
  startOver: 'Start a new one',
} as const;
