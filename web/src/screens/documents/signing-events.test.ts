import { describe, expect, it } from 'vitest';
import { ApiFailure, NetworkFailure } from '../../api/failures.ts';
import { afterFailedResume, afterResume } from './DocusignResume.tsx';
import { signingEventOf } from './signing-events.ts';

it.each([
  ['?event=cancel', 'cancel'],
  ['?event=signing_complete&more=1', 'signing_complete'],
  ['?event=ttl_expired', 'ttl_expired'],
  ['?event=forged', undefined],
  ['', undefined],
])('the return from the signing page: the address %j means %s', (search, event) => {
  expect(signingEventOf(new URLSearchParams(search))).toBe(event);
});

describe('opening the mailed documents link', () => {
  it('leads to the text code first, where this browser has no session of the application', () => {
    expect(afterResume({ requiresCode: true })).toEqual({ screen: 'phone-check' });
  });

  it('leads to the signing page where there is one', () => {
    const expected = { url: 'https://sign.example/1' };
    expect(afterResume({ docusignUrl: 'https://sign.example/1', status: 'sent' })).toEqual(expected);
  });

  it.each([
    [{ status: 'declined' }, 'docusign-incomplete'],
    [{ status: 'completed' }, 'docusign-success'],
    [{ errors: [{ code: 'expired', message: 'This link is past its time.' }] }, 'docusign-resume-expired'],
    [{ status: 'voided' }, 'error'],
    [{}, 'error'],
  ])('with %j leads to %s', (response, screen) => {
    expect(afterResume(response)).toEqual({ screen });
  });

  it('an expired link has its own message, a temporary failure can be retried, anything else is an error', () => {
    const refused = (code: string) => new ApiFailure(410, { errors: [{ code, message: 'No.' }] });
    expect(afterFailedResume(refused('expired'))).toBe('docusign-resume-expired');
    expect(afterFailedResume(refused('not-found'))).toBe('damaged');
    expect(afterFailedResume(refused('internal'))).toBe('error');
    expect(afterFailedResume(new NetworkFailure('unreachable'))).toBe('try-again');
    const failure = new ApiFailure(503, { errors: [{ code: 'try-again', message: 'No.' }] });
    expect(afterFailedResume(failure)).toBe('try-again');
  });
});
