// The log: one JSON line per event, without personal data, with the ids of its request, job and application.
import pino, { type DestinationStream, type Logger } from 'pino';
import { executionContext } from './tracing.ts';

export type Log = Logger;

export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  return pino(
    {
      level,
      base: null,
      mixin: () => ({ ...executionContext()?.ids }),
      serializers: { err: describeError },
    },
    destination,
  );
}

/** The queue throws plain objects, too. Only these fields are logged: others may contain a vendor request's secrets. */
export function describeError(error: unknown): Record<string, string> & { readonly message: string } {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const { name, message, stack, code, queue, cause } = error as Record<string, unknown>;
  const of = (key: string, value: unknown) => (typeof value === 'string' ? { [key]: value } : {});
  return {
    ...of('name', name),
    message: messageOf(error, message),
    ...of('stack', stack),
    ...of('code', code),
    ...of('queue', queue),
    ...(cause instanceof Error ? { cause: `${cause.name}: ${messageOf(cause, cause.message)}` } : {}),
  };
}

/** Several errors at once, such as one for each address of a host, have no message of their own. */
function messageOf(error: object, message: unknown): string {
  if (typeof message === 'string' && message !== '') return message;
  if (error instanceof AggregateError)
    return error.errors.map((cause) => describeError(cause).message).join('; ');
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : `${error.constructor?.name ?? 'Object'} without a message`;
}
