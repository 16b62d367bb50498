// The state of the text code: whether it was sent, whether another can be requested, and the page's notice.
import type { TextCode } from '#contract/phone-check.ts';
import { ApiFailure, NetworkFailure } from '../api/failures.ts';
import { poll } from '../api/polling.ts';
import type { OnWake, Timers } from '../lib/timers.ts';
import { phoneCheckText as words } from '../wording/phone-check.ts';

interface SendFailure {
  readonly reason?: string | undefined;
  /** No code can go to this number, now or ever, so another number helps. */
  readonly isNumber: boolean;
}

export interface CodeSending {
  /** The first code, or a later one. */
  readonly code: TextCode['status'];
  /** Closed after a refusal, until the wait is over; otherwise how a code is being sent, if one is. */
  readonly resend: 'open' | 'closed' | 'text' | 'call';
  /** When it opens again by itself, by the timers' clock. */
  readonly opensAt?: number | undefined;
  readonly trouble?: SendFailure | undefined;
  readonly notice?: 'resent' | 'called' | 'trouble' | 'open' | undefined;
}

interface Dependencies {
  readonly readStatus: (signal: AbortSignal | undefined) => Promise<TextCode>;
  readonly resend: (by: 'text' | 'call') => Promise<{ readonly success: boolean }>;
  readonly timers: Timers;
  readonly onWake: OnWake;
}

const usualWait = 60;
const networkWait = 15;

export function createCodeSending({ readStatus, resend, timers, onWake }: Dependencies) {
  let state: CodeSending = { code: 'sending', resend: 'open' };
  let stopWaiting = () => {};
  const listeners = new Set<() => void>();
  const put = (change: Partial<CodeSending>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const reopen = (notice: CodeSending['notice']) => {
    stopWaiting();
    put({ resend: 'open', opensAt: undefined, trouble: undefined, notice });
  };
  const refuse = (trouble: SendFailure, waitSeconds: number | undefined) => {
    stopWaiting();
    const opensAt = waitSeconds ? timers.now() + waitSeconds * 1000 : undefined;
    put({ resend: waitSeconds === 0 ? 'open' : 'closed', opensAt, trouble, notice: 'trouble' });
    if (waitSeconds) stopWaiting = timers.after(waitSeconds * 1000, () => reopen(state.notice && 'open'));
  };

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Polls until the first code is sent or failed. */
    async watch(signal: AbortSignal) {
      try {
        const isFinal = ({ status }: TextCode) => status !== 'sending';
        const found = await poll(readStatus, isFinal, { signal, timers, onWake });
        if (signal.aborted || state.code !== 'sending' || state.resend !== 'open') return;
        if (found.status !== 'failed') return put({ code: found.status });
        put({ code: 'failed' });
        const isNumber = found.error?.code === 'code-not-sent';
        const wait = found.retryAfterSeconds ?? (isNumber ? undefined : 0);
        refuse({ reason: found.error?.message, isNumber }, wait);
      } catch {
        // The status cannot be read, but the code may have arrived.
        if (!signal.aborted && state.code === 'sending') put({ code: 'sent' });
      }
    },
    /** Resolves to true when another code was sent. While closed, it shows the reason. A number that gets no texts can be called. */
    async sendAgain(by: 'text' | 'call'): Promise<boolean> {
      if (state.resend === 'text' || state.resend === 'call') return false;
      if (state.resend === 'closed' && !(by === 'call' && state.trouble?.isNumber)) {
        put({ notice: 'trouble' });
        return false;
      }
      put({ resend: by, notice: undefined });
      try {
        const { success } = await resend(by);
        if (!success) throw new Error('No code was sent.');
        put({ code: by === 'call' ? 'called' : 'sent' });
        reopen(by === 'call' ? 'called' : 'resent');
        return true;
      } catch (failure) {
        const { trouble, wait } = sendFailureOf(failure);
        // A number that takes no calls may still get texts.
        const hasTexts = by === 'call' && trouble.isNumber && !state.trouble?.isNumber;
        if (trouble.isNumber && !hasTexts && state.code === 'sending') put({ code: 'failed' });
        refuse(hasTexts ? { ...trouble, isNumber: false } : trouble, hasTexts ? 0 : wait);
        return false;
      }
    },
    /** Clears the notice, since the form shows its own errors. */
    clearNotice: () => put({ notice: undefined }),
    /** After a code expires, another one can be requested at once. */
    codeExpired: () => reopen(undefined),
    close: () => stopWaiting(),
  };
}

function sendFailureOf(failure: unknown) {
  if (failure instanceof NetworkFailure)
    return { trouble: { reason: words.unreachable, isNumber: false }, wait: networkWait };
  if (!(failure instanceof ApiFailure)) return { trouble: { isNumber: false }, wait: usualWait };
  const isNumber = failure.has('code-not-sent');
  const message = failure.errors?.[0]?.message;
  return {
    trouble: { reason: typeof message === 'string' ? message : undefined, isNumber },
    wait: failure.retryAfterSeconds ?? (isNumber ? undefined : usualWait),
  };
}
