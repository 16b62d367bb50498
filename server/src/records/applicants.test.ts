import { describe, expect, it } from 'vitest';
import type { LeadRequest } from '#contract/leads.ts';
import type { PrequalificationRequest } from '#contract/prequalification.ts';
import { applicantOfForm, applicantOfLead, isSameApplicant, isSameDetails } from './applicant-fields.ts';

const person = {
  firstName: ' Alex ',
  lastName: 'Rivera',
  email: 'alex@example.com ',
  dob: '04/12/1985',
  ssn: '666-12-0001',
  income: { mainIncome: 72_000, additionalIncome: null },
};
const home = { streetAddress: '350 S Main St ', city: 'Salt Lake City', state: 'UT', zipCode: '84101' };

const form: PrequalificationRequest = {
  ...person,
  phone: '+18015551234',
  address: { ...home, residentialStatus: 'rent', monthlyPayment: null },
  tracking: { experience: 'single_page', socureDeviceSessionId: 'device-1' },
  acceptLegal: true,
};
const lead: LeadRequest = { ...person, leadId: 'lead-1', address: home };

const read = {
  firstName: 'Alex',
  lastName: 'Rivera',
  email: 'alex@example.com',
  dob: '1985-04-12',
  ssn: '666120001',
  streetAddress: '350 S Main St',
  city: 'Salt Lake City',
  state: 'UT',
  zipCode: '84101',
  mainIncome: 72_000,
  additionalIncome: 0,
};

describe('an applicant', () => {
  it('is read from the form, where an empty payment is none', () => {
    expect(applicantOfForm(form)).toEqual({
      ...read,
      phone: '+18015551234',
      residentialStatus: 'rent',
      monthlyPayment: 0,
      deviceSession: 'device-1',
    });
  });

  it('is read from a lead, where a missing detail is unknown', () => {
    expect(applicantOfLead(lead)).toEqual(read);
  });

  it('is refused with a birth date that the calendar does not have', () => {
    expect(() => applicantOfForm({ ...form, dob: '02/30/1985' })).toThrow('invalid');
    expect(() => applicantOfLead({ ...lead, dob: '02/30/1985' })).toThrow('invalid');
  });

  it('is the same from another device, and another one with any other field changed', () => {
    const one = applicantOfForm(form);
    expect(isSameApplicant(one, { ...one, deviceSession: 'device-2' })).toBe(true);
    for (const field of Object.keys(one).filter((name) => !['deviceSession', 'newPhone'].includes(name))) {
      expect(isSameApplicant(one, { ...one, [field]: 'changed' }), field).toBe(false);
    }
  });

  it('has the same details whatever else changed', () => {
    const one = applicantOfForm(form);
    expect(isSameDetails(one, applicantOfForm({ ...form, lastName: 'Moreno' }))).toBe(true);
    for (const field of ['phone', 'residentialStatus', 'monthlyPayment']) {
      expect(isSameDetails(one, { ...one, [field]: 'changed' }), field).toBe(false);
    }
  });
});
