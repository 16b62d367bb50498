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
