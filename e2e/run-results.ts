// What the processes of one run share: which pages passed axe, and which screens a person reached.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ScreenName } from '#contract/screens.ts';

const folder = resolve(import.meta.dirname, '../.cache/e2e');
const passedAxe = join(folder, 'axe');
const reached = join(folder, 'reached');

/** Styles and screens may have changed since then. */
export function forgetLastRun(): void {
  for (const results of [passedAxe, reached]) {
    rmSync(results, { recursive: true, force: true });
    mkdirSync(results, { recursive: true });
  }
}

export const hasPassedAxe = (key: string): boolean => existsSync(join(passedAxe, key));
export const recordPassedAxe = (key: string): void => writeFileSync(join(passedAxe, key), '');

/** A screen that came by what a person did, not because its address was typed. */
export const recordReached = (screen: ScreenName): void => writeFileSync(join(reached, screen), '');
export const reachedScreens = (): readonly string[] => readdirSync(reached);
