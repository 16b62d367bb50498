import { describe, expect, it } from 'vitest';
import { alertsOf, isAddressDiscrepancy, militaryResultOf, ofacResultOf } from './bureau-screening.ts';

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
    expect(ofacResultOf([message('1202'), match])).toEqual({
      answer: 'match',
      message: '1200 NAME MATCHES OFAC/PLC LIST',
      listDate: null,
    });
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
  it('are distinguished by their type, each with the number to call', () => {
    const statements = [
      { type: '26', statementText: 'SECURITY ALERT. I CAN BE REACHED AT 801-555-0125.' },
      { type: '27', statementText: { messageText: 'VICTIM ALERT. CALL (801) 555-0129' } },
      { type: '28', statementText: 'ACTIVE DUTY ALERT' },
      { type: '25', statementText: 'FILE FROZEN DUE TO CONSUMER REQUEST' },
    ];
    expect(alertsOf(statements).map(({ kind, phone }) => [kind, phone])).toEqual([
      ['initial-fraud', '8015550125'],
      ['extended-fraud', '8015550129'],
      ['active-duty', null],
    ]);
  });

  it('of an unknown type count by their text', () => {
    expect(alertsOf([{ type: '77', statementText: 'FRAUD ALERT: CALL 8015550100' }])).toMatchObject([
      { kind: 'initial-fraud', phone: '8015550100' },
    ]);
    expect(alertsOf([{ type: '02', statementText: 'I dispute the account of 2019.' }, null, 'x'])).toEqual(
      [],
    );
  });
});

it('reads a notice of address discrepancy by its number or its text', () => {
  expect(isAddressDiscrepancy(message('1207'))).toBe(true);
  expect(isAddressDiscrepancy(message('55', 'Notice of Address Discrepancy'))).toBe(true);
  expect(isAddressDiscrepancy(message('07', 'NO RECORD FOUND'))).toBe(false);
});
