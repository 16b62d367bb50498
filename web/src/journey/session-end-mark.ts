// Marks the history entry that an ended session led to. In its own file, because the landing page loads it first.

/** The state of a history entry that shows the notice, also after a reload. */
export const sessionEndedState = { sessionEnded: true } as const;

/** The same for an applicant who signed out. */
export const signedOutState = { ...sessionEndedState, signedOut: true } as const;

/**
 * Whether the current history entry shows the notice. The router stores a navigation's state as `usr`. A prerendered page has no
 * history.
 */
export function cameAfterSessionEnd(): boolean {
  return globalThis.history?.state?.usr?.sessionEnded === true;
}

export function cameAfterSignOut(): boolean {
  return globalThis.history?.state?.usr?.signedOut === true;
}

/** The next reload shows no notice, unless the server still has the ended session. */
export function forgetSessionEnd(): void {
  window.history.replaceState({ ...window.history.state, usr: null }, '');
}
