// What the checks of a core system share: how its answers are judged.
import { randomUUID } from 'node:crypto';
import type { ZodType } from 'zod';
import { type CoreCall, type coreCalls, coreRefusals } from '../vendors/core-api.ts';
import type { CoreAnswer, CoreClient } from './core-client.ts';

export interface Known {
  /** A present borrower, and somebody with an open application, that the system knows; undefined leaves their checks out. */
  readonly borrower: Person | undefined;
  readonly applicant: Person | undefined;
  /** The id of a branch. */
  readonly branchId: string;
}

export interface Person {
  readonly ssn: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
}

export interface CoreCheck {
  readonly what: string;
  /** Undefined if it holds. */
  readonly run: (core: CoreClient, known: Known) => Promise<string | undefined>;
  /** Why it is left out. */
  readonly leaveOut?: (known: Known) => string | undefined;
}

export type CallName = keyof typeof coreCalls;
export type RefusalName = keyof typeof coreRefusals;

export const answered = (
  { status, body }: CoreAnswer,
  call: Pick<CoreCall, 'status' | 'answer'>,
): string | undefined => {
  if (status !== call.status) return `answered ${status}, not ${call.status}`;
  return wrongShape(call.answer, body);
};

export function refused({ status, body }: CoreAnswer, name: RefusalName): string | undefined {
  const refusal = coreRefusals[name];
  if (status !== refusal.status) return `answered ${status}, not ${refusal.status}`;
  return wrongShape(refusal.body, body);
}

export function wrongShape(schema: ZodType, body: unknown): string | undefined {
  const read = schema.safeParse(body);
  const [issue] = read.error?.issues ?? [];
  return issue && `its answer is wrong at ${issue.path.join('.') || 'the top'}: ${issue.message}`;
}

/** The first of these that is wrong. */
export async function firstWrong(
  ...steps: (() => Promise<string | undefined>)[]
): Promise<string | undefined> {
  for (const step of steps) {
    const wrong = await step();
    if (wrong) return wrong;
  }
  return undefined;
}

/** Sends a request once without each of its fields; all must be refused. */
export async function refusesWithout(
  bodies: readonly { readonly without: string; readonly body: object }[],
  send: (body: object) => Promise<CoreAnswer>,
): Promise<string | undefined> {
  const wrong: string[] = [];
  for (const { without, body } of bodies) {
    const answer = await send(body);
    if (refused(answer, 'invalid')) wrong.push(`${without} (${answer.status})`);
  }
  return wrong.length === 0
    ? undefined
    : `not refused with 400 and INVALID_REQUEST without: ${wrong.join(', ')}`;
}

/** For an application of its own, unless that is what is missing. */
export const fresh = (body: object) =>
  'applicationId' in body ? { ...body, applicationId: randomUUID() } : body;

export function expectBody({ status, body }: CoreAnswer, expected: object): string | undefined {
  const given = (body ?? {}) as Record<string, unknown>;
  const [wrong] = Object.entries(expected).filter(
    ([name, value]) => JSON.stringify(given[name]) !== JSON.stringify(value),
  );
  if (wrong === undefined) return undefined;
  const [name, value] = wrong;
  return `answered ${status} with ${name} ${JSON.stringify(given[name])}, not ${JSON.stringify(value)}`;
}
