// What every routed screen shares: the frame, and scroll position and focus after a navigation.
import {
  type ComponentProps,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Location, Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import type { Journey } from '#contract/journey.ts';
import { endSession, extendSession } from '#contract/prequalification.ts';
import { pathOf, type ScreenName, screenAt, screens } from '#contract/screens.ts';
import { ApiFailure } from '../api/failures.ts';
import { CodeDueContext } from '../journey/code-due.ts';
import { useEnvironment, useJourney } from '../journey/environment.ts';
import { lastActivity } from '../journey/last-activity.ts';
import { NavigateContext, type NavigateTo, useNavigateTo } from '../journey/navigate.ts';
import { sessionMemory } from '../journey/session-memory.ts';
import { signedOutState } from '../journey/signed-out.ts';
import { useAction } from '../journey/use-action.ts';
import { focusScreen, markedControl } from '../lib/focus-on-navigation.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import type { Timers } from '../lib/timers.ts';
import { titleOf } from '../shared/screen-title.ts';
import { useBranchZone } from '../shared/use-day-text.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog, Modal } from '../ui/Dialog.tsx';
import { hoursIn } from '../wording/hours-in.ts';
import { brand } from '../wording/lender.ts';
import { sessionText, signOutText as words } from '../wording/session.ts';
import { Frame } from './Frame.tsx';
import { progressOf } from './Progress.tsx';
import { LoadingBar, ScreenLoading } from './ScreenLoading.tsx';

const CodeDialog = lazyPart(() => import('../shared/CodeDialog.tsx'));

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
  useArrival(location);
  useKeptFocus();
  const code = useCodeDialog(location);
  const timeZone = useBranchZone();
  return (
    <NavigateContext value={navigateTo}>
      <CodeDueContext value={code.ask}>
        <LoadingBar shown={navigation.state !== 'idle'} />
        {/* Another screen is another page: none of its parts has moved. */}
        <Frame
          key={screenAt(location.pathname)}
          screen={screen}
          now={now}
          hours={hoursIn(timeZone, brand.hours, now())}
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
          <ScreenOutlet isHidden={ahead !== undefined} />
        </Frame>
        <SessionWarning />
        {code.asked && <CodeDialog now={code.asked.now} onEnd={code.asked.onEnd} />}
      </CodeDueContext>
    </NavigateContext>
  );
}

/** The location's screen, which navigates only while it is shown: a press may be answered after the applicant has gone elsewhere. */
function ScreenOutlet({ isHidden }: { readonly isHidden: boolean }) {
  const navigateTo = useNavigateTo();
  const isShown = useRef(false);
  // Before the effects of the screen itself.
  useLayoutEffect(() => {
    isShown.current = !isHidden;
    return () => {
      isShown.current = false;
    };
  }, [isHidden]);
  const navigateIfShown = useCallback<NavigateTo>(
    (...to) => isShown.current && navigateTo(...to),
    [navigateTo],
  );
  // Not removed: a refused Back returns to it as it was.
  return (
    <div hidden={isHidden}>
      <NavigateContext value={navigateIfShown}>
        <Outlet />
      </NavigateContext>
    </div>
  );
}

