// States that several events leave alike.

/** The states that wait for a signature. We can learn the envelope's outcome in any of them. */
export const unsigned = [
  'DOCUMENTS_SENT',
  'FAST_PATH_DOCUMENTS_SENT',
  'SIGNING_CANCELED',
  'SIGNING_TIMED_OUT',
  'SIGNING_FAILED',
] as const;

/** The states from the approval to the signature, on both paths. */
export const approvedStates = [
  'APPROVED',
  'OFFER_CHOSEN',
  'DEPOSIT_CHOSEN',
  'FAST_PATH_APPROVED',
  'FAST_PATH_DEPOSIT_CHOSEN',
  'COMPLETING',
  ...unsigned,
] as const;

/** The states in which details may still change, which decides the application again. */
export const prequalified = ['PREQUALIFIED', 'FAST_PATH_OFFERED', 'TERMS_ACCEPTED'] as const;
export const decidable = ['DECIDING', 'VEHICLE_NEEDED', ...prequalified, 'PHONE_CHANGED'] as const;

/**
 * The states in which applicants may withdraw: wherever the application is open and no act is under way that a withdrawal could
 * not undo. An express withdrawal ends what we owe in writing (12 CFR 1002.9, comment 9-2). Open without it are
 * - `LEAD`: its person has not asked us for credit yet (12 CFR 1002.2(f));
 * - `DECIDING`, `VERIFYING`, `APPROVING`, `FAST_PATH_PENDING`: a job decides right now, and its answer may exist already. Where a
 *   vendor keeps it waiting, the application moves to a state that has it;
 * - `APPROVAL_IN_DOUBT`, `FAST_PATH_IN_DOUBT`, `RESTORED`: a hard pull may have been made, and a person finds out;
 * - `COMPLETING`, `SIGNING_FAILED`: the documents may be signed;
 * - `SIGNED`, `SIGNED_HELD`, `DISBURSEMENT_RETURNED`: they are, and a contract is not withdrawn.
 * `APPROVAL_DELAYED` and `FAST_PATH_DELAYED` have it but for the moments of a try (stages/notices/withdrawal.ts). What has ended can't be
 * withdrawn: it blocks no new application, and the branch closes what it still looks at.
 */
export const withdrawable = [
  'PHONE_CHECK',
  'CAPTURED',
  'VEHICLE_NEEDED',
  'HELD',
  ...prequalified,
  'PHONE_CHANGED',
  'VERIFIED',
  'NOT_VERIFIED',
  'VERIFICATION_FAILED',
  'APPROVAL_DELAYED',
  'APPROVAL_HELD',
  'FAST_PATH_DELAYED',
  'FAST_PATH_HELD',
  'FAST_PATH_COUNTEROFFER',
  'FAST_PATH_APPROVED',
  'FAST_PATH_DEPOSIT_CHOSEN',
  'FAST_PATH_DOCUMENTS_SENT',
  'APPROVED',
  'APPROVED_OTHERWISE',
  'OFFER_CHOSEN',
  'DEPOSIT_CHOSEN',
  'DOCUMENTS_SENT',
  'SIGNING_CANCELED',
  'SIGNING_TIMED_OUT',
] as const;
