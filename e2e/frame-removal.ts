// Presses and clicks that remove the frame they were made in, for which Playwright may wait without end.
import type { Locator } from 'playwright-core';

/** Presses a key that removes the frame with the focus. */
export async function pressToRemove(frame: Locator, key: string): Promise<void> {
  await untilRemoved(frame, frame.page().keyboard.press(key));
}

/** Clicks the button of this name in the frame, which removes the frame. */
export async function clickToRemove(frame: Locator, name: string): Promise<void> {
  const button = frame.contentFrame().getByRole('button', { name });
  await button.waitFor();
  await untilRemoved(frame, button.click());
}

/**
 * If the frame is in a process of its own and is removed before it has handled the release of a key or of the mouse, Chromium never
 * acknowledges the release.
 */
async function untilRemoved(frame: Locator, action: Promise<void>): Promise<void> {
  await Promise.race([action, frame.waitFor({ state: 'detached' })]);
}
