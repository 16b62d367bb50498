export const withdrawText = {
  button: 'Withdraw my application',
  title: 'Withdraw your application?',
  what: "We'll close your application, and you won't owe anything. You can apply again at any time.",
  confirm: 'Withdraw my application',
  cancel: 'Keep my application',
  paper: 'Get my notices on paper',
} as const;

/** The same for a loan that is signed. */
export const cancelText = {
  button: 'Cancel my loan',
  title: 'Cancel your loan?',
  what: "We won't send your money, and you won't owe us anything. You can apply again at any time.",
  confirm: 'Cancel my loan',
  cancel: 'Keep my loan',
} as const;

export const canceledText = {
  heading: 'Your loan is canceled',
  lead: "You won't get any money from this loan, and you don't owe us anything. We're sending you a receipt, too.",
} as const;

export const withdrawnText = {
  heading: 'Your application is withdrawn',
  lead: "We closed your application, and you don't owe us anything. We're sending you a receipt, too.",
  next: 'Changed your mind? You can check for new offers at any time.',
  button: 'Check my offers',
} as const;

export const paperText = {
  heading: 'Get your notices on paper?',
  lead: 'You agreed to get notices about your application electronically. You can change your mind at any time, for free.',
  next: "If you do, we'll mail them to the address on your application. You can still continue online.",
  button: 'Send my notices by mail',
  busy: 'Saving your choice',
  done: "We'll send your notices by mail",
  doneNext:
    "You withdrew your consent to electronic notices for this application. We'll ask for it again if you sign loan documents online.",
  back: 'Back to my application',
  bad: "We couldn't tell which application this is",
  badNext:
    "Open the link in our email again, or copy all of it. You can also call us at {phone}, and we'll do it for you.",
  failed: "We couldn't save that right now. Please try again.",
} as const;
