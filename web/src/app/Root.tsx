// What every routed screen shares: the frame, and scroll position and focus after a navigation.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Location, Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { pathOf, screenAt } from '#contract/screens.ts';
import { NavigateContext, type NavigateTo } from '../journey/navigate.ts';
import { titleOf } from '../shared/screen-title.ts';
import { Frame } from './Frame.tsx';
import { progressOf } from './Progress.tsx';
import { LoadingBar, ScreenLoading } from './ScreenLoading.tsx';
import { SessionWarning } from './SessionWarning.tsx';

export function Root() {
  const location = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const ahead = useAddressAhead();
  const screen = screenAt((ahead ?? location).pathname);
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
        {ahead && (
          <>
            {screen && <title>{titleOf(screen)}</title>}
            <ScreenLoading />
          </>
        )}
        {/* Not removed: a refused Back returns to it as it was. */}
        <div hidden={ahead !== undefined}>
          <Outlet />
        </div>
      </Frame>
      <SessionWarning />
    </NavigateContext>
  );
}

/** Where Back or Forward has taken the address, until that screen or the one it redirects to can be drawn. */
function useAddressAhead(): Location | undefined {
  const { state, location } = useNavigation();
  const [isAhead, setAhead] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    addEventListener('popstate', () => setAhead(true), { signal: stop.signal });
    return () => stop.abort();
  }, []);
  if (isAhead && state === 'idle') setAhead(false);
  return isAhead ? location : undefined;
}

/** Every navigation except the first scrolls to the top and focuses the heading, so that screen readers announce it. */
function useArrival(key: string): void {
  const before = useRef(key);
  useLayoutEffect(() => {
    if (before.current === key) return;
    before.current = key;
    window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    const heading = document.querySelector<HTMLElement>('h1');
    heading?.focus({ preventScroll: true });
  }, [key]);
}
