// What an applicant proves, with what, what it opens and for how long, and what a change takes. docs/security.md explains it.

const minute = 60;
const hour = 60 * minute;

export const proofs = {
  /**
   * The browser that sent the form, or in which a code was entered. It opens the application. It ends when it is idle, later while
   * documents are signed elsewhere, and even in use after 12 hours (NIST SP 800-63B, 4.2.3).
   */
  cookie: { idleSeconds: { usual: 15 * minute, signing: hour }, longestSeconds: 12 * hour },
  /** Who reads the applicant's email. By itself, a link opens the page of the text code, whatever the application's state. */
  emailedLink: { days: 30, confirmsAddressForDays: 7, opens: ['requestOtp', 'verifyOtp'] },
  /** Who has the confirmed phone. A code starts a session with another cookie, and for a while it opens the `changes`. */
  textCode: { validSeconds: 10 * minute, recentSeconds: 15 * minute },
  /** Who knows last name, birth date and SSN, to a branch's employee: another phone, after which money rests. */
  knowledge: { moneyRestsBankingDays: 1 },
} as const;

/**
 * What takes a recent text code once there is something to change, and the text about it, beside an email. Giving an account for the
 * first time, or the form's own address, takes nothing more than the session.
 */
export const changes = {
  email: 'email-changed',
  phone: 'phone-changing',
  deposit: 'deposit-changed',
  autopay: 'autopay-changed',
} as const;
export type Change = keyof typeof changes;
