import { describe, expect, it } from 'vitest';
import { alertsOf, isAddressDiscrepancy, militaryResultOf, ofacResultOf } from './screening.ts';

const message = (messageNumber: string, messageText = 'TEXT') => ({ messageNumber, messageText });

describe('the OFAC search', () => {
  it('is clear only by the message for it', () => {
    const clear = message('1202', 'NAME DOES NOT MATCH OFAC/PLC LIST');
    expect(ofacResultOf({ ...clear, listDate: '03022026' })).toEqual({
      answer: 'clear',
      message: '1202 NAME DOES NOT MATCH OFAC/PLC LIST',
      listDate: '2026-03-02',
    });
    expect(ofacResultOf([message('1202', 'OFAC NO RECORD FOUND')])).toMatchObject({ answer: 'clear' });
  });

  it('is a match if one of several answers is', () => {
    const match = message('1200', 'NAME MATCHES OFAC/PLC LIST');
    const expected = { answer: 'match', message: '1200 NAME MATCHES OFAC/PLC LIST', listDate: null };
    expect(ofacResultOf([message('1202'), match])).toEqual(expected);
  });

  it.each([
    undefined,
    null,
    '',
    '1202',
    1202,
    [],
    {},
    { messageNumber: 1202 },
    message('1199', 'OFAC SEARCH NOT PERFORMED DUE TO MISMATCHED YOB/DOB'),
    message('1202', 'NAME MATCHES OFAC/PLC LIST'),
    message('9999'),
    [message('1202'), {}],
  ])('is missing where the answer is %j', (answer) => {
    expect(ofacResultOf(answer).answer).toBe('missing');
  });
});

describe('the military search', () => {
  it('stores the message, the date and the certificate with the answer', () => {
    const answer = { ...message('1204', 'NO MLA MATCH'), dateReported: '11202026', certificateId: 'C-1' };
    expect(militaryResultOf(answer)).toEqual({
      answer: 'not-covered',
      message: '1204 NO MLA MATCH',
      searchedOn: '2026-11-20',
      certificate: 'C-1',
    });
  });

  it('counts one "covered" among several answers', () => {
    expect(militaryResultOf([message('1204'), message('1203')]).answer).toBe('covered');
  });

  it.each([
    undefined,
    null,
    [],
    {},
    'covered',
    message('1205'),
    message('1'),
    [message('1204'), {}],
  ])('is unknown where the answer is %j', (answer) => {
    expect(militaryResultOf(answer)).toMatchObject({ answer: 'unknown', searchedOn: null });
  });
});

describe('alerts', () => {
  const alertOf = (type: string, statementText: unknown) =>
    alertsOf([{ type, statementText }]).map(({ kind, phone }) => [kind, phone]);

  it.each([
    ['06', 'ID FRAUD VICTIM ALERT. CALL (801) 555-0129', 'extended-fraud', '8015550129'],
    ['26', 'ID SECURITY ALERT', 'initial-fraud', null],
    ['27', 'ID SECURITY ALERT. I CAN BE REACHED AT 801-555-0125.', 'initial-fraud', '8015550125'],
  ])('of type %s are recognized by it: %s', (type, text, kind, phone) => {
    expect(alertOf(type, text)).toEqual([[kind, phone]]);
    expect(alertOf(type, { messageText: text })).toEqual([[kind, phone]]);
    expect(alertOf(type, undefined)).toEqual([[kind, null]]);
  });

  const types = ['28', '29', '30', '31'];
  it.each(types)('of type %s, which no public list explains, are recognized by their text', (type) => {
    expect(alertOf(type, 'ACTIVE DUTY ALERT')).toEqual([['active-duty', null]]);
    expect(alertOf(type, 'ID FRAUD VICTIM ALERT')).toEqual([['extended-fraud', null]]);
    expect(alertOf(type, 'ANYTHING ELSE')).toEqual([['initial-fraud', null]]);
    expect(alertOf(type, undefined)).toEqual([['initial-fraud', null]]);
  });

  it('of another type count by their text', () => {
    expect(alertOf('77', 'FRAUD ALERT: CALL 8015550100')).toEqual([['initial-fraud', '8015550100']]);
    expect(alertOf('77', 'ACTIVE DUTY ALERT')).toEqual([['active-duty', null]]);
    expect(alertOf('25', 'FILE FROZEN DUE TO CONSUMER REQUEST')).toEqual([]);
    const dispute = { type: '02', statementText: 'I dispute the account of 2019.' };
    expect(alertsOf([dispute, null, 'x'])).toEqual([]);
  });
});

it('reads a notice of address discrepancy by its text: its number is in no public list', () => {
  expect(isAddressDiscrepancy(message('57', 'Notice of Address Discrepancy'))).toBe(true);
  expect(isAddressDiscrepancy(message('57', 'ADDRESS MISMATCH'))).toBe(true);
  expect(isAddressDiscrepancy(message('07', 'NO RECORD FOUND'))).toBe(false);
  // 1203 to 1207 are the messages of the military search.
  expect(isAddressDiscrepancy(message('1207', 'MLA'))).toBe(false);
});
