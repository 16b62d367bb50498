// Presses and clicks that remove the frame they were made in, for which Playwright may wait without end.
import type { Locator } from 'playwright-core';

export async function pressToRemove(frame: Locator, key: string): Promise<void> {
  await untilRemoved(frame, frame.page().keyboard.press(key));
}

export async function clickToRemove(frame: Locator, name: string): Promise<void> {
  const button = frame.contentFrame().getByRole('button', { name });
  await button.waitFor();
  await untilRemoved(frame, button.click());
}

/** Chromium never acknowledges a release in a frame of its own process that is removed before. */
async function untilRemoved(frame: Locator, action: Promise<void>): Promise<void> {
  await Promise.race([action, frame.waitFor({ state: 'detached' })]);
}
