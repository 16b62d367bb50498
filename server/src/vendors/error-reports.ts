// The error-reporting service, by Sentry's envelope protocol. It receives an error's kind and its places in our source.
import * as z from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { SourceFrame } from '../platform/db/tables.ts';
import { callVendor } from './http-client.ts';
import { type Checkable, refusedKeys } from './vendor-check.ts';

export interface BrowserError {
  readonly id: string;
  readonly name: string;
  readonly screen: string | undefined;
  /** Innermost first. */
  readonly frames: readonly SourceFrame[];
  readonly at: Date;
}

export interface ErrorReports extends Checkable {
  /** Rejects with `VendorUnavailable` if the service refuses or does not respond. */
  send(report: BrowserError, signal: AbortSignal): Promise<unknown>;
}

/** `dsn` is such as `https://<key>@<host>/<project>`. */
export function sentry(dsn: string, clock: Clock): ErrorReports {
  const { username: key, protocol, host, pathname } = new URL(dsn);
  const [, prefix = '', project = ''] = /^(.*)\/(\d+)$/.exec(pathname) ?? [];
  const url = `${protocol}//${host}${prefix}/api/${project}/envelope/`;
  const post = (lines: readonly object[], signal: AbortSignal) =>
    callVendor({
      vendor: 'sentry',
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=branchline/1, sentry_key=${key}`,
      },
      text: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
      response: z.unknown(),
      signal,
    });
  return {
    /** A client’s report that it dropped nothing, which is not displayed anywhere. */
    async tryKeys(signal) {
      const report = { timestamp: Math.floor(clock.now().getTime() / 1000), discarded_events: [] };
      await post([{}, { type: 'client_report' }, report], signal).catch(refusedKeys('SENTRY_DSN is'));
      return 'reports are accepted';
    },
    send: ({ id, name, screen, frames, at }, signal) => {
      const eventId = id.replaceAll('-', '');
      const event = {
        event_id: eventId,
        timestamp: at.getTime() / 1000,
        platform: 'javascript',
        level: 'error',
        ...(screen === undefined ? {} : { tags: { screen } }),
        exception: {
          values: [
            {
              type: name,
              // The service expects the innermost last.
              stacktrace: {
                frames: frames.toReversed().map(({ file, line, column }) => ({
                  filename: file,
                  lineno: line,
                  colno: column,
                  in_app: !file.includes('node_modules'),
                })),
              },
            },
          ],
        },
      };
      const lines = [{ event_id: eventId, sent_at: new Date(at).toISOString() }, { type: 'event' }, event];
      return post(lines, signal);
    },
  };
}
