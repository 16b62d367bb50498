import { describe, expect, it } from 'vitest';
import {
  afterLinkEvent,
  bankReturnOf,
  initialFlow,
  type LinkEvent,
  type LinkFlow,
  withoutReturn,
} from './link-flow.ts';

const page = 'https://loans.example/loan-request/success';
const returning = { stateId: 'state-1', uri: `${page}?oauth_state_id=state-1` };
const handed = { publicToken: 'public', institutionId: 'ins_109508', institutionName: 'First Platypus Bank' };
const pressed = { type: 'pressed' } as const;
const opened = { type: 'opened' } as const;
const closed = { type: 'closed', error: null, mark: 'mark-1' } as const;
const met = (error_code: string, error_type = 'ITEM_ERROR') =>
  ({ type: 'closed', error: { error_type, error_code }, mark: 'mark-1' }) as const;
const processed = met('OAUTH_STATE_ID_ALREADY_PROCESSED', 'OAUTH_ERROR');

const flowOf = (...events: readonly LinkEvent[]): LinkFlow => events.reduce(afterLinkEvent, initialFlow);

describe('linking a bank', () => {
  it('a second press changes nothing while it is prepared, open, sending or done', () => {
    const steps: LinkEvent[] = [pressed, opened, { type: 'handed', handed }, { type: 'exchanged' }];
    let flow: LinkFlow = initialFlow;
    for (const step of steps) {
      flow = afterLinkEvent(flow, step);
      expect(afterLinkEvent(flow, pressed)).toBe(flow);
    }
  });

  it('a public token that is handed over twice is sent once', () => {
    const sending = flowOf(pressed, opened, { type: 'handed', handed });
    expect(afterLinkEvent(sending, { type: 'handed', handed })).toBe(sending);
    const linked = afterLinkEvent(sending, { type: 'exchanged' });
    expect(afterLinkEvent(linked, { type: 'handed', handed })).toBe(linked);
    expect(afterLinkEvent(linked, closed)).toBe(linked);
  });

  it('a closed widget leaves a page on which the applicant can continue', () => {
    const flow = flowOf(pressed, opened, closed);
    expect(flow).toEqual({ at: 'idle', note: 'closed' });
    expect(afterLinkEvent(flow, pressed)).toEqual({ at: 'preparing' });
  });

  it('a widget closed after a bank’s error leaves a note that the bank could not be linked', () => {
    expect(flowOf(pressed, opened, met('ITEM_LOCKED'))).toEqual({ at: 'idle', note: 'bank' });
  });
});

describe('the return from a bank with its own page', () => {
  it('is saved if the script did not load, so that a retry finishes', () => {
    const flow = flowOf({ type: 'returned', returning }, { type: 'not-opened', note: 'not-loaded' });
    expect(flow).toEqual({ at: 'idle', note: 'not-loaded', returning });
    expect(afterLinkEvent(flow, pressed)).toEqual({ at: 'preparing', returning });
  });

  it('with a state that was used already starts over by itself and resets the token', () => {
    const flow = flowOf({ type: 'returned', returning }, opened, processed);
    expect(flow).toEqual({ at: 'preparing', note: 'started-again', used: 'state-1', restarted: true });
  });
});

describe('a link token that opens nothing', () => {
  const expired = met('INVALID_LINK_TOKEN', 'INVALID_INPUT');

  it('is replaced by itself, once', () => {
    const again = flowOf(pressed, opened, expired);
    expect(again).toEqual({ at: 'preparing', used: 'mark-1', restarted: true, note: 'started-again' });
    const second = [opened, { ...expired, mark: 'mark-2' }] as const;
    expect(second.reduce(afterLinkEvent, again)).toEqual({ at: 'idle', note: 'bank', used: 'mark-2' });
  });

  it('is replaced at the next press if it could not be at once', () => {
    const flow = flowOf(pressed, opened, expired, { type: 'not-opened', note: 'unreachable' }, pressed);
    expect(flow).toEqual({ at: 'preparing', used: 'mark-1' });
  });
});

describe('the return address', () => {
  it('survives a reload with a clean address', () => {
    expect(bankReturnOf(new URL(page), returning.uri)).toEqual(returning);
  });

  it('is the one in the address, whatever was saved', () => {
    const newer = `${page}?oauth_state_id=state-2`;
    expect(bankReturnOf(new URL(newer), returning.uri)).toEqual({ stateId: 'state-2', uri: newer });
  });

  it.each([
    ['nothing', undefined],
    ['another page', 'https://loans.example/get-a-loan?oauth_state_id=state-1'],
    ['another site', 'https://other.example/loan-request/success?oauth_state_id=state-1'],
    ['no address', 'state-1'],
    ['an address without a state', page],
    ['something else', { stateId: 'state-1' }],
  ])('is undefined if the history has %s', (_, kept) => {
    expect(bankReturnOf(new URL(page), kept)).toBeUndefined();
  });

  it('is undefined if the state is longer than any real one', () => {
    expect(bankReturnOf(new URL(`${page}?oauth_state_id=${'x'.repeat(201)}`), undefined)).toBeUndefined();
  });

  it('is removed from the address, and the rest of it stays', () => {
    expect(withoutReturn(new URL(`${page}?a=1&oauth_state_id=s#top`))).toBe('/loan-request/success?a=1#top');
    expect(withoutReturn(new URL(returning.uri))).toBe('/loan-request/success');
  });
});
