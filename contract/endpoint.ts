// What client and routes both read about a call. `api.ts`, which no browser loads, has the rest.
import type * as z from 'zod/mini';
import type { ZodMiniType } from 'zod/mini';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Endpoint<Body extends ZodMiniType = ZodMiniType, Reply extends ZodMiniType = ZodMiniType> {
  readonly method: Method;
  /**
   * The path as Fastify writes it; its parameters are declared in `parameters.ts`. The browser follows hrefs and uses a
   * path only where it takes no parameters.
   */
  readonly path: string;
  readonly body?: Body;
  /** The body is a piece of a file, sent as application/octet-stream: at most this many bytes. */
  readonly bytes?: { readonly most: number };
  readonly query?: ZodMiniType<object>;
  readonly response: Reply;
}

/** A file that the browser opens by itself, in a window of its own or as an image. */
export interface FileEndpoint {
  readonly method: 'GET';
  readonly path: string;
  readonly contentType: 'application/pdf' | 'image/png' | 'image/jpeg' | 'text/html';
}

type ParameterIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters that a path names, such as `{ applicationId: string }`. */
export type ParamsOf<E extends { readonly path: string }> = {
  readonly [Name in ParameterIn<E['path']>]: string;
};
export type BodyOf<E> = E extends { bytes: object }
  ? Uint8Array
  : E extends { body: infer B extends ZodMiniType }
    ? z.output<B>
    : undefined;
export type BodyIn<E> = E extends { body: infer B extends ZodMiniType } ? z.input<B> : undefined;
export type QueryOf<E> = E extends { query: infer Q extends ZodMiniType<object> } ? z.output<Q> : undefined;
export type ResponseOf<E extends { readonly response: ZodMiniType }> = z.output<E['response']>;

/** Where the calls of the session's application are. */
export const application = '/api/v1/applications/:applicationId';

/** Declares the calls of a method, and preserves the literal types of their paths and schemas. */
const declare =
  <const M extends Method>(method: M) =>
  <const P extends string, const E extends Omit<Endpoint, 'method' | 'path'>>(path: P, call: E) => ({
    method,
    path,
    ...call,
  });

export const get = declare('GET');
export const post = declare('POST');
export const put = declare('PUT');
export const remove = declare('DELETE');

export const file = <const P extends string>(path: P, contentType: FileEndpoint['contentType']) =>
  ({ method: 'GET', path, contentType }) as const;
export const pdf = <const P extends string>(path: P) => file(path, 'application/pdf');
export const page = <const P extends string>(path: P) => file(path, 'text/html');
