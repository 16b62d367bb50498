import { expect, it } from 'vitest';
import type { ScreenName } from '#contract/screens.ts';
import { afterResume, isAutoSecuredOf, isUndecided, refusedBy } from './Resume.tsx';
import { becauseOf, expiredSearch } from './refused-link.ts';

it.each([
  ['to the error page for an application error', { screen: 'error' }, { message: 'Application error' }],
  ['to the expired page for any other', { screen: 'expired' }, { message: 'Sorry' }],
  [
    'to the expired page with the reason where there is one',
    { screen: 'expired', because: 'opened-elsewhere' },
    { code: 'opened-elsewhere', message: 'Sorry' },
  ],
  [
    'to the page for damaged links',
    { screen: 'expired', because: 'link-damaged' },
    { code: 'link-damaged', message: 'Sorry, this link is damaged.' },
  ],
] as const)('a link that is refused leads: %s', (_, next, error) =>
  expect(refusedBy({ errors: [error] })).toEqual(next));

it.each<[string, ScreenName, Parameters<typeof afterResume>[0], ScreenName | undefined]>([
  ['to the details where they are old', 'update-application-details', { updateLead: true }, 'offers'],
  ['to the offers', 'offers', { updateLead: false }, 'offers'],
  ['to the application’s current screen', 'deposit', { errors: [] }, 'deposit'],
  ['to the form where there is nothing', 'landing', {}, undefined],
])('a link that opens leads: %s', (_, screen, response, defaultScreen) => {
  expect(refusedBy(response)).toBeUndefined();
  expect(afterResume(response, { defaultScreen })).toBe(screen);
});

it.each([
  ['?is_auto_secured=true', true],
  ['?is_auto_secured=True', true],
  ['?is_auto_secured=1', true],
  ['?is_auto_secured=false', false],
  ['', undefined],
])('%s means %s for the vehicle', (search, wanted) => {
  expect(isAutoSecuredOf(new URLSearchParams(search))).toBe(wanted);
});

it('reads only the reason of a refused link from the address', () => {
  expect(becauseOf(new URLSearchParams(expiredSearch('link-expired')))).toBe('link-expired');
  expect(becauseOf(new URLSearchParams('?because=anything'))).toBeUndefined();
  expect(becauseOf(new URLSearchParams(''))).toBeUndefined();
});

it.each([
  ['whose details are needed', { defaultScreen: 'update-application-details' }, true],
  ['whose phone is confirmed first', { defaultScreen: 'phone-check' }, true],
  ['who returns', { defaultScreen: 'phone-check', isReturning: true }, false],
  ['who is decided on', { defaultScreen: 'offers' }, false],
] as const)('the fraud check is still to come for an applicant %s: %j is %s', (_, now, isToCome) => {
  expect(isUndecided(now)).toBe(isToCome);
});
