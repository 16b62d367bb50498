import { describe, expect, it } from 'vitest';
import { placeServerErrors } from './use-form-submission.ts';

const names = ['firstName', 'email', 'zipCode', 'agreeWithTermsOfUse'];
const place = (...errors: Parameters<typeof placeServerErrors>[0]) => {
  const { fields, alerts } = placeServerErrors(errors, names);
  return { fields: Object.fromEntries(fields), alerts };
};

describe('what the server refuses', () => {
  it('is placed on the field it names, by whatever path', () => {
    expect(
      place({ field: 'email', message: 'Taken.' }, { field: 'address.zipCode', message: 'Not served.' }),
    ).toEqual({ fields: { email: 'Taken.', zipCode: 'Not served.' }, alerts: [] });
    expect(place({ field: 'first_name', message: 'Too long.' }).fields).toEqual({ firstName: 'Too long.' });
  });

  it('is an alert where it concerns no field of this form', () => {
    const expected = { fields: {}, alerts: ['Please come back later.'] };
    expect(place({ message: 'Please come back later.' })).toEqual(expected);
    expect(place({ field: 'recaptcha', message: 'Please try again.' }).alerts).toEqual(['Please try again.']);
  });

  it('is placed by field if the message is an object of fields', () => {
    expect(
      place({
        message: { email: ['Taken.', 'Too long.'], address: { zipCode: 'Not served.' }, other: 'Odd.' },
      }),
    ).toEqual({ fields: { email: 'Taken.', zipCode: 'Not served.' }, alerts: ['Odd.'] });
  });

  it('finds the fields that a sentence names', () => {
    const expected = { email: 'zipCode and email do not hold.', zipCode: 'zipCode and email do not hold.' };
    expect(place({ message: 'zipCode and email do not hold.' }).fields).toEqual(expected);
    expect(place({ message: 'The first name is too long.' }).fields).toHaveProperty('firstName');
  });

  it('is shown once', () => {
    expect(place({ message: 'Later.' }, { message: 'Later.' }).alerts).toEqual(['Later.']);
  });
});
