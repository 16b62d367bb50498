// What the status page says was done before and after the journey, whose events have words of their own.
export const historyBegins = {
  web_form: 'You sent us your request',
  affiliate: 'Our partner sent us your request',
} as const;

/** When the day's file with the loan's money was made. */
export const moneySent = 'We sent your money';
