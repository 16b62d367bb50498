// Fails when the browser tests that just ran reached a screen only by its address, or not at all.
import { screenNames } from '#contract/screens.ts';
import { reachedScreens } from './run-results.ts';

const reached = new Set(reachedScreens());
const missing = screenNames.filter((name) => !reached.has(name));
if (missing.length > 0) {
  console.error(`No browser test reaches these screens by what a person does: ${missing.join(', ')}.`);
  process.exit(1);
}
console.log(`The browser tests reached all ${screenNames.length} screens.`);
