// Marks the history entry to which signing out led, also after a reload.

export const signedOutState = { signedOut: true } as const;

/** The router stores a navigation's state as `usr`. A prerendered page has no history. */
export function cameAfterSignOut(): boolean {
  return globalThis.history?.state?.usr?.signedOut === true;
}
