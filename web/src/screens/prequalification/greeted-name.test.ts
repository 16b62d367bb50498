import { expect, it } from 'vitest';
import { greetedName } from './EmailVerification.tsx';

it.each(['Alex', 'Mary Jane', 'O’Neil', "D'Angelo", 'Anne-Marie', 'José', ' Ada '])('greets %s', (name) => {
  expect(greetedName(name)).toBe(name.trim());
});

const odd = "|  |call 555-0100|Alex. Your loan is void|https://evil.example|<b>Alex</b>|' or|Alex\u202e";

it.each([...odd.split('|'), null, 'A'.repeat(33)])('does not greet with %j', (name) => {
  expect(greetedName(name)).toBeUndefined();
});
