// What a counteroffer offers, and why not what was requested (12 CFR 1002.9(a)(1)(iv), (a)(2)).
import { cents, formatUsd } from '#finance/money.ts';
import { type Offered, offeredFor, requestedOf } from '../credit-policy/request.ts';
import { readApplication } from '../journey/applications.ts';
import { deadlineFrom } from '../journey/deadlines.ts';
import { lenderDay } from '../platform/clock.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { readDecision } from '../records/decisions.ts';
import { findNotice, type Notice, readReasons } from '../records/notices.ts';
import type { With } from '../services.ts';
import { isReason, sourcesOf } from './adverse-action.ts';
import { limitReasons } from './limiting-reasons.ts';
import { denialWording, plainReasons } from './next-steps.ts';

export async function counterofferOf(
  services: With<'db' | 'vault' | 'lender' | 'policies' | 'vendors'>,
  notice: Notice,
) {
  const { decision, inputs, lender, day, reasons, requested, application } = await findReasons(
    services,
    notice,
  );
  const context = { lender, state: inputs.state, militaryCovered: inputs.militaryCovered, date: day };
  const kind = decision.kind === 'PREQUALIFIED' ? 'offers' : 'counteroffer';
  return {
    reasons: denialWording(lender, reasons),
    ...sourcesOf(lender, { decision, inputs }, reasons, services.vendors.bankData),
    counteroffer: {
      terms: termsOf(offeredFor(decision.programs, requested, context)),
      goodThrough: lenderDay(lender, application.deadline ?? deadlineFrom(kind, lender, notice.requiredAt)),
    },
  };
}

/** The main reason for a counteroffer in plain words. Undefined before its notice is required. */
export async function counterofferReasonOf(
  services: With<'db' | 'vault' | 'lender' | 'policies'>,
  id: ApplicationId,
) {
  const notice = await findNotice(services.db, id, 'counteroffer');
  if (notice === undefined) return undefined;
  const { lender, reasons } = await findReasons(services, notice);
  return plainReasons(lender, reasons)[0];
}

async function findReasons({ db, vault, policies }: With<'db' | 'vault' | 'policies'>, notice: Notice) {
  const { applicationId } = notice;
  const kind = notice.basis === 'prequalification' ? 'prequalification' : 'approval';
  const [application, made] = await Promise.all([
    readApplication(db, applicationId),
    readDecision(db, vault, applicationId, kind, notice.decisionId),
  ]);
  if (made?.decision.kind !== 'APPROVED' && made?.decision.kind !== 'PREQUALIFIED')
    throw new Error('A counteroffer needs a decision that offers something.');
  const { decision, inputs, decidedAt } = made;
  const { lender } = await policies.of(decision);
  const day = lenderDay(lender, decidedAt);
  const requested = requestedOf(kind, application);
  const byReviewer = (await readReasons(db, vault, notice.id))?.filter(isReason);
  const reasons = byReviewer ?? limitReasons(lender, { decision, inputs }, requested, day);
  if (reasons.length === 0) throw new Error('A counteroffer requires its reasons.');
  return { decision, inputs, lender, day, reasons, requested, application };
}

/** One sentence for each part of the offer, without a vehicle where we lend the amount without one. */
function termsOf(offered: Offered | undefined): readonly string[] {
  const all = offered?.terms ?? [];
  const unsecured = all.filter(({ isAutoSecured }) => !isAutoSecured);
  const terms = unsecured.length > 0 ? unsecured : all;
  if (offered === undefined || terms.length === 0) throw new Error('A counteroffer requires its terms.');
  const payments = terms.map(({ monthlyPayment }) => monthlyPayment);
  return [
    `A loan of ${formatUsd(cents(offered.amount))}`,
    `Paid back in ${range(terms.map(({ months }) => months))} monthly payments of ${range(payments, (payment) => formatUsd(cents(payment)))}`,
    `An annual percentage rate (APR) of ${range(
      terms.map(({ apr }) => apr),
      (apr) => `${apr.toFixed(2)}%`,
    )}`,
    ...(unsecured.length > 0 ? [] : ['Your vehicle as collateral']),
  ];
}

/** "24 to 33", or one number where all are the same. */
function range(numbers: readonly number[], text: (number: number) => string = String): string {
  const ends = new Set([Math.min(...numbers), Math.max(...numbers)].map(text));
  return [...ends].join(' to ');
}
