// Warns before the session ends, with one button to stay. Recent activity extends the session by itself.
import { useEffect, useEffectEvent, useState } from 'react';
import { extendSession } from '#contract/prequalification.ts';
import { ApiFailure } from '../api/failures.ts';
import { useEnvironment, useJourney } from '../journey/environment.ts';
import { lastActivity } from '../journey/last-activity.ts';
import { useNavigateTo } from '../journey/navigate.ts';
import { sessionMemory } from '../journey/session-memory.ts';
import { useAction } from '../journey/use-action.ts';
import type { Timers } from '../lib/timers.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Dialog.tsx';
import { sessionText as words } from '../wording/session.ts';

const warnBefore = 120_000;
/** Activity this recent extends the session. */
const lately = 120_000;

type Phase = 'live' | 'soon' | 'ended';

/** All tabs of the browser use the same session. */
const shared = sessionMemory(() => window.localStorage);

export function SessionWarning() {
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
    <Modal open onClose={stay.onClick} title={words.title} actions={<Button {...stay}>{words.stay}</Button>}>
      <p>{words.soon}</p>
      <p>{words.kept}</p>
    </Modal>
  );
}

/**
 * Calls back when the journey was read or changed by a step, two minutes before the session's end, at its end, and when a tab that
 * slept wakes before its timers catch up. The end is the one that any tab learned last.
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

/** Saves when the user types or presses something. */
function useLastActivity(timers: Timers): void {
  useEffect(() => {
    const stop = new AbortController();
    const save = () => {
      lastActivity.at = timers.now();
    };
    for (const name of ['keydown', 'pointerdown']) {
      document.addEventListener(name, save, { signal: stop.signal, passive: true, capture: true });
    }
    return () => stop.abort();
  }, [timers]);
}
