import fc from 'fast-check';
import { expect, it } from 'vitest';
import { errorDetails } from './error-details.ts';

const applicant = {
  consumerPii: {
    primaryApplicant: {
      name: { firstName: 'ALEX', lastName: 'RIVERA' },
      ssn: { ssn: '666010001' },
      currentAddress: { line1: '350 S Main St', city: 'Salt Lake City', state: 'UT' },
    },
  },
};

it.each([
  [
    'Experian',
    {
      errors: [{ errorType: 'App Error', errorCode: '622', message: 'Invalid primaryApplicant for RIVERA' }],
    },
    applicant,
    '622: primaryApplicant',
  ],
  [
    'Socure',
    { error: 'Bad Request', message: 'timestamp', fields: ['timestamp', 'data.individual.address.country'] },
    { workflow: 'onboarding' },
    'timestamp, data.individual.address.country',
  ],
  ['DocuSign', { errorCode: 'ENVELOPE_DOES_NOT_EXIST', message: 'It …' }, {}, 'ENVELOPE_DOES_NOT_EXIST'],
  [
    'DocuSign’s sign-in',
    { error: 'invalid_grant', error_description: 'no_valid_keys_or_signatures' },
    'grant_type=urn&assertion=ey.a.b',
    'invalid_grant, no_valid_keys_or_signatures',
  ],
  [
    'Google',
    {
      error: {
        code: 400,
        message: 'API key not valid. Please pass a valid API key.',
        status: 'INVALID_ARGUMENT',
        details: [{ reason: 'API_KEY_INVALID', fieldViolations: [{ field: 'included_region_codes[0]' }] }],
      },
    },
    { input: '350 S Main' },
    '400, INVALID_ARGUMENT, API_KEY_INVALID: included_region_codes[0]',
  ],
  [
    'Plaid',
    { error_type: 'INVALID_REQUEST', error_code: 'INVALID_FIELD', error_message: 'client_name of Rivera' },
    '{"client_name":"Rivera"}',
    'INVALID_REQUEST, INVALID_FIELD: client_name',
  ],
  ['reCAPTCHA', { success: false, 'error-codes': ['invalid-input-secret'] }, '', 'invalid-input-secret'],
  ['no value', 'Service Unavailable for RIVERA', applicant, ''],
])('returns codes and field names of an error of %s', (_, body, sent, details) => {
  expect(errorDetails(body, sent)).toBe(details);
});

it('drops whatever repeats what was sent, at any place in the error', () => {
  const echo = { code: 'RIVERA', field: 'Main', errorCode: '0001', path: 'ALEX_RIVERA', status: 'UT' };
  expect(errorDetails(echo, applicant)).toBe('');
  expect(errorDetails({ code: 'K-secret' }, {}, { authorization: 'Bearer K-secret' })).toBe('');
  const word = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.stringMatching(/^[A-Z]{2,9}$/),
    fc.stringMatching(/^\d{1,9}$/),
  );
  const key = fc.constantFrom(...'code error field message detail status path reason param'.split(' '));
  fc.assert(
    fc.property(word, key, key, (value, under, sentUnder) => {
      const sent = { [`${sentUnder}OfOurs`]: { valueOfOurs: value } };
      expect(errorDetails({ errors: [{ [under]: value }] }, sent)).toBe('');
    }),
  );
});

it('a file that was sent is not read for what the error repeats, and a long text is', () => {
  const file = `60410${'A'.repeat(10_000_000)}`;
  expect(errorDetails({ code: 60410 }, JSON.stringify({ file }))).toBe('60410');
  const note = `The applicant RIVERA_ALEX called. ${'More of it. '.repeat(200)}`;
  expect(errorDetails({ code: 'RIVERA_ALEX' }, JSON.stringify({ note }))).toBe('');
});
