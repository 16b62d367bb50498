// Notifies open console pages of the lists to reload.
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
  const listeners = new Set<(topic: Topic) => void>();
  return {
    publish: (topic) => {
      for (const listener of listeners) listener(topic);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
