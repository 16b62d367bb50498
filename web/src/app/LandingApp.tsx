// The landing page alone, so that a phone on a poor connection has a working form first. It stays until the
// next screen can be rendered.
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment } from '../journey/environment.ts';
import { NavigateContext, type NavigateTo } from '../journey/navigate.ts';
import { focusScreen } from '../lib/focus-on-navigation.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Frame } from './Frame.tsx';
import { LoadingBar } from './ScreenLoading.tsx';

export function LandingApp({ children }: { readonly children: ReactNode }) {
  const environment = useEnvironment();
  const [leaving, setLeaving] = useState(false);
  const [next, setNext] = useState<ReactNode>();
  const navigateTo = useMemo<NavigateTo>(
    () =>
      (screen, { replace = false, search = '' } = {}) => {
        const address = pathOf(screen) + search;
        setLeaving(true);
        void (async () => {
          try {
            const { default: RoutedApp, createRouter, routerReady } = await import('./RoutedApp.tsx');
            const router = createRouter(environment);
            void router.navigate(address, { replace });
            await routerReady(router);
            if (router.state.errors) throw new Error('The screen could not be loaded.');
            // Still in the task in which the router changed the address.
            flushSync(() => setNext(<RoutedApp router={router} />));
          } catch {
            // The browser's navigation shows why; a reload would cancel it and empty the form.
            history.replaceState({ ...history.state, reloadedForFiles: true }, '');
            // Restored after Back, the form would still be sending.
            addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
            window.location.assign(address);
          }
        })();
      },
    [environment],
  );
  useLayoutEffect(() => {
    if (next) focusScreen();
  }, [next]);
  return (
    next ?? (
      <NavigateContext value={navigateTo}>
        <LoadingBar shown={leaving} />
        <Frame screen="landing" now={environment.now}>
          <ErrorBoundary>{children}</ErrorBoundary>
        </Frame>
      </NavigateContext>
    )
  );
}
