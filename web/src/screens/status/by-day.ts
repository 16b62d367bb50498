import type { ApplicationStatus } from '#contract/application-status.ts';

type Done = ApplicationStatus['done'];

/** The latest day first, and the latest of each day first. `done` is oldest first; `dayOf` writes an instant as a day. */
export function byDay(
  done: Done,
  dayOf: (instant: string) => string,
): readonly { readonly day: string; readonly done: Done }[] {
  const days = new Map<string, Done>();
  for (const one of [...done].reverse()) {
    const day = dayOf(one.at);
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  return [...days].map(([day, ofDay]) => ({ day, done: ofDay }));
}
