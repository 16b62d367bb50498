// Payloads of jobs. A job waits in the queue across a deploy, so from the first release on, the release that runs it must understand
// every shape that an earlier one wrote: add a new shape, and never change or remove one while a job may still wait.

const id = '0b6c1b1e-5d5f-4d43-9c52-0a1d6f7f0c11';
const since = '2026-03-02T16:15:00.000Z';

export const queuedJobs: Readonly<Record<string, readonly object[]>> = {
  'repeat-military-check': [{}],
  'screen-account-change': [{ change: id }],
  'screen-payment': [{ day: '2026-03-02' }],
  'apply-vehicle-check': [{ event: 'EV-1', result: 'clear' }],
  'decide-approval': [{}],
  'decide-captured': [{}],
  'decide-prequalification': [{}, { mail: id }],
  'draft-notice': [
    { notice: id, otherwise: 'denial' },
    { notice: id, otherwise: 'incomplete' },
  ],
  'draw-notice': [{ notice: id }],
  'drop-revoked-account': [{ accountId: 'account-1' }],
  'end-bank-access': [{ linkedBankId: id }],
  'fund-loan': [{}],
  'cancel-loan': [{}, { payment: { sequence: 1, fileDay: '2026-03-04' } }],
  'check-document': [{ by: 'webhook' }, { by: 'polling' }],
  'check-envelope-status': [{}, { event: 'signing_complete', since }],
  'mail-account-update': [{ about: 'small-deposits', id }],
  'mail-approval-over': [
    { how: 'expired', mail: id },
    { how: 'withdrawn', mail: id },
  ],
  'mail-change': [
    { what: 'phone', change: id },
    { what: 'deposit', change: id },
  ],
  'mail-autopay': [
    { about: 'canceled', authorizationId: id },
    { about: 'moved', authorizationId: id },
    { about: 'stopped', authorizationId: id, reason: 'lender' },
  ],
  'mail-documents-reminder': [{}],
  'mail-held': [{ stage: 'prequalification' }],
  'mail-loan-update': [
    { about: 'payment-returned', id, amountCents: 18_360 },
    { about: 'paid', id, paidOn: '2026-03-03' },
    { about: 'money-sent', id: '7' },
  ],
  'mail-notice': [{ notice: id }],
  'mail-offers-ready': [{}],
  'mail-review-finished': [{ hold: id }],
  'mail-reminder': [{ kind: 'day' }, { kind: 'expiry' }],
  'mail-resume-link': [{ mail: id }, { mail: id, opens: 'documents' }],
  'mail-unsigned': [{ mail: id, outcome: 'missing' }],
  'mail-verification-made': [{ linkedBankId: id }],
  'open-branch-case': [
    { reason: 'continued-online', since },
    { reason: 'loan-signed', since },
    { reason: 'check-vehicle', since },
    { reason: 'withdrawn', since },
    { reason: 'closed', since },
  ],
  'mail-call-booked': [{ revision: 1 }],
  'mail-uploads-received': [{ handIn: id }],
  'send-uploads': [{ handIn: id }],
  'send-documents': [{ mail: id }, { mail: id, generation: 2 }],
  'send-email-verification': [{ email: 'a-lookup' }],
  'send-text': [
    { about: 'reminder', text: id },
    { about: 'money', text: id },
    { about: 'answer', text: id },
    { about: 'deposit-changed', text: id },
    { about: 'autopay-on', text: id },
    { about: 'autopay-changed', text: id },
  ],
  'send-text-code': [
    { attempt: id, to: 'phone' },
    { attempt: id, to: 'new-phone' },
  ],
  'report-text': [{ text: id }],
  'report-call-back': [
    { revision: 1, kind: 'booked' },
    { revision: 1, kind: 'requested' },
  ],
  'notify-partner': [{}],
  'report-autopay': [
    { about: 'canceled', authorizationId: id },
    { about: 'authorized', authorizationId: id, fundsArriveOn: '2026-03-03' },
  ],
  'report-correction': [{ key: 'C01', loanId: 'LN-1', code: 'C01', what: 'debit' }],
  'pay-out': [{}],
  'report-loan-dates': [{}],
  'report-return': [
    {
      key: 'R03',
      loanId: 'LN-1',
      returned: {
        what: 'disbursement',
        code: 'R03',
        amountCents: 500_000,
        originalTrace: '091000010000001',
        readOn: '2026-03-03',
      },
    },
  ],
  'notify-of-state': [{ since }],
  'validate-account': [{ lookup: 'a-lookup' }],
  'verify-from-bank': [{ linkedBankId: id }, { linkedBankId: id, unseen: true }],
  'void-envelope': [{}],
  'write-ach-file': [{ day: '2026-03-02' }],
};
