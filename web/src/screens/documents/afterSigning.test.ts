import { describe, expect, test } from 'vitest';
import { ApiFailure, NetworkFailure } from '../../api/failures.ts';
import { afterSigning, signingEventOf } from './afterSigning.ts';
import { afterFailedResume, afterResume } from './resumeLink.ts';

describe('coming back from the signing page', () => {
  test.each([
    ['signing_complete', 'SUCCESS', 'docusign-success'],
    ['signing_complete', 'FAILURE', 'error'],
    ['signing_complete', undefined, 'error'],
    ['viewing_complete', 'SUCCESS', 'docusign-success'],
    ['viewing_complete', 'FAILURE', 'error'],
    ['decline', 'SUCCESS', 'docusign-incomplete'],
    ['decline', 'FAILURE', 'docusign-incomplete'],
    ['session_timeout', undefined, 'docusign-expired'],
    ['cancel', undefined, 'docusign-canceled'],
    [undefined, 'SUCCESS', 'docusign-success'],
    [undefined, undefined, 'error'],
  ] as const)('%s with the job’s %s leads to %s', (event, job, screen) => {
    expect(afterSigning(event, job)).toBe(screen);
  });

  test.each([
    ['?event=cancel', 'cancel'],
    ['?event=signing_complete&more=1', 'signing_complete'],
    ['?event=exception', undefined],
    ['', undefined],
  ])('the address %j tells of %s', (search, event) => {
    expect(signingEventOf(new URLSearchParams(search))).toBe(event);
  });
});

describe('opening the mailed documents link', () => {
  test('leads to the signing page where there is one', () => {
    expect(afterResume({ docusignUrl: 'https://sign.example/1', status: 'sent' })).toEqual({
      url: 'https://sign.example/1',
    });
  });

  test.each([
    [{ status: 'declined' }, 'docusign-incomplete'],
    [{ status: 'completed' }, 'docusign-success'],
    [{ errors: [{ code: 'expired', message: 'This link is past its time.' }] }, 'docusign-resume-expired'],
    [{ status: 'voided' }, 'error'],
    [{}, 'error'],
  ])('with %j leads to %s', (answer, screen) => {
    expect(afterResume(answer)).toEqual({ screen });
  });

  test('a refusal as expired says so, anything else is an error', () => {
    const refused = (code: string) => new ApiFailure(410, { errors: [{ code, message: 'No.' }] });
    expect(afterFailedResume(refused('expired'))).toBe('docusign-resume-expired');
    expect(afterFailedResume(refused('not-found'))).toBe('error');
    expect(afterFailedResume(new NetworkFailure('unreachable'))).toBe('error');
  });
});
