import { pathOf, type ScreenName } from '#contract/screens.ts';

interface LinkToProps {
  readonly screen: ScreenName;
  readonly children: string;
}

export const LinkTo = ({ screen, children }: LinkToProps) => (
  <p>
    <a href={pathOf(screen)}>{children}</a>
  </p>
);
