import { expect, it } from 'vitest';
import { stateText } from '../../dev/state-text.ts';

const textOf = (name: string) => stateText(`verification-chat/${name}`);
const aboutTheBank = /Your bank (?:has|didn't)|doesn't show all/;

it('what the bank has is stated only of what was compared', async () => {
  expect(await textOf('nothing-confirmed')).toMatch(aboutTheBank);
  for (const name of ['a-call-booked', 'still-loading']) expect(await textOf(name)).not.toMatch(aboutTheBank);
  expect(await textOf('only-some-of-it-compared')).not.toMatch(/Your bank (?:has|didn't)/);
  expect(await textOf('only-some-of-it-compared')).toContain('Send your ID');
});

it('nothing is called unconfirmed before the comparison', async () => {
  expect(await textOf('a-call-booked')).toContain('Not confirmed yet');
  expect(await textOf('still-loading')).not.toMatch(/Not confirmed yet|Checking/);
});
