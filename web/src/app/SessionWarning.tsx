// Warns before the session ends, with one button to stay. Recent activity extends the session by itself.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { extendSession } from '#contract/prequalification.ts';
import { ApiFailure } from '../api/failures.ts';
import { useEnvironment, useJourney } from '../journey/environment.ts';
import { useNavigateTo } from '../journey/navigate.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Dialog.tsx';
import { sessionText as words } from '../wording/session.ts';

const warnBefore = 120_000;
/** Activity this recent extends the session. */
const lately = 120_000;

type Phase = 'live' | 'soon' | 'ended';

export function SessionWarning() {
  const { now } = useEnvironment();
  const end = useJourney()?.sessionEnds;
  const [extended, setExtended] = useState<string>();
  const lastActivity = useLastActivity(now);
  const latestEnd = later(end, extended);
  if (!latestEnd) return null;
  return <SessionEnd key={latestEnd} end={latestEnd} lastActivity={lastActivity} onExtended={setExtended} />;
}

interface SessionEndProps {
  readonly end: string;
  readonly lastActivity: () => number;
  readonly onExtended: (end: string) => void;
}

function SessionEnd({ end, lastActivity, onExtended }: SessionEndProps) {
  const { call, now } = useEnvironment();
  const navigate = useNavigateTo();
  const [phase, setPhase] = useState<Phase>('live');
  const [isBusy, setBusy] = useState(false);
  const extend = async () => {
    setBusy(true);
    try {
      onExtended((await call(extendSession, undefined, { body: {} })).sessionEnds);
      setPhase('live');
    } catch (failure) {
      // Without a network the state is unknown, so the warning stays.
      if (failure instanceof ApiFailure) setPhase('ended');
    } finally {
      setBusy(false);
    }
  };
  useSessionClock(end, (next) => {
    const wasActive = now().getTime() - lastActivity() < lately;
    if (next === 'soon' && wasActive) void extend();
    else setPhase(next);
  });

  const hasEnded = phase === 'ended';
  // Nothing of the application stays on the screen.
  useEffect(() => {
    if (hasEnded) navigate('session-ended', { replace: true });
  }, [hasEnded, navigate]);
  if (phase !== 'soon') return null;
  return (
    <Modal
      open
      onClose={() => void extend()}
      title={words.title}
      actions={
        <Button onClick={() => void extend()} busy={isBusy}>
          {words.stay}
        </Button>
      }
    >
      <p>{words.soon}</p>
      <p>{words.kept}</p>
    </Modal>
  );
}

function later(one: string | undefined, other: string | undefined): string | undefined {
  if (!one || !other) return one;
  return Date.parse(one) > Date.parse(other) ? one : other;
}

/** Calls back two minutes before a session's end, at its end, and when a tab that slept wakes before its timers catch up. */
function useSessionClock(end: string, onPhase: (phase: Phase) => void): void {
  const { now, timers, onWake } = useEnvironment();
  const report = useEffectEvent(onPhase);
  useEffect(() => {
    const left = () => Date.parse(end) - now().getTime();
    let cancel = () => {};
    const look = () => {
      cancel();
      const rest = left();
      if (rest <= 0) return report('ended');
      report(rest > warnBefore ? 'live' : 'soon');
      cancel = timers.after(rest > warnBefore ? rest - warnBefore : rest, look);
    };
    cancel = timers.after(Math.max(0, left() - warnBefore), look);
    const forget = onWake(look);
    return () => {
      cancel();
      forget();
    };
  }, [end, now, timers, onWake]);
}

/** When the user last typed or pressed something. */
function useLastActivity(now: () => Date): () => number {
  const at = useRef(0);
  useEffect(() => {
    const stop = new AbortController();
    const note = () => {
      at.current = now().getTime();
    };
    for (const name of ['keydown', 'pointerdown']) {
      document.addEventListener(name, note, { signal: stop.signal, passive: true, capture: true });
    }
    return () => stop.abort();
  }, [now]);
  return useCallback(() => at.current, []);
}
