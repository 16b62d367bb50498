// Warns before the session ends, with one button to stay. Recent activity extends the session without asking.
import { useCallback, useEffect, useRef, useState } from 'react';
import { extendSession } from '#contract/prequalification.ts';
import { ApiFailure } from '../api/failures.ts';
import { useEnvironment, useJourney } from '../journey/environment.ts';
import { useNavigateTo } from '../journey/navigate.ts';
import { MailedLink } from '../shared/MailedLink.tsx';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Dialog.tsx';
import { mailedLinkText, sessionText as words } from '../wording/session.ts';

const warnBefore = 120_000;
/** Activity this recent extends the session. */
const lately = 120_000;

type Phase = 'live' | 'soon' | 'ended';

export function SessionWarning() {
  const { call, now, timers, journey, onWake } = useEnvironment();
  const navigate = useNavigateTo();
  const said = useJourney()?.sessionEnds;
  const [extended, setExtended] = useState<string>();
  const ends = later(said, extended);
  const [phase, setPhase] = useState<Phase>('live');
  const [busy, setBusy] = useState(false);
  const lastDone = useLastDone(now);

  const stay = useCallback(async () => {
    setBusy(true);
    try {
      setExtended((await call(extendSession, undefined, { body: {} })).sessionEnds);
      setPhase('live');
    } catch (failure) {
      // Without a network the state is unknown, so the warning stays.
      if (failure instanceof ApiFailure) setPhase('ended');
    } finally {
      setBusy(false);
    }
  }, [call]);

  useEffect(() => {
    if (!ends) {
      setBusy(false);
      return setPhase('live');
    }
    let cancel = () => {};
    const look = () => {
      cancel();
      const left = Date.parse(ends) - now().getTime();
      if (left > warnBefore) {
        setPhase('live');
        cancel = timers.after(left - warnBefore, look);
      } else if (left > 0) {
        if (now().getTime() - lastDone() < lately) void stay();
        else setPhase('soon');
        cancel = timers.after(left, look);
      } else setPhase('ended');
    };
    look();
    // A tab that slept checks at once, before its timers catch up.
    const forget = onWake(look);
    return () => {
      cancel();
      forget();
    };
  }, [ends, now, timers, onWake, stay, lastDone]);

  if (phase === 'live') return null;
  const leave = () => {
    journey.clear();
    setPhase('live');
    navigate('landing');
  };
  return phase === 'soon' ? (
    <Modal
      open
      onClose={() => void stay()}
      title={words.title}
      actions={
        <Button onClick={() => void stay()} busy={busy}>
          {words.stay}
        </Button>
      }
    >
      <p>{words.soon}</p>
      <p>{words.kept}</p>
    </Modal>
  ) : (
    <Modal
      open
      onClose={leave}
      title={words.ended}
      actions={
        <Button kind="secondary" onClick={leave}>
          {words.endedButton}
        </Button>
      }
    >
      <p>{words.endedWhat}</p>
      <MailedLink kind="primary">{mailedLinkText.button}</MailedLink>
    </Modal>
  );
}

function later(one: string | undefined, other: string | undefined): string | undefined {
  if (!one || !other) return one;
  return Date.parse(one) > Date.parse(other) ? one : other;
}

/** When the user last typed or pressed something. */
function useLastDone(now: () => Date): () => number {
  const at = useRef(0);
  useEffect(() => {
    const stop = new AbortController();
    const done = () => {
      at.current = now().getTime();
    };
    for (const sign of ['keydown', 'pointerdown']) {
      document.addEventListener(sign, done, { signal: stop.signal, passive: true, capture: true });
    }
    return () => stop.abort();
  }, [now]);
  return useCallback(() => at.current, []);
}
