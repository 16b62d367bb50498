// Tells open console pages which of their lists is stale.
export const topics = [
  'texts',
  'mail',
  'pulls',
  'loans',
  'envelopes',
  'banks',
  'requests',
  'faults',
  'core',
  'everything',
] as const;
export type Topic = (typeof topics)[number];

export type Announcements = {
  tell: (topic: Topic) => void;
  listen: (listener: (topic: Topic) => void) => () => void;
};

export function announcements(): Announcements {
  const listeners = new Set<(topic: Topic) => void>();
  return {
    tell: (topic) => {
      for (const listener of listeners) listener(topic);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
