// The status page. The texts about an application are the server's, by its state.
export const statusText = {
  loading: 'Looking up your application',
  turn: { live: 'Your turn', waiting: "We're working on it" },
  asked: 'What we need from you',
  until: (day: string) => `Please do this by ${day}.`,
  give: { document: 'Send it', signature: 'Sign' },
  given: { received: 'Received', accepted: 'Accepted' },
  timeline: 'Step by step',
  failed: "We couldn't load your application's status. Please try again.",
  out: 'Other choices',

  signedIn: {
    title: "Where else you're signed in",
    on: {
      phone: 'Signed in on another phone',
      tablet: 'Signed in on another tablet',
      computer: 'Signed in on another computer',
    },
    lastUsed: (when: string) => `Last used ${when}.`,
    signOut: 'Sign it out',
    signingOut: 'Signing out',
    done: 'Signed out. To come back there, someone needs a code from your phone.',
    what: 'Not you? Sign it out, and call us if you think that someone has your phone or your email.',
  },

  noApplication: {
    heading: 'Where does your application stand?',
    lead: "To protect you, we show it only to you. Tell us the email on your application, and we'll send you a link that brings you back.",
    call: 'Or call us at {phone}.',
    apply: "Haven't applied yet? Check your offers. It won't affect your credit score.",
    applyButton: 'Check my offers',
  },
  code: {
    heading: "First, let's make sure it's you",
    lead: 'We texted a code to the phone on your application. Enter it to see where your application stands.',
    button: 'Enter my code',
  },
} as const;
