// Long polling: a request may ask the server to wait for a result before it answers.

/** The longest wait. */
const maxWaitSeconds = 25;

/** How many seconds to wait. `Prefer: wait=20` asks for up to 20 seconds (RFC 7240). */
export function longPollSeconds(prefer: string | string[] | undefined): number {
  const seconds = Number(/(?:^|[\s,;])wait=(\d{1,4})/.exec(String(prefer ?? ''))?.[1] ?? 0);
  return Math.min(seconds, maxWaitSeconds);
}
