import { describe, expect, it } from 'vitest';
import { type PrequalificationForm, prequalificationRequest, requestOf } from '#contract/prequalification.ts';
import { afterPrequalification } from './Loading.tsx';
import { afterSubmit, ageOn, submissionKeys } from './use-send-form.ts';

const form: PrequalificationForm = {
  firstName: ' Ada ',
  lastName: 'Park',
  email: 'ada@mail.example',
  phone: '(512) 555-0100',
  dob: '05/04/1988',
  ssn: '666-01-0001',
  streetAddress: '350 S Main St',
  city: 'Salt Lake City',
  state: 'UT',
  zipCode: '84101',
  residentialStatus: 'rent',
  monthlyPayment: '',
  mainIncome: '72,000.00',
  additionalIncome: '1,200',
  agreeWithTermsOfUse: true,
};

describe('what is sent', () => {
  it('is what the contract takes: +1 before the phone, whole dollars, nothing for an empty amount', () => {
    const request = requestOf(form, 'sp', { utmSource: 'mail' });
    expect(request).toMatchObject({
      firstName: 'Ada',
      phone: '+15125550100',
      address: { monthlyPayment: null },
      income: { mainIncome: 72000, additionalIncome: 1200 },
      tracking: { experience: 'single_page', utmSource: 'mail' },
      acceptLegal: true,
    });
    expect(request).not.toHaveProperty('additional_information');
    expect(prequalificationRequest(() => '2026-03-01').safeParse(request).success).toBe(true);
  });

  it('names the longer variant and a partner’s sub id', () => {
    const request = requestOf(form, 'ppc', { subId: 'hl-web' });
    expect(request.tracking.experience).toBe('ppc');
    expect(request.additional_information).toEqual({ sub_id: 'hl-web' });
    expect(prequalificationRequest(() => '2026-03-01').safeParse(request).success).toBe(true);
  });
});

it('the same values are the same submission, changed ones a new one', () => {
  let made = 0;
  const termKey = submissionKeys(() => `key-${++made}`);
  const first = requestOf(form, 'sp', {});
  expect(termKey(first)).toBe('key-1');
  expect(termKey(requestOf(form, 'sp', {}))).toBe('key-1');
  expect(termKey(requestOf({ ...form, mainIncome: '80000' }, 'sp', {}))).toBe('key-2');
});

describe('after the form was taken, the next screen is', () => {
  const answer = { isCaptureOnlyMode: false, duplicateLead: false };
  const pending = { success: false, verifyOtp: { href: '/api/v1/otp' } };
  it.each([
    ['capture-only', { ...answer, isCaptureOnlyMode: true, verifyOtp: pending }],
    ['duplicate', { ...answer, duplicateLead: true }],
    ['customer-login', { ...answer, borrowerStatus: 'PB' as const }],
    ['phone-check', { ...answer, borrowerStatus: 'NEW' as const, verifyOtp: pending }],
    ['loading', { ...answer, verifyOtp: { ...pending, success: true } }],
    ['loading', answer],
  ])('%s', (screen, given) => expect(afterSubmit(given)).toBe(screen));
});

it.each([
  ['offers', { status: 'PREQUALIFIED', outOfTrade: false }],
  ['fast-path-options', { status: 'PREQUALIFIED', outOfTrade: false, fastPathOfferHref: '/api/v1/f' }],
  ['verification-needed', { status: 'STEP_UP', outOfTrade: false }],
  ['declined', { status: 'DECLINED', outOfTrade: false }],
  ['out-of-trade-area', { status: 'DECLINED', outOfTrade: true }],
  ['error', { status: 'REJECTED', outOfTrade: false }],
  ['that of the journey', { status: 'PENDING', outOfTrade: false }],
] as const)('after the decision, the next screen is: %s', (screen, record) =>
  expect(afterPrequalification(record) ?? 'that of the journey').toBe(screen));

it.each([
  ['03/01/2008', 18],
  ['03/02/2008', 17],
  ['02/28/2008', 18],
  ['13/01/2008', undefined],
])('someone born on %s is %s on 1 March 2026', (dob, age) => {
  expect(ageOn('2026-03-01', dob)).toBe(age);
});
