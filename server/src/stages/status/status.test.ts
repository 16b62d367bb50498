import { describe, expect, it } from 'vitest';
import { eventsOf, stateNames, stateOf } from '../../journey/chart.ts';
import { historyTextOf } from '../../journey/history-text.ts';
import { statusText } from '../../wording/status-text.ts';
import { statusOf } from './routes.ts';

const day = (date: number, hour = 12) => new Date(Date.UTC(2026, 2, date, hour));
const dates = { created_at: day(2), deadline: day(30) };
const application = { state: 'PREQUALIFIED', source: 'web_form', ...dates } as const;
const today = '2026-03-09';
const nothing = {
  moves: [],
  money: undefined,
  today,
  hasSentDocuments: false,
  isPaidOff: false,
  validation: undefined,
  stipulations: [],
  notices: [],
};

describe('every state', () => {
  it('uses existing status texts, and every status text has a state', () => {
    const used = new Set(stateNames.map((state) => stateOf(state).statusText));
    expect(used).toEqual(new Set(Object.keys(statusText)));
  });

  it.each(
    stateNames,
  )('%s: states what is next, with a button for the applicant’s own step, and no day once ended', (state) => {
    const { heading, text, next, button, expiry } = statusOf({ ...application, state }, nothing);
    expect([heading, text].every((sentence) => sentence.length > 0)).toBe(true);
    expect(next).not.toEqual([]);
    expect(new Set([heading, ...next]).size).toBe(1 + next.length);
    if (stateOf(state).phase === 'live') expect(button).toBeDefined();
    if (stateOf(state).phase === 'ended') expect(expiry).toBeUndefined();
  });
});

it('no event of the history says what the heading says already', () => {
  const headings: readonly string[] = Object.values(statusText).map(({ heading }) => heading);
  const events = stateNames.flatMap((state) =>
    eventsOf({ state, path: 'standard' }).flatMap((event) =>
      stateNames.map((to) => historyTextOf({ event, to })),
    ),
  );
  expect(events.filter((text) => text !== undefined && headings.includes(text))).toEqual([]);
});

it('a status under review has the same text regardless of what was found, like its email', () => {
  const held = stateNames.filter((name) => /HELD$/.test(name) && name !== 'SIGNED_HELD');
  expect(new Set(held.map((state) => stateOf(state).statusText))).toEqual(new Set(['checking']));
});

it('a signed loan whose money needs the applicant first says what to do', () => {
  const statusWith = (status: 'INVALID' | 'MICRO_ENTRIES' | 'VALID') =>
    statusOf({ ...application, state: 'DONE' }, { ...nothing, validation: { status } });
  const { heading, next } = statusWith('INVALID');
  expect(heading).toBe('We need another account');
  expect(next).toEqual(['Give us another account', 'Receive your money', 'Make your first payment']);
  expect(statusWith('MICRO_ENTRIES').heading).toBe('Confirm your account');
  expect(statusWith('VALID').text).toContain("there's nothing left to do");
});

