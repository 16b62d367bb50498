// The landing page on its own. The router and everything behind it are fetched when the applicant moves on, so that a phone
// on a poor connection has a working form first. The page stays as it is until the next screen can be drawn.
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { pathOf } from '#contract/screens.ts';
import { type Environment, EnvironmentProvider } from './environment.tsx';
import { FaultBoundary } from './Fault.tsx';
import { Frame } from './Frame.tsx';
import { type Go, GoContext } from './go.ts';
import { WaitingLine } from './RouteWaiting.tsx';

interface LandingAppProps {
  readonly environment: () => Promise<Environment>;
  readonly children: ReactNode;
}

export function LandingApp({ environment, children }: LandingAppProps) {
  const [leaving, setLeaving] = useState(false);
  const [next, setNext] = useState<ReactNode>();
  const go = useMemo<Go>(
    () =>
      (screen, { replace, search = '' } = {}) => {
        const address = pathOf(screen) + search;
        setLeaving(true);
        void (async () => {
          try {
            const [{ default: Routed, openRouter, ready }, surroundings] = await Promise.all([
              import('./Routed.tsx'),
              environment(),
            ]);
            if (replace) window.history.replaceState(null, '', address);
            else window.history.pushState(null, '', address);
            const router = openRouter(surroundings);
            await ready(router);
            setNext(
              <EnvironmentProvider environment={surroundings}>
                <Routed router={router} />
              </EnvironmentProvider>,
            );
          } catch {
            // The files could not be fetched: the browser's own navigation shows why, and can be repeated.
            window.location.assign(address);
          }
        })();
      },
    [environment],
  );
  useEffect(() => {
    if (!next) return;
    window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [next]);
  return (
    next ?? (
      <GoContext value={go}>
        <WaitingLine shown={leaving} />
        <Frame screen="landing">
          <FaultBoundary>{children}</FaultBoundary>
        </Frame>
      </GoContext>
    )
  );
}
