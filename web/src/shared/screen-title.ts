import type { ScreenName } from '#contract/screens.ts';
import { appWords } from '../wording/app.ts';
import { brand } from '../wording/lender.ts';
import { titles } from '../wording/titles.ts';

/** What the browser's tab says. */
export function titleOf(screen: ScreenName, title = titles[screen]): string {
  return appWords.titleOf(title, brand.name);
}
