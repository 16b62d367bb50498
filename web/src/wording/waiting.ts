export const waitingText = {
  label: "What we've done so far",
  note: 'This usually takes less than a minute.',
  promise: "We'll text or email you; you can close this page.",
} as const;
