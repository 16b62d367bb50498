// The log: one JSON line per event, without personal data.
import pino, { type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Logs to standard output by default. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        // Other fields of an error may contain a vendor request with its secrets.
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
