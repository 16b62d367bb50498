// Navigates to another screen. The landing page runs without the router, so screens use this instead of the router's hook.
import { createContext, use } from 'react';
import { pathOf, type ScreenName } from '#contract/screens.ts';

interface NavigateOptions {
  /** Replaces the current history entry, so that Back does not return to this screen. */
  readonly replace?: boolean;
  readonly search?: string;
}

export type NavigateTo = (screen: ScreenName, options?: NavigateOptions) => void;

export const NavigateContext = createContext<NavigateTo>((screen, { replace, search = '' } = {}) => {
  const address = pathOf(screen) + search;
  if (replace) window.location.replace(address);
  else window.location.assign(address);
});

export function useNavigateTo(): NavigateTo {
  return use(NavigateContext);
}