describe('what was done', () => {
  it('is sorted oldest first, with the last time of each event', () => {
    const moves = [
      { event: 'codeAccepted', at: day(2, 13) },
      { event: 'prequalified', at: day(2, 14) },
      { event: 'termsAccepted', at: day(3, 9) },
      { event: 'amountChosen', at: day(3, 10) },
      { event: 'termsAccepted', at: day(4) },
      { event: 'anEventOfAnotherRelease', at: day(5) },
      { event: 'held', to: 'SIGNED_HELD', at: day(6) },
    ];
    expect(statusOf(application, { ...nothing, moves }).done).toEqual([
      { what: 'You sent us your application', at: day(2).toISOString() },
      { what: 'You confirmed your phone', at: day(2, 13).toISOString() },
      { what: 'We had offers for you', at: day(2, 14).toISOString() },
      { what: 'You chose your loan', at: day(4).toISOString() },
      { what: 'You signed, and our team began to take a closer look', at: day(6).toISOString() },
    ]);
  });

  it('has the documents that the applicant sent, and the call they booked', () => {
    const moves = [
      { event: 'notVerified', at: day(4) },
      { event: 'documents-handed-in', at: day(4, 13) },
      { event: 'call-booked', at: day(4, 14) },
    ];
    const sent = { ...nothing, moves, hasSentDocuments: true };
    const { done, next } = statusOf({ ...application, state: 'NOT_VERIFIED' }, sent);
    expect(done.slice(-2)).toEqual([
      { what: 'You sent us documents', at: day(4, 13).toISOString() },
      { what: 'You booked a call with your branch', at: day(4, 14).toISOString() },
    ]);
    expect(next[0]).toBe('Someone at your branch will look at your documents and call you');
  });

  const askingStates = ['STEP_UP', 'NOT_VERIFIED', 'VEHICLE_UNPROVEN'] as const;
  it.each(askingStates)('%s: asks for documents until they are sent, and then it is our turn', (state) => {
    const asking = statusOf({ ...application, state }, nothing);
    expect(asking.next[0]).toMatch(/send us/i);
    expect(asking.phase).toBe('live');
    const sent = statusOf({ ...application, state }, { ...nothing, hasSentDocuments: true });
    expect(sent.heading).toMatch(/^We received your/);
    expect([sent.heading, sent.text, ...sent.next].join()).not.toMatch(/send us/i);
    expect(sent.expiry?.label).not.toBe('Please send them by');
    expect(sent.phase).toBe('waiting');
  });

  it('a signed loan whose vehicle is unproven is said to be signed, before and after the papers', () => {
    const status = (hasSentDocuments: boolean) =>
      statusOf({ ...application, state: 'VEHICLE_UNPROVEN' }, { ...nothing, hasSentDocuments });
    for (const { text } of [status(false), status(true)])
      expect(text).toMatch(/^You signed your documents\. We send your money once/);
  });

  it('says that what was signed is not in effect where no loan was made of it', () => {
    const signed = { id: 'n', applicationId: 'a', kind: 'signed-documents', renderedAt: day(4) } as const;
    const notices = [signed as never];
    for (const state of ['LOAN_CANCELED', 'APPROVAL_WITHDRAWN', 'DONE'] as const) {
      const [document] = statusOf({ ...application, state }, { ...nothing, notices }).documents;
      expect(/not in effect/.test(document?.title ?? ''), state).toBe(state !== 'DONE');
    }
  });

  it('states when the money was scheduled, and when the bank had its file', () => {
    const scheduled = { scheduledAt: day(8), firstDueOn: '2026-04-10' };
    const statusWith = (sentAt: Date | null, arrivesOn = '2026-03-10') => {
      const money = { ...scheduled, sentAt, arrivesOn };
      return statusOf({ ...application, state: 'DONE' }, { ...nothing, money });
    };
    const { done, next } = statusWith(null);
    expect(next).toEqual(['Receive your money', 'Make your first payment']);
    expect(done.at(-1)).toEqual({ what: 'We scheduled your deposit', at: day(8).toISOString() });
    expect(statusWith(day(9)).done.slice(-2)).toEqual([
      { what: 'We scheduled your deposit', at: day(8).toISOString() },
      { what: 'We sent your money', at: day(9).toISOString() },
    ]);
    const nextWith = (arrivesOn: string) => statusWith(day(9), arrivesOn).next[0];
    expect(nextWith('2026-03-10')).toBe('Your money is on its way. It arrives by Tuesday, March 10');
    expect(nextWith(today)).toBe('Your money is on its way. It arrives today');
    expect(nextWith('2026-03-08')).toBe('Make your first payment');
  });

  it('asks for the first payment until its day has passed, and then names who has the payments', () => {
    const paid = { scheduledAt: day(1), sentAt: day(1), arrivesOn: '2026-02-02' };
    const nextBy = (firstDueOn: string) =>
      statusOf({ ...application, state: 'DONE' }, { ...nothing, money: { ...paid, firstDueOn } }).next;
    expect(nextBy(today)).toEqual(['Make your first payment']);
    expect(nextBy('2026-03-01')).toEqual(['For your balance and your payments, call your branch']);
  });
});
