// The email with the offers. It carries the credit score disclosure of the same decision, so that applicants get one email of the two.
import { cents } from '#finance/money.ts';
import { readApplication } from '../journey/applications.ts';
import { stateOf } from '../journey/chart.ts';
import { lenderDay } from '../platform/clock.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { readDecision } from '../records/decisions.ts';
import { findNotice, type Notice } from '../records/notices.ts';
import type { With } from '../services.ts';
import { deliveryOf } from './delivery.ts';

type Needs = With<'clock' | 'db' | 'vault' | 'lender'>;

/** Undefined where there are none, or no more: the mail server may have been down for so long that they have expired. */
export async function openOffers(services: Needs, id: ApplicationId) {
  const { db, vault, clock, lender } = services;
  const [application, made] = await Promise.all([
    readApplication(db, id),
    readDecision(db, vault, id, 'prequalification'),
  ]);
  const { state, deadline } = application;
  const areOpen = stateOf(state).phase !== 'ended' && deadline !== null && deadline > clock.now();
  if (!areOpen || made?.decision.kind !== 'PREQUALIFIED') return undefined;
  return {
    most: cents(Math.max(...made.decision.programs.flatMap((program) => program.validAmounts))),
    goodThrough: lenderDay(lender, deadline),
  };
}

/** Whether the email of the latest credit score disclosure carries the offers of the latest decision. */
export async function carriesOffers(services: Needs, id: ApplicationId): Promise<boolean> {
  const { db, vault } = services;
  const [application, made, notice] = await Promise.all([
    readApplication(db, id),
    readDecision(db, vault, id, 'prequalification'),
    findNotice(db, id, 'score-disclosure'),
  ]);
  if (made === undefined || notice === undefined || !isAboutOffers(notice)) return false;
  return notice.decisionId === made.id && deliveryOf(services, application, 'score-disclosure').email;
}

export const isAboutOffers = ({ basis }: Pick<Notice, 'basis'>): boolean => basis === 'prequalification';
