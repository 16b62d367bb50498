import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignedByCore, readCoreEvent } from './events.ts';

const now = new Date('2026-03-02T15:00:00Z');
const key = 'a-key';
const body = Buffer.from('{"type":"loan-paid"}');
const sign = (timestamp: string, signed = body, by = key) =>
  createHmac('sha256', by).update(`${timestamp}.${signed}`).digest('hex');
const seconds = (offset: number) => String(now.getTime() / 1000 + offset);

describe('the signature of an event of the core system', () => {
  it.each([0, -300, 300])('holds %d seconds from now', (offset) => {
    const timestamp = seconds(offset);
    expect(isSignedByCore({ timestamp, signature: sign(timestamp), body }, key, now)).toBe(true);
  });

  it.each([
    ['an old one', { timestamp: seconds(-301), signature: sign(seconds(-301)) }],
    ['one of a later time', { timestamp: seconds(301), signature: sign(seconds(301)) }],
    ['one with another time', { timestamp: seconds(1), signature: sign(seconds(0)) }],
    ['another body', { timestamp: seconds(0), signature: sign(seconds(0), Buffer.from('{}')) }],
    ['another key', { timestamp: seconds(0), signature: sign(seconds(0), body, 'b-key') }],
    ['none', { timestamp: '', signature: '' }],
    ['a time that is no number', { timestamp: 'now', signature: sign('now') }],
  ])('refuses %s', (_, given) => {
    expect(isSignedByCore({ ...given, body }, key, now)).toBe(false);
  });
});

describe('an event of the core system', () => {
  const event = { id: 'e1', loanId: 'LN-1', occurredAt: '2026-03-02T15:00:00Z' };
  const read = (one: object) => readCoreEvent(Buffer.from(JSON.stringify(one)));

  it('is read by its type, without its optional fields', () => {
    const paid = { ...event, type: 'loan-paid', paidOn: '2026-03-02' };
    expect(read({ ...paid, note: 'early' })).toMatchObject({ ...paid, occurredAt: expect.any(String) });
  });

  it('is read with the time of any zone', () => {
    const paid = { ...event, type: 'loan-paid', paidOn: '2026-03-02' };
    const there = { ...paid, occurredAt: '2026-03-02T08:00:00-07:00' };
    expect(read(there)).toEqual({ ...paid, occurredAt: '2026-03-02T15:00:00.000Z' });
  });

  it.each([
    ['no type', event],
    ['another type', { ...event, type: 'loan-sold' }],
    ['no day', { ...event, type: 'loan-paid' }],
    ['an id with a space', { ...event, id: 'e 1', type: 'loan-paid', paidOn: '2026-03-02' }],
  ])('is not read with %s', (_, one) => {
    expect(read(one)).toBeUndefined();
  });

  it('is not read from what is no JSON', () => {
    expect(readCoreEvent(Buffer.from('type=loan-paid'))).toBeUndefined();
  });
});
