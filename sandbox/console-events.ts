// Notifies open console pages of the lists to reload.
import { EventEmitter } from 'node:events';

type Topic =
  | 'texts'
  | 'mail'
  | 'pulls'
  | 'loans'
  | 'cases'
  | 'envelopes'
  | 'banks'
  | 'requests'
  | 'faults'
  | 'core'
  | 'everything';

export type ConsoleEvents = ReturnType<typeof createConsoleEvents>;

export function createConsoleEvents() {
  const events = new EventEmitter<{ change: [Topic] }>().setMaxListeners(0);
  return {
    publish: (topic: Topic) => void events.emit('change', topic),
    /** Returns the function that unsubscribes. */
    subscribe: (listener: (topic: Topic) => void) => {
      events.on('change', listener);
      return () => void events.off('change', listener);
    },
  };
}
