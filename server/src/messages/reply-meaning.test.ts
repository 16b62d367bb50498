import { expect, it } from 'vitest';
import { meaningOf } from './reply-meaning.ts';

it.each([
  'STOP',
  'stop',
  ' Stop. ',
  'QUIT',
  'END',
  'REVOKE',
  'OPT OUT',
  'opt-out',
  'CANCEL',
  'UNSUBSCRIBE',
  'STOPALL',
  'Please stop texting me',
  'I want to opt out of these',
  'remove me from your list',
])('%s revokes the consent to texts', (reply) => {
  expect(meaningOf(reply)).toBe('stop');
});

it.each([
  ['START', 'start'],
  ['unstop', 'start'],
  ['Help!', 'help'],
  ['info', 'help'],
  ['When does it end?', 'other'],
  ['Can I cancel my appointment', 'other'],
  ["Don't stop", 'other'],
  ['', 'other'],
])('%s is read as %s', (reply, meaning) => {
  expect(meaningOf(reply)).toBe(meaning);
});
