// What a state must declare: each `@ts-expect-error` fails the type check if its line compiles.
import { expect, it } from 'vitest';
import type { RequiredNotice } from './required-notices.ts';
import type { StateDeclaration } from './state-declaration.ts';
import { verificationStates } from './verification-states.ts';

const { NOT_VERIFIED, VERIFYING } = verificationStates;

it('an open state declares how it expires, is withdrawn, is denied and is stopped by a restored backup', () => {
  const { expired, withdrawn, denied, restored, ...others } = NOT_VERIFIED.on;
  const states = [
    // @ts-expect-error It does not declare how it expires.
    { ...NOT_VERIFIED, on: { ...others, withdrawn, denied, restored } },
    // @ts-expect-error It does not declare how it is withdrawn.
    { ...NOT_VERIFIED, on: { ...others, expired, denied, restored } },
    // @ts-expect-error It does not declare how it is denied.
    { ...NOT_VERIFIED, on: { ...others, expired, withdrawn, restored } },
    // @ts-expect-error It does not declare where a restored backup stops it.
    { ...NOT_VERIFIED, on: { ...others, expired, withdrawn, denied } },
    { ...NOT_VERIFIED, on: { ...others, expired: { never: 'A reason.' }, withdrawn, denied, restored } },
  ] satisfies readonly StateDeclaration[];
  expect(states).toHaveLength(5);
});

it('a call that causes an event is allowed by the event alone', () => {
  const states = [
    // @ts-expect-error A bank can be linked only where the state declares what follows.
    { ...NOT_VERIFIED, reads: ['exchange'] },
    // @ts-expect-error An application can be withdrawn only where the state declares its destination.
    { ...NOT_VERIFIED, reads: ['withdraw'] },
  ] satisfies readonly StateDeclaration[];
  expect(states).toHaveLength(2);
});

it('a manual review declares the basis of its denial', () => {
  const otherwise = { notice: 'incomplete', missing: 'bank-account' } as const;
  // @ts-expect-error A denial without a basis would have the wrong reasons.
  const notice = { notice: 'manual-review', otherwise } satisfies RequiredNotice;
  expect(notice.otherwise.missing).toBe('bank-account');
});

it('a state that waits for a vendor declares where the application goes if the vendor never responds', () => {
  const { failed: _, ...others } = VERIFYING.on;
  // @ts-expect-error Nothing happens if the vendor never responds.
  const state = { ...VERIFYING, on: others } satisfies StateDeclaration;
  expect(state.phase).toBe('waiting');
});

it('an ended state declares how its applicant is notified', () => {
  const { on: _, ...ended } = { ...NOT_VERIFIED, phase: 'ended' as const };
  // @ts-expect-error No job is at work anymore that leads to an email.
  const state = { ...ended, notifiedBy: { by: 'outcome' } } satisfies StateDeclaration;
  expect(state.phase).toBe('ended');
});
