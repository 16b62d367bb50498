// What the browser's client and the server's routes both read of a call: its method, path shape, what it takes and what it answers.

import type * as z from 'zod/mini';
import type { ZodMiniType } from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Endpoint<Body extends ZodMiniType = ZodMiniType, Answer extends ZodMiniType = ZodMiniType> {
  readonly method: Method;
  /** The path's shape as Fastify writes it. The browser follows hrefs and uses a shape only where the path is fixed. */
  readonly path: string;
  readonly body?: Body;
  readonly query?: ZodMiniType;
  readonly answer: Answer;
}

export type BodyOf<E> = E extends { body: infer B extends ZodMiniType } ? z.output<B> : undefined;
export type BodyIn<E> = E extends { body: infer B extends ZodMiniType } ? z.input<B> : undefined;
export type QueryOf<E> = E extends { query: infer Q extends ZodMiniType } ? z.output<Q> : undefined;
export type AnswerOf<E> = E extends { answer: infer A extends ZodMiniType } ? z.output<A> : never;

/** Declares a call; keeps the literal types of its schemas. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}
