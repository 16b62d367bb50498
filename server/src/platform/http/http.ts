// Registers the contract's calls and files as routes: parses requests, and responds as the contract declares.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { $ZodError, $ZodErrorMap, $ZodRawIssue } from 'zod/v4/core';
import { callOf, errorsOf } from '#contract/api.ts';
import type { BodyOf, Endpoint, FileEndpoint, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { ApiError, ErrorCode } from '#contract/errors.ts';
import { parametersOf } from '#contract/parameters.ts';
import { isPlainText, plainTextMessage } from '#contract/plain-text.ts';
import { Failure, fail, nothingHere } from '../failure.ts';
import { outageAsFailure } from './error-responses.ts';

export interface FileCall<E extends { readonly path: string }> {
  readonly params: ParamsOf<E>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface Call<E extends Endpoint> extends FileCall<E> {
  readonly body: BodyOf<E>;
  readonly query: QueryOf<E>;
}

/** Registers a route of the contract. Parses the request, and strips from the response what the contract does not name. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<ResponseOf<E>>,
): void {
  const refusals = errorsOf(callOf(endpoint));
  const paramsOf = paramsReader(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.bytes && { bodyLimit: endpoint.bytes.most }),
    handler: async (request, reply) => {
      try {
        if (endpoint.bytes && !Buffer.isBuffer(request.body))
          fail('malformed', 'Send a part of the file as application/octet-stream.');
        const call = {
          body: endpoint.body ? parse(endpoint.body, request.body ?? {}) : request.body,
          query: endpoint.query ? parse(endpoint.query, request.query) : undefined,
          params: paramsOf(request),
          request,
          reply,
        } as Call<E>;
        return endpoint.response.parse(await handler(call));
      } catch (error) {
        reportUndeclared(app, endpoint, refusals, error);
        throw error;
      }
    },
  });
}

/** Allows pieces of files in the routes of this scope. Other routes refuse such a body before it is read. */
export function acceptBinaryBodies(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    (_request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void) => done(null, body),
  );
}

/** Serves one of the contract's files. `asErrorPage` renders a failure for a browser that shows it in a window. */
export function serveFile<F extends FileEndpoint>(
  app: FastifyInstance,
  file: F,
  handler: (call: FileCall<F>) => Promise<FastifyReply>,
  asErrorPage?: (failure: Failure, request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined,
): void {
  const refusals = errorsOf(callOf(file));
  const paramsOf = paramsReader(file);
  app.get(file.path, async (request, reply) => {
    try {
      return await handler({ params: paramsOf(request), request, reply });
    } catch (thrown) {
      const error = outageAsFailure(thrown, request);
      reportUndeclared(app, file, refusals, error);
      const page = error instanceof Failure ? asErrorPage?.(error, request, reply) : undefined;
      if (page === undefined) throw error;
      return page;
    }
  });
}

/** Reads the parameters of a path. For an impossible value, the response is that of an unknown address. */
function paramsReader<E extends { readonly path: string }>({
  path,
}: E): (request: FastifyRequest) => ParamsOf<E> {
  const schema = parametersOf(path);
  return (request) => {
    const result = schema.safeParse(request.params);
    if (!result.success) fail('not-found', nothingHere);
    return result.data as ParamsOf<E>;
  };
}

/** Reports a refusal that contract/api.ts does not list for the call, which is a mistake of ours. */
function reportUndeclared(
  app: FastifyInstance,
  { method, path }: Endpoint | FileEndpoint,
  declared: ReadonlySet<ErrorCode>,
  error: unknown,
): void {
  if (!(error instanceof Failure)) return;
  for (const { code } of error.errors)
    if (!declared.has(code as ErrorCode)) app.reportUndeclaredRefusal(`${method} ${path}`, code);
}

interface Parser<T> {
  safeParse(
    value: unknown,
    words: { error: $ZodErrorMap },
  ): { success: true; data: T } | { success: false; error: $ZodError };
}

/** Throws a failure that names each invalid field and how to fix it. */
export function parse<T>(schema: Parser<T>, value: unknown): T {
  const result = schema.safeParse(value, { error: validationMessage });
  if (result.success) {
    const [first, ...others] = notPlain(result.data).map((path) => ({
      ...fieldOf(path),
      code: 'invalid' as const,
      message: plainTextMessage,
    }));
    if (first === undefined) return result.data;
    throw new Failure([first, ...others]);
  }
  const errors = result.error.issues.flatMap((issue): ApiError[] => {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys')
      return [{ ...fieldOf(path), code: 'invalid', message: issue.message }];
    return issue.keys.slice(0, 10).map((key) => ({
      ...fieldOf([...path, key.slice(0, 40)]),
      code: 'invalid',
      message: "This field isn't part of the request.",
    }));
  });
  const [first, ...rest] = errors;
  throw new Failure([
    { ...(first ?? { message: "The request isn't valid." }), code: 'invalid' },
    ...rest.slice(0, 49),
  ]);
}

/** More than any request has, and few enough that a body cannot exhaust the stack. */
const deepest = 20;

/** The paths of strings that aren't plain text, or that PostgreSQL cannot store: those with a lone surrogate. */
function notPlain(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return isPlainText(value) && value.isWellFormed() ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  if (path.length > deepest) fail('invalid', 'The request is nested too deeply.');
  return Object.entries(value).flatMap(([key, inner]) => notPlain(inner, [...path, key]));
}

const fieldOf = (path: readonly string[]) =>
  path.length === 0 ? {} : { field: path.join('.').slice(0, 200) };

/** The token in the Authorization header: an emailed link's token or a partner's API key. */
export function tokenOf(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^(?:Bearer|Token)\s+/i, '');
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

/** One sentence about how to fix the value. */
function validationMessage(issue: $ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This field is required.';
      return `This field must be ${kinds[issue.expected] ?? 'a different kind of value'}.`;
    case 'invalid_value':
      if (issue.input === undefined) return 'This field is required.';
      return `Send ${oneOf(issue.values)}.`;
    case 'invalid_union':
      return Array.isArray(issue.options) ? `Send ${oneOf(issue.options)}.` : asTheFormDoes;
    case 'too_small':
      return `Send at least ${amount(issue.origin, Number(issue.minimum))}.`;
    case 'too_big':
      return `Send at most ${amount(issue.origin, Number(issue.maximum))}.`;
    case 'invalid_format':
      if (issue.format === 'date') return 'Send a date such as 2026-03-31.';
      if (issue.format === 'datetime') return 'Send a time such as 2026-03-31T12:00:00Z.';
      return asTheFormDoes;
    default:
      return asTheFormDoes;
  }
}

const asTheFormDoes = "We can't read this value. Send it as the form does.";

const oneOf = (values: readonly unknown[]) =>
  values.length === 1 ? String(values[0]) : `one of these: ${values.map(String).join(', ')}`;

function amount(origin: string, count: number): string {
  const unit = { string: 'character', array: 'entry', set: 'entry' }[origin];
  if (unit === undefined) return String(count);
  return `${count} ${count === 1 ? unit : unit.replace(/y$/, 'ie').concat('s')}`;
}
