// What a counteroffer offers, and why not what was requested (12 CFR 1002.9(a)(1)(iv), (a)(2)).
import { cents, formatUsd } from '#finance/money.ts';
import { timeLimitsOn } from '#lender/in-force.ts';
import { readApplication } from '../../journey/applications.ts';
import { endOfDayAfter, lenderDay } from '../../platform/clock.ts';
import type { ApplicationId, ApprovedTerm } from '../../platform/db/tables.ts';
import { amountAtMost, type QualifiedProgram } from '../../policy/offers.ts';
import { readDecision } from '../../records/decisions.ts';
import { findNotice, type Notice, readReasons } from '../../records/notices.ts';
import type { With } from '../../services.ts';
import type { AdverseAction } from '../../wording/adverse-action.ts';
import { isReason, sourcesOf } from './adverse-action.ts';
import { limitReasons } from './limiting-reasons.ts';
import { denialWording, plainReasons } from './next-steps.ts';

type Counteroffer = Pick<AdverseAction, 'reasons' | 'report' | 'bankReport' | 'outsideSource'> & {
  readonly counteroffer: NonNullable<AdverseAction['counteroffer']>;
};

export async function counterofferOf(
  services: With<'db' | 'vault' | 'lender' | 'policies' | 'vendors'>,
  notice: Notice,
): Promise<Counteroffer> {
  const { made, lender, given, isOnApproval, application } = await findReasons(services, notice);
  const { accepted_term: requested, approved_term: offered, offers_expire_at: until } = application;
  const date = lenderDay(lender, notice.requiredAt);
  const { offersValidDays } = timeLimitsOn(lender.policy, date);
  return {
    reasons: denialWording(lender, given),
    ...sourcesOf(lender, made, given, services.vendors.bankData),
    counteroffer: {
      terms: termsOf(made.decision.programs, isOnApproval ? offered : null, requested),
      goodThrough: lenderDay(lender, until ?? endOfDayAfter(lender, notice.requiredAt, offersValidDays)),
    },
  };
}

/** The main reason for a counteroffer in plain words. Undefined before its notice is required. */
export async function counterofferReasonOf(
  services: With<'db' | 'vault' | 'lender' | 'policies'>,
  id: ApplicationId,
): Promise<string | undefined> {
  const notice = await findNotice(services.db, id, 'counteroffer');
  if (notice === undefined) return undefined;
  const { lender, given } = await findReasons(services, notice);
  return plainReasons(lender, given)[0];
}

async function findReasons(
  { db, vault, policies }: With<'db' | 'vault' | 'lender' | 'policies'>,
  notice: Notice,
) {
  const { applicationId } = notice;
  const kind = notice.basis === 'prequalification' ? 'prequalification' : 'approval';
  const [application, made] = await Promise.all([
    readApplication(db, applicationId),
    readDecision(db, vault, applicationId, kind),
  ]);
  if (made?.decision.kind !== 'APPROVED' && made?.decision.kind !== 'PREQUALIFIED')
    throw new Error('A counteroffer needs a decision that offers something.');
  const { decision, inputs, decidedAt } = made;
  const { lender } = await policies.of(decision);
  const isOnApproval = kind === 'approval';
  const amount = application.requested_amount;
  const requested = isOnApproval ? application.accepted_term : amount === null ? null : { amount };
  const byReviewer = (await readReasons(db, vault, notice.id))?.filter(isReason);
  const given =
    byReviewer ??
    (requested && limitReasons(lender, { decision, inputs }, requested, lenderDay(lender, decidedAt))) ??
    [];
  if (given.length === 0) throw new Error('A counteroffer requires its reasons.');
  return { made: { decision, inputs }, lender, given, isOnApproval, application };
}

/** One sentence for each part of the offer. */
function termsOf(
  programs: readonly QualifiedProgram[],
  offered: ApprovedTerm | null,
  requested: ApprovedTerm | null,
): readonly string[] {
  if (offered !== null) {
    return [
      `A loan of ${formatUsd(cents(offered.amount))}`,
      `Paid back in ${offered.months} monthly payments of ${formatUsd(cents(offered.monthlyPayment))}`,
      `An annual percentage rate (APR) of ${offered.apr.toFixed(2)}%`,
      ...(offered.isAutoSecured ? ['Your vehicle as collateral'] : []),
    ];
  }
  const most = amountAtMost(programs, requested === null ? undefined : cents(requested.amount));
  const rates = programs.flatMap(({ pricing }) => pricing.map(({ ratePercent }) => Number(ratePercent)));
  const months = programs.flatMap(({ pricing }) => pricing.map((one) => one.months));
  return [
    `A loan of up to ${formatUsd(most ?? cents(0))}`,
    `Over ${Math.min(...months)} to ${Math.max(...months)} months, as you choose`,
    `At a yearly rate of at most ${Math.max(...rates).toFixed(2)}%`,
  ];
}
