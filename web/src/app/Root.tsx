// What every routed screen shares: the frame, and scroll position and focus after a navigation.
import { useEffect, useMemo, useRef } from 'react';
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { pathOf, screenAt } from '#contract/screens.ts';
import { NavigateContext, type NavigateTo } from '../journey/navigate.ts';
import { Frame } from './Frame.tsx';
import { progressOf } from './Progress.tsx';
import { LoadingBar } from './ScreenLoading.tsx';
import { SessionWarning } from './SessionWarning.tsx';

export function Root() {
  const location = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const screen = screenAt(location.pathname);
  const navigateTo = useMemo<NavigateTo>(
    () =>
      (name, { replace = false, search = '' } = {}) =>
        void navigate(pathOf(name) + search, { replace }),
    [navigate],
  );
  // The landing page writes history without the router, whose key for such an entry is always the same.
  useArrival(location.key + location.pathname);
  return (
    <NavigateContext value={navigateTo}>
      <LoadingBar shown={navigation.state !== 'idle'} />
      <Frame screen={screen} onLink={(address) => void navigate(address)} progress={progressOf(screen)}>
        <Outlet />
      </Frame>
      <SessionWarning />
    </NavigateContext>
  );
}

/** Every navigation except the first scrolls to the top and focuses the heading, so that screen readers announce it. */
function useArrival(key: string): void {
  const before = useRef(key);
  useEffect(() => {
    if (before.current === key) return;
    before.current = key;
    window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    const heading = document.querySelector<HTMLElement>('h1');
    heading?.focus({ preventScroll: true });
  }, [key]);
}
