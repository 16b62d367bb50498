// Payloads wait across deploys: add a new shape, never change or remove one while a job may wait.

const id = '0b6c1b1e-5d5f-4d43-9c52-0a1d6f7f0c11';
const since = '2026-03-02T16:15:00.000Z';
const texts = 'reminder money decision-ready phone-changing deposit-changed autopay-on autopay-changed';
const money = { what: 'disbursement', code: 'R03', amountCents: 500_000, originalTrace: '091000010000001' };

export const queuedJobs: Readonly<Record<string, readonly object[]>> = {
  'repeat-military-check': [{}],
  'screen-account-change': [{ change: id }],
  'screen-payment': [{ day: '2026-03-02' }],
  'apply-vehicle-check': [{ event: 'EV-1', result: 'clear' }],
  'decide-approval': [{}],
  'decide-captured': [{}],
  'decide-prequalification': [{}, { mail: id }],
  'draft-notice': ['denial', 'incomplete'].map((otherwise) => ({ notice: id, otherwise })),
  'render-notice': [{ notice: id }],
  'drop-revoked-account': [{ accountId: 'account-1' }],
  'drop-payment': [{ sequence: 1, day: '2026-03-04' }],
  'end-bank-access': [{ linkedBankId: id }],
  'fund-loan': [{}],
  'cancel-loan': [{}, { payment: { sequence: 1, fileDay: '2026-03-04' } }],
  'check-envelope-status': [{}, { event: 'signing_complete', since }],
  'email-account-update': [{ about: 'micro-entries', id }],
  'email-approval-over': ['expired', 'withdrawn'].map((how) => ({ how, mail: id })),
  'email-change': [
    ...['phone', 'deposit', 'email'].map((what) => ({ what, change: id })),
    { what: 'email', change: id, to: 'k1.encrypted' },
  ],
  'email-autopay': [
    { about: 'canceled', authorizationId: id },
    { about: 'moved', authorizationId: id },
    { about: 'stopped', authorizationId: id, reason: 'lender' },
  ],
  'email-documents-reminder': [{}],
  'email-papers-reminder': [{ day: 2 }],
  'email-held': [{ stage: 'prequalification' }],
  'email-loan-update': [
    { about: 'payment-returned', id, amountCents: 18_360 },
    { about: 'paid', id, paidOn: '2026-03-03' },
    { about: 'money-sent', id: '7' },
  ],
  'email-notice': [{ notice: id }],
  'email-offers-ready': [{}],
  'email-review-finished': [{ hold: id }],
  'email-reminder': [{ kind: 'day' }, { kind: 'expiry' }],
  'email-resume-link': [{ mail: id }, { mail: id, opens: 'documents' }],
  'email-unsigned': [{ mail: id }, { mail: id, outcome: 'missing' }],
  'email-verification-made': [{ linkedBankId: id }],
  'open-branch-case': ['continued-online', 'loan-signed', 'check-vehicle', 'withdrawn', 'closed'].map(
    (reason) => ({ reason, since }),
  ),
  'email-call-booked': [{ revision: 1 }],
  'email-uploads-received': [{ handIn: id }],
  'send-uploads': [{ handIn: id }],
  'send-documents': [{ mail: id }, { mail: id, generation: 2 }],
  'send-email-verification': [{ email: 'a-lookup' }],
  'send-text': [...texts.split(' '), 'email-changed'].map((about) => ({ about, text: id })),
  'send-text-code': ['phone', 'new-phone'].map((to) => ({ attempt: id, to })),
  'report-text': [{ text: id }],
  'report-call-back': [
    { revision: 1, kind: 'booked' },
    { revision: 1, kind: 'requested' },
  ],
  'report-autopay': [
    { about: 'canceled', authorizationId: id },
    { about: 'authorized', authorizationId: id, fundsArriveOn: '2026-03-03' },
  ],
  'report-correction': [{ key: 'C01', loanId: 'LN-1', code: 'C01', what: 'debit' }],
  'report-loan-dates': [{}],
  'report-return': [{ key: 'R03', loanId: 'LN-1', returned: { ...money, readOn: '2026-03-03' } }],
  'notify-of-state': [{ since }],
  'validate-account': [{ lookup: 'a-lookup' }],
  'verify-from-bank': [{ linkedBankId: id }, { linkedBankId: id, unseen: true }],
  'void-envelope': [{}],
  'write-ach-file': [{ day: '2026-03-02' }],
};
