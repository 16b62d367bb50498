import { type ScreenName, screens } from '#contract/screens.ts';
import { appText } from '../wording/app.ts';
import { brand } from '../wording/lender.ts';

export function titleOf(screen: ScreenName, title = screens[screen].title): string {
  return appText.titleOf(title, brand.name);
}
