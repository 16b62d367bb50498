// Timers for tests and pictures: time passes only by `advance` and `sleep`.
import type { Timers } from './timers.ts';

interface ManualTimers extends Timers {
  /** Advances the time, running timers in order, with room between for promises to settle. */
  advance(milliseconds: number): Promise<void>;
  /** Time passes as for a sleeping tab: what fell due in between runs late, at the end. */
  sleep(milliseconds: number): Promise<void>;
}

export function manualTimers(): ManualTimers {
  let now = 0;
  let due: { at: number; run: () => void }[] = [];
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    await new Promise((resolve) =>
      'setImmediate' in globalThis ? setImmediate(resolve) : setTimeout(resolve),
    );
  };
  const runDue = async (until: number) => {
    for (;;) {
      await settle();
      const next = due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) return;
      due = due.filter((item) => item !== next);
      now = Math.max(now, next.at);
      next.run();
    }
  };
  return {
    now: () => now,
    after(milliseconds, run) {
      const item = { at: now + milliseconds, run };
      due.push(item);
      return () => {
        due = due.filter((other) => other !== item);
      };
    },
    async advance(milliseconds) {
      const end = now + milliseconds;
      await runDue(end);
      now = end;
    },
    async sleep(milliseconds) {
      now += milliseconds;
      await runDue(now);
    },
  };
}
