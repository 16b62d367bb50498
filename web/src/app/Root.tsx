// What every routed screen shares: the frame, and scroll position and focus after a navigation.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Location, Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { endSession } from '#contract/prequalification.ts';
import { pathOf, type ScreenName, screenAt, screens } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../journey/environment.ts';
import { NavigateContext, type NavigateTo } from '../journey/navigate.ts';
import { signedOutState } from '../journey/signed-out.ts';
import { focusScreen, markedControl } from '../lib/focus-on-navigation.ts';
import { titleOf } from '../shared/screen-title.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { signOutText as words } from '../wording/session.ts';
import { Frame } from './Frame.tsx';
import { progressOf } from './Progress.tsx';
import { LoadingBar, ScreenLoading } from './ScreenLoading.tsx';
import { SessionWarning } from './SessionWarning.tsx';

export function Root() {
  const location = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const ahead = useAddressAhead();
  const { preloaded, now } = useEnvironment();
  const screen = screenAt((ahead ?? location).pathname);
  const navigateTo = useMemo<NavigateTo>(
    () =>
      (name, { replace = false, search = '' } = {}) =>
        // The router renders a location within its own update, which would turn a navigation that starts there into a Back.
        queueMicrotask(() => void navigate(pathOf(name) + search, { replace })),
    [navigate],
  );
  useSessionEnd(screen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each location's screen has its own.
  useEffect(() => preloaded?.clear(), [preloaded, location]);
  // The landing page writes history without the router, whose key for such an entry is always the same.
  useArrival(location.key + location.pathname);
  useKeptFocus();
  return (
    <NavigateContext value={navigateTo}>
      <LoadingBar shown={navigation.state !== 'idle'} />
      {/* Another screen is another page: none of its parts has moved. */}
      <Frame
        key={screenAt(location.pathname)}
        screen={screen}
        now={now}
        onLink={(address) => void navigate(address)}
        progress={progressOf(screen, (ahead ?? location).search)}
        account={<SignOut />}
      >
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

/** Where Back or Forward has taken the address, until that screen or the one it redirects to can be rendered. */
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

/** A step needs a session. Public screens can be read without one, so they stay. */
function useSessionEnd(screen: ScreenName | undefined): void {
  const { onSessionEnd } = useEnvironment();
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionEnd?.(() => {
        if (!screen || screens[screen].access !== 'step') return false;
        void navigate(pathOf('session-ended'), { replace: true });
        return true;
      }),
    [onSessionEnd, screen, navigate],
  );
}

/**
 * Every navigation except the first scrolls to the top and focuses the heading, so that screen readers announce it. A screen may
 * mark the control where the applicant continues instead, which takes the focus on a loaded page too.
 */
function useArrival(key: string): void {
  const before = useRef(key);
  useLayoutEffect(() => {
    if (before.current !== key) focusScreen();
    else if (document.activeElement === document.body) markedControl()?.focus({ preventScroll: true });
    before.current = key;
  }, [key]);
}

/** When what has the focus is removed, the focus moves to the part of the screen that it was in, instead of to the page's start. */
function useKeptFocus(): void {
  useEffect(() => {
    let path: readonly Element[] = [];
    const record = () => {
      path = [];
      for (let one = document.activeElement; one; one = one.parentElement) path = [...path, one];
    };
    // What had the focus before hydration.
    record();
    const keep = () => {
      const [focused] = path;
      if (document.activeElement !== document.body || !focused || focused.isConnected) return;
      const around = path.find((one) => one.isConnected && one.closest('main'));
      path = [];
      if (!(around instanceof HTMLElement)) return;
      around.tabIndex = -1;
      around.focus({ preventScroll: true });
    };
    document.addEventListener('focusin', record);
    const watcher = new MutationObserver(keep);
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', record);
      watcher.disconnect();
    };
  }, []);
}

function SignOut() {
  const { call } = useEnvironment();
  const navigate = useNavigate();
  const isSignedIn = useJourney()?.defaultScreen !== undefined;
  const [step, setStep] = useState<'ready' | 'confirming' | 'busy' | 'failed'>('ready');
  if (!isSignedIn) return null;

  const signOut = async () => {
    setStep('busy');
    try {
      await call(endSession, undefined, { body: {} });
    } catch {
      return setStep('failed');
    }
    setStep('ready');
    await navigate(pathOf('session-ended'), { replace: true, state: signedOutState });
  };
  return (
    <>
      <Button kind="link" onClick={() => setStep('confirming')}>
        {words.button}
      </Button>
      <ConfirmDialog
        open={step !== 'ready'}
        title={words.title}
        confirmWords={words.button}
        cancelWords={words.cancel}
        busy={step === 'busy'}
        failure={step === 'failed' && words.failed}
        onConfirm={() => void signOut()}
        onCancel={() => setStep('ready')}
      >
        {words.what}
      </ConfirmDialog>
    </>
  );
}
