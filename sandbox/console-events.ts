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

export type ConsoleEvents = {
  publish: (topic: Topic) => void;
  /** Returns the function that unsubscribes. */
  subscribe: (listener: (topic: Topic) => void) => () => void;
};

export function createConsoleEvents(): ConsoleEvents {
  const events = new EventEmitter<{ change: [Topic] }>().setMaxListeners(0);
  return {
    publish: (topic) => events.emit('change', topic),
    subscribe: (listener) => {
      events.on('change', listener);
      return () => events.off('change', listener);
    },
  };
}
