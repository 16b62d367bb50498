// The deadlines of applications (12 CFR 1002.9(c)(2)). A state declares which one it has.
import { timeLimitsOn } from '#lender/in-force.ts';
import type { Lender } from '#lender/load.ts';
import { endOfDayAfter, lenderDay } from '../platform/clock.ts';
import type { With } from '../services.ts';
import type { Application } from './applications.ts';
import { type StateName, stateOf, statesWhere, statesWith } from './chart.ts';
import type { Deadline } from './state-declaration.ts';

const limitsAt = (lender: Lender, instant: Date) => timeLimitsOn(lender.policy, lenderDay(lender, instant));

/** Until when an application with all documents stays open: our own time to decide ends first, also if the sweep is a day late. */
export const decisionEnds = (lender: Lender, from: Date): Date =>
  endOfDayAfter(lender, from, limitsAt(lender, from).noticeSendDays + 1);

/** When a deadline that begins now is over, by the policy that decided. */
export function deadlineFrom(deadline: Exclude<Deadline, 'none' | 'papers'>, lender: Lender, now: Date): Date;
export function deadlineFrom(deadline: Exclude<Deadline, 'none'>, lender: Lender, now: Date): Date | null;
export function deadlineFrom(deadline: Exclude<Deadline, 'none'>, lender: Lender, now: Date): Date | null {
  const limits = limitsAt(lender, now);
  const after = (days: number, from = now) => endOfDayAfter(lender, from, days);
  switch (deadline) {
    case 'offers':
      return after(limits.offersValidDays);
    case 'counteroffer':
    case 'approval':
      return after(limits.approvalValidDays);
    // The answer to the notice has its time, if that goes out on its last day. The sweep that sends it may be a day late.
    case 'documents':
      return after(limits.noticeSendDays + 1, after(limits.incompleteAnswerDays));
    // Before a notice would have to request it.
    case 'vehicle':
      return after(Math.max(limits.noticeDraftDays - 1, 1));
    case 'papers':
      return lender.funding.papersWithinDays === undefined ? null : after(lender.funding.papersWithinDays);
  }
}

/** Whether a move between these states begins a deadline. Otherwise the next state keeps the deadline, or has none. */
export function beginsDeadline(from: StateName, to: StateName, renews = false): boolean {
  const [before, after] = [stateOf(from).deadline, stateOf(to).deadline];
  const isAccepted = before === 'counteroffer' && after === 'approval';
  return after !== 'none' && (renews || (after !== before && !isAccepted));
}

/** The calendar: the states in which something is due at the deadline. */
export const due = {
  /** The application expires, unless a status check of its envelope is pending. */
  ending: statesWith('expired').filter((name) => stateOf(name).notifiedBy.by !== 'outcome'),
  /** It is decided without a vehicle. */
  vehicle: statesWhere(({ deadline }) => deadline === 'vehicle'),
  /** A reminder goes out some days before. */
  documents: statesWhere(({ deadline }) => deadline === 'documents'),
} as const;

type Subject = Pick<Application, 'state' | 'deadline'>;

export const isPast = ({ clock }: With<'clock'>, { deadline }: Pick<Application, 'deadline'>): boolean =>
  deadline !== null && deadline <= clock.now();

/** The deadline if it is one of these, and still awaited. */
export const deadlineOf = ({ state, deadline }: Subject, ...of: readonly Deadline[]): Date | undefined =>
  of.includes(stateOf(state).deadline) ? (deadline ?? undefined) : undefined;

/** Until when the answer to a notice of this instant is awaited: as long as the application is open, and at least the policy's days. */
export function answerEnds(lender: Lender, { state, deadline }: Subject, noticedAt: Date): Date {
  const least = endOfDayAfter(lender, noticedAt, limitsAt(lender, noticedAt).incompleteAnswerDays);
  return endsAtDeadline(state) && deadline !== null && deadline > least ? deadline : least;
}

/** Whether the application ends, or is decided without an answer, at its deadline. */
export const endsAtDeadline = (state: StateName): boolean =>
  stateOf(state).deadline !== 'none' && stateOf(state).phase !== 'ended';
