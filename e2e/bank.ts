// Uses the bank-link widget as a person does.
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { clickToRemove } from './frame-removal.ts';
import type { Visit } from './visit.ts';

const connect = 'Connect my bank';

export function widgetFrame({ page }: Visit): Locator {
  return page.locator('iframe[title="Plaid Link"]');
}

export function widget(visit: Visit): FrameLocator {
  return widgetFrame(visit).contentFrame();
}

export async function chooseBank(visit: Visit, bank: string, button = connect): Promise<FrameLocator> {
  await visit.press(button);
  const frame = widget(visit);
  await frame.getByRole('button', { name: 'Continue' }).click();
  await frame.getByRole('button', { name: bank }).click();
  return frame;
}

export async function logIn(at: FrameLocator | Page, username: string, password: string): Promise<void> {
  await at.getByLabel('Username').fill(username);
  await at.getByLabel('Password').fill(password);
  await at.getByRole('button', { name: 'Continue' }).click();
}

export async function linkBank(
  visit: Visit,
  username = 'user_good',
  bank = 'First Platypus Bank',
  button?: string,
  /** Runs just before the widget hands the bank over. */
  beforeFinish: () => Promise<void> = async () => {},
): Promise<void> {
  const frame = await chooseBank(visit, bank, button);
  await logIn(frame, username, 'pass_good');
  await frame.getByRole('group').waitFor();
  await frame.getByRole('button', { name: 'Continue' }).click();
  await frame.getByRole('button', { name: 'Finish' }).waitFor();
  await beforeFinish();
  await clickToRemove(widgetFrame(visit), 'Finish');
}
