// Everything that the core system needs to service a signed loan, from what was approved, signed and stored.
import type { DatedRow, Schedule } from '#finance/payment.ts';
import { loanAgreementRulesOn } from '#lender/loan-agreement.ts';
import { type Application, readApplication } from '../../journey/applications.ts';
import { takesElectronicNotices } from '../../messages/delivery.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ApplicationId, ApprovedTerm } from '../../platform/db/tables.ts';
import type { Applicant } from '../../records/applicant-fields.ts';
import { readApplicant } from '../../records/applicants.ts';
import { latestAnchor } from '../../records/audit.ts';
import { consentsOf } from '../../records/consents.ts';
import { readDecision } from '../../records/decisions.ts';
import { readDepositNumbers } from '../../records/deposit-accounts.ts';
import { documentsOf } from '../../records/documents.ts';
import { readEnvelope } from '../../records/envelopes.ts';
import type { With } from '../../services.ts';
import { firstRenderedAt, loanFigures, payoffOf } from '../../stages/approval/loan-figures.ts';
import type { Boarding } from '../../vendors/core/boarding.ts';
import { loanDocumentNames } from '../../wording/loan-documents.ts';

type Needs = With<'db' | 'vault' | 'lender'>;

/** Throws if any of it is missing: a loan that was not signed, or cannot be paid, is not boarded. */
export async function boardingOf(services: Needs, id: ApplicationId): Promise<Boarding> {
  const { db, vault, lender } = services;
  const [application, applicant, approval, madeAt, envelope, accounts, consents] = await Promise.all([
    readApplication(db, id),
    readApplicant(db, vault, id),
    readDecision(db, vault, id, 'approval'),
    firstRenderedAt(services, id),
    readEnvelope(services, id),
    readDepositNumbers(db, vault, [id]),
    consentsOf(db, id),
  ]);
  const term = required(application.approved_term, 'an approved offer');
  const figures = loanFigures(lender, term, required(madeAt, 'documents'));
  const { fundedOn, schedule } = figures;
  const { inputs } = required(approval, 'an approval');
  const signedAt = required(envelope?.signedAt, 'a signature');
  return {
    applicationId: id,
    branchId: required(application.branch_id, 'a branch'),
    borrower: borrowerOf(application, applicant, envelope?.mailedTo),
    vehicle: term.isAutoSecured ? required(inputs.vehicle, 'its vehicle') : null,
    note: noteOf(lender, applicant.state, term, figures, inputs.militaryCovered),
    schedule: scheduleRows(schedule),
    disclosure: {
      apr: term.apr,
      financeChargeCents: figures.financeCharge,
      amountFinancedCents: figures.amountFinanced,
      totalOfPaymentsCents: schedule.totalOfPayments,
    },
    disbursement: {
      method: 'ach-credit',
      amountCents: figures.paidOut,
      expectedOn: fundedOn,
      account: required(accounts.get(id), 'an account'),
    },
    consents: consents.map(({ document, version, hash, givenAt }) => ({
      document,
      version,
      sha256: hash,
      givenAt: givenAt.toISOString(),
    })),
    signature: {
      envelopeId: required(envelope?.envelopeId, 'an envelope'),
      signedAt: signedAt.toISOString(),
    },
    documents: await loanDocumentsOf(db, id),
    // As of the signature, because a repeated boarding must be the same.
    auditCheckpoint: await latestAnchor(db, signedAt),
  };
}

function borrowerOf(application: Application, applicant: Applicant, mailedTo?: string): Boarding['borrower'] {
  const { streetAddress, city, state, zipCode } = applicant;
  return {
    firstName: applicant.firstName,
    lastName: applicant.lastName,
    dateOfBirth: applicant.dob,
    ssn: applicant.ssn,
    addresses: [{ kind: 'home', streetAddress, city, state, zipCode }],
    contact: {
      phone: applicant.phone,
      email: mailedTo ?? applicant.email,
      electronicNotices: takesElectronicNotices(application),
    },
  };
}

function noteOf(
  lender: Needs['lender'],
  state: string,
  term: ApprovedTerm,
  figures: ReturnType<typeof loanFigures>,
  coveredByMilitaryLendingAct: boolean,
): Boarding['note'] {
  const { madeOn, amount, rate, fees, schedule } = figures;
  const rules = loanAgreementRulesOn(lender.loanAgreement, state, madeOn);
  const payoff = payoffOf(lender, { ...figures, state, months: term.months });
  const [first, last] = [schedule.rows[0] as DatedRow, schedule.rows.at(-1) as DatedRow];
  return {
    madeOn,
    state,
    amountCents: amount,
    contractRate: rate.toNumber(),
    months: term.months,
    monthlyPaymentCents: schedule.monthlyPayment,
    lastPaymentCents: schedule.lastPayment,
    firstDueOn: first.dueOn,
    lastDueOn: last.dueOn,
    fees: { originationCents: fees.origination, filingCents: fees.filing },
    lateCharge: {
      afterDays: rules.lateCharge.afterDays,
      percentOfPayment: Number(rules.lateCharge.percentOfPayment),
      mostCents: rules.lateCharge.most ?? null,
    },
    returnedPaymentFeeCents: rules.returnedPayment.fee,
    hasPrepaymentPenalty: rules.prepayment.penalty,
    payoff: {
      method: payoff.isByTiers ? 'tiers' : 'principal-left',
      feeRefund: payoff.feeRefund,
      amountsCents: [...payoff.amounts],
    },
    defaultAfterDays: rules.default.afterDays,
    isAutoSecured: term.isAutoSecured,
    coveredByMilitaryLendingAct,
  };
}

async function loanDocumentsOf(db: Db, id: ApplicationId): Promise<Boarding['documents']> {
  return (await documentsOf(db, id)).flatMap(({ key, kind, sha256, madeAt }) =>
    isLoanDocument(kind)
      ? [
          {
            reference: key,
            kind,
            title: loanDocumentNames[kind],
            sha256: required(sha256, 'documents that were sent'),
            madeAt: madeAt.toISOString(),
          },
        ]
      : [],
  );
}

export const scheduleRows = ({ rows }: Schedule<DatedRow>): Boarding['schedule'] =>
  rows.map(({ number, dueOn, payment, principal, interest, balance }) => ({
    number,
    dueOn,
    paymentCents: payment,
    principalCents: principal,
    interestCents: interest,
    balanceCents: balance,
  }));

const isLoanDocument = (kind: string): kind is keyof typeof loanDocumentNames => kind in loanDocumentNames;

function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`A loan without ${what} cannot be boarded.`);
  return value;
}
