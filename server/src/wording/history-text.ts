// The status page's history before and after the journey, whose events have their own texts.
export const historyBegins = {
  web_form: 'You sent us your application',
  affiliate: 'Our partner sent us your request',
} as const;

/** Events that move nothing, and yet are the applicant's own doing. */
export const historyBeside = {
  'documents-handed-in': 'You sent us documents',
  'call-booked': 'You booked a call with your branch',
  'call-canceled': 'You canceled your call',
  'branch-call-requested': 'You asked your branch to call you',
  'branch-call-withdrawn': "You continued online, so your branch won't call",
} as const;

/** When the loan's money was put down for a day's file, and when the bank had that file. */
export const moneyScheduled = 'We scheduled your deposit';
export const moneySent = 'We sent your money';
