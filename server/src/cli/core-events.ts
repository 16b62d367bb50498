// `ops core-events`: what the core system reported about booked loans, and the events that match none of ours.
import { SetupError } from '../platform/failure.ts';
import { latestCoreEvents, type SavedCoreEvent } from '../records/core-events.ts';
import { type Command, readOptions, timeOf, withServices } from './command.ts';

const usage = [
  'Run one of',
  '  ops core-events [--most 50]     what the core system reported, newest first',
  '  ops core-events --unmatched     only what matches no loan or entry of ours: look into it',
].join('\n');

export const runCoreEventsCommand: Command = async (env, args, print) => {
  const values = readOptions(args, usage, { unmatched: 'boolean', most: 'string' });
  const most = Number(values.most ?? '50');
  if (!Number.isInteger(most) || most < 1 || most > 10_000) throw new SetupError(usage);
  const outcome = values.unmatched ? ('unmatched' as const) : undefined;
  await withServices(env, {}, async ({ db }) => {
    const events = await latestCoreEvents(db, { most, outcome });
    for (const event of events)
      print(
        `${coreEventLine(event)}  application ${event.application_id ?? 'unknown'}, loan ${event.loan_id ?? 'none'}`,
      );
    if (events.length === 0)
      print(outcome ? 'Everything matched.' : "The core system hasn't reported anything.");
  });
};

/** One event, without its application. */
export function coreEventLine({ received_at: at, id, type, outcome, detail }: SavedCoreEvent): string {
  const parts = Object.entries(detail).map(([name, value]) => `${name} ${value}`);
  return `${timeOf(at)}  ${type}: ${outcome}  ${parts.join(', ')}  (${id})`;
}
