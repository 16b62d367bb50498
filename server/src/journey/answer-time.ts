// Until when we wait for what an applicant has to send or do (12 CFR 1002.9(c)(2)).
import { timeLimitsOn } from '#lender/in-force.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { With } from '../services.ts';
import type { Application } from './applications.ts';
import { type Position, statesWith, transitionOf } from './chart.ts';
import { lenderDay } from './consents.ts';

const day = 86_400;
type Needs = With<'lender' | 'clock'>;

/** The end of the answer to a notice that goes out now. */
export function answerEnds(services: Needs): Date {
  const { incompleteAnswerDays } = timeLimitsOn(services.lender.policy, lenderDay(services));
  return secondsAfter(services.clock.now(), incompleteAnswerDays * day);
}

/** The end of a step-up that begins now: of the answer to the notice, if it goes out on its last day. */
export function stepUpEnds(services: Needs): Date {
  const { noticeSendDays } = timeLimitsOn(services.lender.policy, lenderDay(services));
  return secondsAfter(answerEnds(services), noticeSendDays * day);
}

type Subject = Pick<Application, 'state' | 'path' | 'offers_expire_at'>;

export const isStepUp = (position: Position): boolean =>
  transitionOf(position, 'expired')?.to === 'STEP_UP_EXPIRED';
export const stepUpStates = statesWith('expired').filter((state) => isStepUp({ state, path: 'standard' }));

/** The last day for the documents of a step-up. Undefined elsewhere, and once everything is here. */
export const documentsDueAt = (application: Subject): Date | undefined =>
  isStepUp(application) ? (application.offers_expire_at ?? undefined) : undefined;
