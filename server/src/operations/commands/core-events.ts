// `ops core-events`: what the core system reported about booked loans, and the events that match none of ours.

import { defineCommand, flag, otherwise } from '../../commands/command.ts';
import { timeOf } from '../../commands/printing.ts';
import { whole } from '../../commands/words.ts';
import { latestCoreEvents, type SavedCoreEvent } from '../../records/core-events.ts';

export const coreEvents = defineCommand('core-events', 'list what the core system reported about loans', {
  options: {
    unmatched: flag('only what matches no loan or entry of ours: look into it'),
    most: otherwise('50', whole('number', 1, 10_000), 'how many of the newest'),
  },
  needs: [],
  run: async ({ db }, { unmatched, most }) => {
    const events = await latestCoreEvents(db, { most, outcome: unmatched ? 'unmatched' : undefined });
    if (events.length === 0)
      return unmatched ? 'Everything matched.' : "The core system hasn't reported anything.";
    return events.map(
      (event) =>
        `${coreEventLine(event)}  application ${event.application_id ?? 'unknown'}, loan ${event.loan_id ?? 'none'}`,
    );
  },
});

/** One event, without its application. */
export function coreEventLine({ received_at: at, id, type, outcome, detail }: SavedCoreEvent): string {
  const parts = Object.entries(detail).map(([name, value]) => `${name} ${value}`);
  return `${timeOf(at)}  ${type}: ${outcome}  ${parts.join(', ')}  (${id})`;
}
