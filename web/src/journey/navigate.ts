// Navigates to another screen. The landing page runs without the router, so screens use this instead of the router's hook.
import { createContext, use, useEffect } from 'react';
import { pathOf, type ScreenName } from '#contract/screens.ts';

interface NavigateOptions {
  /** Replaces the current history entry, so that Back does not return to this screen. */
  readonly replace?: boolean;
  readonly search?: string;
}

export type NavigateTo = (screen: ScreenName, options?: NavigateOptions) => void;

export const loadScreen: NavigateTo = (screen, { replace, search = '' } = {}) => {
  const address = pathOf(screen) + search;
  if (replace) window.location.replace(address);
  else window.location.assign(address);
};

export const NavigateContext = createContext(loadScreen);

export function useNavigateTo(): NavigateTo {
  return use(NavigateContext);
}

/** Leads to another screen, in place of this one, once there is one to lead to. */
export function useRedirect(screen: ScreenName | false | undefined): void {
  const navigate = useNavigateTo();
  useEffect(() => {
    if (screen) navigate(screen, { replace: true });
  }, [screen, navigate]);
}
