// Posts a webhook. Each vendor keeps its own queue, so that a restart loses none.

/** The wait after each failed attempt. */
export const retryDelaysMs = [300, 1000, 3000, 10_000, 30_000, 120_000, 600_000];
const requestTimeoutMs = 10_000;

/** True when the receiver accepted it. */
export async function postWebhook(
  url: string,
  body: string,
  headers: Record<string, string>,
  stopping: AbortSignal,
): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(requestTimeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
