// Until when an applicant may take what we offered, and until when we wait for what they have to send (12 CFR 1002.9(c)(2)).
import { timeLimitsOn } from '#lender/in-force.ts';
import type { Lender } from '#lender/load.ts';
import { endOfDayAfter, lenderDay, lenderToday } from '../platform/clock.ts';
import type { With } from '../services.ts';
import type { Application } from './applications.ts';
import { type Position, stateOf, statesWith, transitionOf } from './chart.ts';

type Needs = With<'lender' | 'clock'>;

type Subject = Pick<Application, 'state' | 'path' | 'offers_expire_at'>;

const leastEnd = (lender: Lender, from: Date): Date => {
  const { incompleteAnswerDays } = timeLimitsOn(lender.policy, lenderDay(lender, from));
  return endOfDayAfter(lender, from, incompleteAnswerDays);
};

/** Until when the answer to a notice of this instant is awaited: as long as the application is open, and at least the policy's days. */
export function answerEnds(lender: Lender, application: Subject, noticedAt: Date): Date {
  const least = leastEnd(lender, noticedAt);
  const until = hasStoredDeadline(application) ? application.offers_expire_at : null;
  return until !== null && until > least ? until : least;
}

/** Whether the application ends, or is decided without an answer, at a time that it stores. */
export const hasStoredDeadline = (application: Subject): boolean =>
  isStepUp(application) ||
  (stateOf(application.state).phase !== 'ended' && application.offers_expire_at !== null);

/**
 * The end of a step-up that begins now: of the answer to the notice, if it goes out on its last day. The sweep that sends it may be a
 * day late.
 */
export function stepUpEnds(services: Needs): Date {
  const { noticeSendDays } = timeLimitsOn(services.lender.policy, lenderToday(services));
  return endOfDayAfter(services.lender, leastEnd(services.lender, services.clock.now()), noticeSendDays + 1);
}

/** When offers made now run out. */
export function offersEnd({ clock }: With<'clock'>, lender: Lender): Date {
  const { offersValidDays } = timeLimitsOn(lender.policy, lenderToday({ clock, lender }));
  return endOfDayAfter(lender, clock.now(), offersValidDays);
}

/** When an approval made now runs out, by the policy that made it. */
export function approvalEnds({ clock }: With<'clock'>, lender: Lender): Date {
  const { approvalValidDays } = timeLimitsOn(lender.policy, lenderToday({ clock, lender }));
  return endOfDayAfter(lender, clock.now(), approvalValidDays);
}

/** Until when an application with all documents stays open: our own time to decide ends first, also if the sweep is a day late. */
export function decisionEnds(services: Needs): Date {
  const { noticeSendDays } = timeLimitsOn(services.lender.policy, lenderToday(services));
  return endOfDayAfter(services.lender, services.clock.now(), noticeSendDays + 1);
}

/** Until when a vehicle is awaited: before a notice would have to request it. */
export function vehicleAnswerEnds(services: Needs): Date {
  const { noticeDraftDays } = timeLimitsOn(services.lender.policy, lenderToday(services));
  return endOfDayAfter(services.lender, services.clock.now(), Math.max(noticeDraftDays - 1, 1));
}

export const isStepUp = (position: Position): boolean =>
  transitionOf(position, 'expired')?.to === 'STEP_UP_EXPIRED';
export const stepUpStates = statesWith('expired').filter((state) => isStepUp({ state, path: 'standard' }));

/** The last day for the documents of a step-up. Undefined elsewhere, and once everything is here. */
export const documentsDueAt = (application: Subject): Date | undefined =>
  isStepUp(application) ? (application.offers_expire_at ?? undefined) : undefined;
