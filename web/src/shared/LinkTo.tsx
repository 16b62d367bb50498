import { pathOf, type ScreenName } from '#contract/screens.ts';

export const LinkTo = ({ screen, children }: { readonly screen: ScreenName; readonly children: string }) => (
  <p>
    <a href={pathOf(screen)}>{children}</a>
  </p>
);
