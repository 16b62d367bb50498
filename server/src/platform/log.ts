// The product's log: one JSON line an event, with nothing personal in it.
import pino, { type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Written to the process's output, or where `destination` says. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        // An error's own fields may carry a vendor's request with its secrets; its name, message and stack do not.
        err: (error: unknown) =>
          error instanceof Error
            ? { name: error.name, message: error.message, stack: error.stack, cause: causeOf(error) }
            : { message: String(error) },
      },
    },
    destination,
  );
}

function causeOf(error: Error): string | undefined {
  return error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined;
}