/** The code that a press on this screen waits for. It is asked for there only. */
function useCodeDialog(location: Location) {
  const [asked, setAsked] = useState<ComponentProps<typeof CodeDialog> & { readonly at: Location }>();
  const ask = useCallback(
    (now: Journey) =>
      new Promise<boolean>((resolve) =>
        setAsked({
          now,
          at: location,
          onEnd: (isEntered) => {
            setAsked(undefined);
            resolve(isEntered);
          },
        }),
      ),
    [location],
  );
  return { ask, asked: asked?.at === location ? asked : undefined };
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
 * Every navigation but the first scrolls to the top and focuses the heading, so that screen readers announce
 * it, or the control that the screen marks instead, on a loaded page too.
 */
function useArrival({ key, pathname, hash }: Location): void {
  const before = useRef({ key, pathname });
  useLayoutEffect(() => {
    const left = before.current;
    before.current = { key, pathname };
    if (left.key === key && left.pathname === pathname) {
      if (document.activeElement === document.body) markedControl()?.focus({ preventScroll: true });
      // A link to a part of the page is the browser's to follow.
    } else if (left.pathname !== pathname || !hash) focusScreen();
  }, [key, pathname, hash]);
}

/** When what has the focus is removed, the focus moves to the part of the screen that it was in, instead of to the page's start. */
function useKeptFocus(): void {
  useEffect(() => {
    let path: readonly Element[] = [];
    const record = () => {
      path = [];
      for (let element = document.activeElement; element; element = element.parentElement)
        path = [...path, element];
    };
    // What had the focus before hydration.
    record();
    const keep = () => {
      const [focused] = path;
      if (document.activeElement !== document.body || !focused || focused.isConnected) return;
      const around = path.find((element) => element.isConnected && element.closest('main'));
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
  const [isOpen, setOpen] = useState(false);
  const signOut = useAction(async () => {
    await call(endSession, undefined, { body: {} });
    setOpen(false);
    await navigate(pathOf('session-ended'), { replace: true, state: signedOutState });
    return 'again';
  }, words.failed);
  if (!isSignedIn) return null;
  return (
    <>
      <Button kind="link" onClick={() => setOpen(true)}>
        {words.button}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={words.title}
        confirmWords={words.button}
        cancelWords={words.cancel}
        confirm={signOut}
        onCancel={() => setOpen(false)}
      >
        {words.what}
      </ConfirmDialog>
    </>
  );
}

const warnBefore = 120_000;
/** Activity this recent extends the session. */
const lately = 120_000;

type Phase = 'live' | 'soon' | 'ended';

/** All tabs of the browser use the same session. */
const shared = sessionMemory(() => window.localStorage);

/** Warns before the session ends, with one button to stay. Recent activity extends the session by itself. */
function SessionWarning() {
  const { call, journey, timers } = useEnvironment();
  const navigate = useNavigateTo();
  const [phase, setPhase] = useState<Phase>('live');
  useLastActivity(timers);
  const extend = async () => {
    try {
      const { sessionEndsIn } = await call(extendSession, undefined, { body: {} });
      setPhase('live');
      // The longest session is over after twelve hours, whatever the applicant does.
      if (sessionEndsIn * 1000 > warnBefore) journey.merge({ sessionEndsIn });
    } catch (failure) {
      // Any other failure says nothing about the session, so the warning comes or stays.
      setPhase(failure instanceof ApiFailure && failure.status === 401 ? 'ended' : 'soon');
      throw failure;
    }
  };
  useSessionClock((next) => {
    if (next === 'soon' && timers.now() - lastActivity.at < lately) extend().catch(() => {});
    else setPhase(next);
  });

  const hasEnded = phase === 'ended';
  // Nothing of the application stays on the screen.
  useEffect(() => {
    if (hasEnded) navigate('session-ended', { replace: true });
  }, [hasEnded, navigate]);
  return phase === 'soon' && <Warning extend={extend} />;
}

function Warning({ extend }: { readonly extend: () => Promise<void> }) {
  const stay = useAction(() => extend().then(() => 'again'));
  return (
    <Modal
      open
      onClose={stay.onClick}
      title={sessionText.title}
      actions={<Button {...stay}>{sessionText.stay}</Button>}
    >
      <p>{sessionText.soon}</p>
      <p>{sessionText.kept}</p>
    </Modal>
  );
}

/**
 * Calls back when the journey changed, two minutes before the session's end, at its end, and when a tab that
 * slept wakes before its timers. The end is the one that any tab learned last.
 */
function useSessionClock(onPhase: (phase: Phase) => void): void {
  const { timers, onWake } = useEnvironment();
  const journey = useJourney();
  const report = useEffectEvent(onPhase);
  useEffect(() => {
    if (journey?.sessionEndsIn === undefined) return report('live');
    const end = timers.now() + journey.sessionEndsIn * 1000;
    shared.set('sessionEnd', String(end));
    let cancel = () => {};
    const look = () => {
      cancel();
      const rest = Number(shared.get('sessionEnd') ?? end) - timers.now();
      if (rest <= 0) return report('ended');
      report(rest > warnBefore ? 'live' : 'soon');
      cancel = timers.after(rest > warnBefore ? rest - warnBefore : rest, look);
    };
    look();
    const forget = onWake(look);
    return () => {
      cancel();
      forget();
    };
  }, [journey, timers, onWake]);
}

function useLastActivity(timers: Timers): void {
  useEffect(() => {
    const stop = new AbortController();
    const save = () => {
      lastActivity.at = timers.now();
    };
    for (const name of ['keydown', 'pointerdown'])
      document.addEventListener(name, save, { signal: stop.signal, passive: true, capture: true });
    return () => stop.abort();
  }, [timers]);
}
