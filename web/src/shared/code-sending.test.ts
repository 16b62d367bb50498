import { describe, expect, it } from 'vitest';
import type { TextCode } from '#contract/phone-check.ts';
import { ApiFailure, NetworkFailure } from '../api/failures.ts';
import { manualTimers } from '../lib/manual-timers.ts';
import { createCodeSending } from './code-sending.ts';

const optedOut = { field: 'phone', code: 'code-not-sent', message: "We can't send texts to this number." };
const tooMany = (seconds?: number) =>
  new ApiFailure(429, { errors: [{ code: 'too-many', message: 'Please wait.' }] }, seconds);

/** `found`: the status at each poll, the last one forever. `answers`: the response to each request for another code. */
function page(found: readonly (TextCode | Error)[], responses: readonly (boolean | Error)[] = []) {
  const timers = manualTimers();
  const left = [...responses];
  let looks = 0;
  const sending = createCodeSending({
    timers,
    onWake: () => () => {},
    readStatus: async () => {
      const next = found[Math.min(looks++, found.length - 1)] as TextCode | Error;
      if (next instanceof Error) throw next;
      return next;
    },
    resend: async () => {
      const next = left.shift();
      if (next === undefined) throw new Error('An unexpected call.');
      if (next instanceof Error) throw next;
      return { success: next };
    },
  });
  void sending.watch(new AbortController().signal);
  return { sending, timers, looks: () => looks };
}

describe('the first code', () => {
  it('is polled until it was sent, and no longer', async () => {
    const { sending, timers, looks } = page([{ status: 'sending' }, { status: 'sent' }]);
    await timers.advance(0);
    expect(sending.get()).toEqual({ code: 'sending', resend: 'open' });
    await timers.advance(60_000);
    expect(sending.get()).toMatchObject({ code: 'sent', resend: 'open' });
    expect(looks()).toBe(2);
  });

  it('that cannot go to a number shows the reason, and Resend never opens again', async () => {
    const { sending, timers } = page([{ status: 'failed', error: optedOut }]);
    await timers.advance(3_600_000);
    expect(sending.get()).toEqual({
      code: 'failed',
      resend: 'closed',
      trouble: { reason: optedOut.message, isNumber: true },
      notice: 'trouble',
    });
  });

  it('that cannot be texted to a number can be read to it in a call', async () => {
    const { sending, timers } = page([{ status: 'failed', error: optedOut }], [true]);
    await timers.advance(0);
    expect(await sending.sendAgain('text')).toBe(false);
    expect(await sending.sendAgain('call')).toBe(true);
    expect(sending.get()).toMatchObject({ code: 'called', resend: 'open', notice: 'called' });
  });

  it('that is on its way is still awaited after a call that the number does not take', async () => {
    const { sending, timers } = page([{ status: 'sending' }], [new ApiFailure(400, { errors: [optedOut] })]);
    await timers.advance(0);
    expect(await sending.sendAgain('call')).toBe(false);
    expect(sending.get()).toMatchObject({ code: 'sending', resend: 'open', notice: 'trouble' });
  });

  it('that could not be sent can be requested again after the wait', async () => {
    const error = { code: 'try-again', message: 'Please try again in a minute.' };
    const { sending, timers } = page([{ status: 'failed', error, retryAfterSeconds: 40 }], [true]);
    await timers.advance(39_000);
    expect(sending.get()).toMatchObject({ code: 'failed', resend: 'closed', notice: 'trouble' });
    await timers.advance(1000);
    expect(sending.get()).toMatchObject({ resend: 'open', trouble: undefined, notice: 'open' });
    expect(await sending.sendAgain('text')).toBe(true);
    expect(sending.get()).toMatchObject({ code: 'sent', resend: 'open', notice: 'resent' });
  });

  it('whose status cannot be read counts as sent', async () => {
    const { sending, timers } = page([new ApiFailure(409)]);
    await timers.advance(0);
    expect(sending.get()).toEqual({ code: 'sent', resend: 'open' });
  });
});

describe('another code', () => {
  const sent: TextCode = { status: 'sent' };

  it('that is refused shows the reason, also when requested before the wait is over', async () => {
    const { sending, timers } = page([sent], [tooMany(600)]);
    await timers.advance(0);
    expect(await sending.sendAgain('text')).toBe(false);
    const refused = { resend: 'closed', trouble: { reason: 'Please wait.', isNumber: false } };
    expect(sending.get()).toMatchObject({ ...refused, code: 'sent', notice: 'trouble', opensAt: 600_000 });
    sending.clearNotice();
    expect(sending.get()).toMatchObject({ ...refused, notice: undefined });
    expect(await sending.sendAgain('text')).toBe(false);
    expect(sending.get()).toMatchObject({ ...refused, notice: 'trouble' });
    await timers.advance(600_000);
    expect(sending.get()).toMatchObject({ resend: 'open', notice: 'open' });
  });

  it.each([
    ['a server that sends no time', tooMany(), 60],
    ['a network that is down', new NetworkFailure('unreachable'), 15],
    ['a response without success', false, 60],
  ])('is open again after %s', async (_, response, seconds) => {
    const { sending, timers } = page([sent], [response]);
    await timers.advance(0);
    await sending.sendAgain('text');
    await timers.advance(seconds * 1000 - 1);
    expect(sending.get().resend).toBe('closed');
    await timers.advance(1);
    expect(sending.get().resend).toBe('open');
  });

  it('can be requested at once after the previous one expired', async () => {
    const { sending, timers } = page([sent], [tooMany(600)]);
    await timers.advance(0);
    await sending.sendAgain('text');
    sending.codeExpired();
    expect(sending.get()).toMatchObject({ resend: 'open', trouble: undefined, notice: undefined });
    // The canceled wait shows no notice later.
    await timers.advance(600_000);
    expect(sending.get().notice).toBeUndefined();
  });
});
