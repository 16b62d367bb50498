// A poll may ask that its answer be held back until there is something to tell.

/** The longest a poll is held. */
const holdSeconds = 25;

/** `Prefer: wait=20` asks for an answer held back for up to 20 seconds (RFC 7240). */
export function longPollSeconds(prefer: string | string[] | undefined): number {
  const seconds = Number(/(?:^|[\s,;])wait=(\d{1,4})/.exec(String(prefer ?? ''))?.[1] ?? 0);
  return Math.min(seconds, holdSeconds);
}
