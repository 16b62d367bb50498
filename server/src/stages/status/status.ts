// Where an application stands, in words that every state and every event of the journey must have.
import type { ApplicationStatus } from '#contract/application-status.ts';
import type { ApplicationSource } from '#contract/journey.ts';
import type { Application } from '../../journey/applications.ts';
import { type StateName, stateOf } from '../../journey/states.ts';
import type { JourneyEvent } from '../../journey/transitions.ts';
import { historyBegins, historyWords, moneySent } from '../../wording/history-words.ts';
import { type StatusWords, statusWords } from '../../wording/status-words.ts';

const wordsOf: Readonly<Record<StateName, StatusWords>> = statusWords;
const wordsOfEvent: Readonly<Record<JourneyEvent, string | null>> = historyWords;

interface Happened {
  readonly event: string;
  readonly at: Date;
}

interface Facts {
  readonly moves: readonly Happened[];
  /** When the money went out, and when it arrives. */
  readonly money: { readonly sentAt: Date; readonly arrivesOn: string } | undefined;
}

export function statusOf(
  application: Pick<Application, 'state' | 'state_since' | 'source' | 'created_at' | 'offers_expire_at'>,
  { moves, money }: Facts,
): ApplicationStatus {
  const { state, offers_expire_at: expiresAt } = application;
  const { heading, says, next, button, expiry } = wordsOf[state];
  return {
    heading,
    says,
    course: stateOf(state).course,
    since: application.state_since.toISOString(),
    ...(button === undefined ? {} : { button }),
    next: [...next],
    done: historyOf(application.source, application.created_at, moves, money?.sentAt),
    ...(expiry === undefined || expiresAt === null
      ? {}
      : { expiry: { label: expiry, at: expiresAt.toISOString() } }),
    ...(money && { moneyArrivesOn: money.arrivesOn }),
  };
}

/** Each thing once, when it happened last: whoever changed their mind reads what counts. */
function historyOf(
  source: ApplicationSource,
  begunAt: Date,
  moves: readonly Happened[],
  moneySentAt: Date | undefined,
): ApplicationStatus['done'] {
  const latest = new Map<string, Date>([[historyBegins[source], begunAt]]);
  for (const { event, at } of moves) {
    // A release before, or an operator's command, may have recorded an event that the journey doesn't know.
    const what = (wordsOfEvent as Readonly<Record<string, string | null | undefined>>)[event];
    if (what) latest.set(what, at);
  }
  if (moneySentAt !== undefined) latest.set(moneySent, moneySentAt);
  return [...latest]
    .sort(([, one], [, other]) => one.getTime() - other.getTime())
    .map(([what, at]) => ({ what, at: at.toISOString() }));
}
