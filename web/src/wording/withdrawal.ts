// Withdrawing an application, and choosing notices on paper.
export const withdrawText = {
  button: 'Withdraw my application',
  busy: 'Withdrawing your application',
  title: 'Withdraw your application?',
  what: "We'll close your application and won't decide on it. You can apply again at any time.",
  confirm: 'Withdraw my application',
  cancel: 'Keep my application',
  paper: 'Get my notices on paper',
} as const;

export const withdrawnText = {
  heading: 'Your application is withdrawn',
  lead: "We closed your application and won't decide on it. We're sending you a receipt, too.",
  next: 'Changed your mind? You can check for new offers at any time.',
  button: 'Check my offers',
} as const;

export const paperText = {
  heading: 'Get your notices on paper?',
  lead: 'You agreed to get notices about your application electronically. You can take that back at any time, for free.',
  next: 'From then on we send them by mail, to the address on your application. You can still continue online.',
  button: 'Send my notices by mail',
  busy: 'Saving your choice',
  done: "We'll send your notices by mail",
  doneNext:
    "We took back your consent to electronic notices for this application. To sign loan documents online, we'll ask for it again.",
  back: 'Back to my application',
  bad: "We couldn't tell which application this is",
  badNext:
    'Open the link in our email again, or copy all of it. You can also call us at {phone}, and we will do it for you.',
  failed: "We couldn't save that just now. Please try again.",
} as const;
