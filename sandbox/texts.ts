// The texts that phones have received, as the console lists them.
import type { Context } from './context.ts';

export function saveText(
  { db, clock, consoleEvents }: Pick<Context, 'db' | 'clock' | 'consoleEvents'>,
  { id, to, body }: { id: string; to: string; body: string },
): void {
  db.insert('text', { id, recipient: to, body, sent_at: clock().toISOString() });
  consoleEvents.publish('texts');
}
