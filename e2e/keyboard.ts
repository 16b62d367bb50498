// Keys, for which Playwright has no time limit.
import type { Locator } from 'playwright-core';

/**
 * Presses a key that removes the frame with the focus. If the frame is in a process of its own and is removed before it has handled the
 * key's release, Chromium never acknowledges the release, and `keyboard.press` waits for that without limit.
 */
export async function pressToRemove(frame: Locator, key: string): Promise<void> {
  await Promise.race([frame.page().keyboard.press(key), frame.waitFor({ state: 'detached' })]);
}
