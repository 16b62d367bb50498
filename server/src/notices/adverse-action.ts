// Builds the content of an adverse action notice from the ledger, the saved decision and the lender's data.
import type { Lender } from '#lender/load.ts';
import { C1_REASONS, type ReasonCode } from '#lender/schema/adverse-action.ts';
import { isKnownLater, operandsOf } from '#lender/schema/attributes.ts';
import type { DecisionKind } from '../credit-policy/decide.ts';
import type { DecisionInputs, PolicyInputs } from '../credit-policy/inputs.ts';
import { type MatchedRow, rowOf } from '../credit-policy/policy-rows.ts';
import { type GivenReason, keyFactors } from '../credit-policy/reasons.ts';
import { requestedOf } from '../credit-policy/request.ts';
import { readApplication } from '../journey/applications.ts';
import type { DenialBasis } from '../journey/required-notices.ts';
import { addressLines } from '../pdf/format.ts';
import { lenderDay } from '../platform/clock.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { wasPerformed } from '../platform/jobs/job-records.ts';
import { findValidation } from '../records/account-validations.ts';
import { readApplicant } from '../records/applicants.ts';
import { newestDecision, readDecision } from '../records/decisions.ts';
import { readSignedAt } from '../records/envelopes.ts';
import { type Hold, holdsOf, homeElsewhere } from '../records/holds.ts';
import { type Notice, readReasons } from '../records/notices.ts';
import type { VehiclePoint } from '../records/vehicle-checks.ts';
import { readChecks } from '../records/verifications.ts';
import type { With } from '../services.ts';
import type { BankData } from '../vendors/bank-data.ts';
import type { AdverseAction } from '../wording/adverse-action.ts';
import { limitReasons } from './limiting-reasons.ts';
import { type DenialReason, denialWording, type OtherReason, other } from './next-steps.ts';

type Sources = Pick<AdverseAction, 'report' | 'bankReport' | 'outsideSource'>;
type Denied = Pick<AdverseAction, 'reasons'> & Sources;
/** A denial with reasons as codes, and the lender with their texts: a decision's reasons may be those of an earlier policy. */
type Denial = Omit<Denied, 'reasons'> & {
  readonly reasons: readonly DenialReason[];
  readonly lender: Lender;
};
interface DecisionWithInputs {
  readonly decision: {
    readonly kind: string;
    readonly reasons?: readonly GivenReason[];
    readonly rows?: readonly MatchedRow[];
    readonly points?: readonly string[];
  };
  readonly inputs: PolicyInputs;
}

/** The law requires the notice to name the sources. `bank`: the service that returned the bank's data. */
export function denialOf(lender: Lender, made: DecisionWithInputs, bank: BankService = {}): Denied {
  return inWords(denialBy(lender, made, bank));
}

const inWords = ({ lender, ...denial }: Denial): Denied => ({
  ...denial,
  reasons: denialWording(lender, denial.reasons),
});

function denialBy(lender: Lender, made: DecisionWithInputs, bank: BankService): Denial {
  const reasons = reasonsOf(lender, made.decision);
  return {
    lender,
    reasons,
    ...(made.decision.kind === 'DECLINED'
      ? sourcesOf(lender, made, reasons, bank)
      : reportOf(lender, made.inputs)),
  };
}

function reasonsOf(
  { policy }: Lender,
  { kind, reasons = [], rows = [], points }: DecisionWithInputs['decision'],
): readonly DenialReason[] {
  switch (kind) {
    case 'DECLINED':
      if (reasons.length === 0) throw new Error('A denial requires its reasons.');
      return reasons;
    case 'REJECTED':
    // What a reviewer had to clear was not cleared.
    case 'REFER':
    case 'STEP_UP': {
      const unsettled = rows.flatMap((matched) => {
        const row = rowOf(policy, matched);
        const decided = points
          ? points.includes(`${matched.table}/${matched.row}`)
          : row && 'outcome' in row.gives && row.gives.outcome === kind;
        if (!decided || !row) return [];
        const doubted = row.when.flatMap(({ fact }) => doubts[fact] ?? []);
        // A row about none of these facts requests a check that no one completed.
        return doubted.length > 0 ? doubted : [other('checkNotCompleted')];
      });
      if (unsettled.length === 0) throw new Error('A denial requires its reasons.');
      const distinct = new Map(unsettled.map((doubt) => [JSON.stringify(doubt), doubt]));
      return [...distinct.values()].slice(0, policy.adverseAction.mostReasons);
    }
    default:
      throw new Error(`A decision of ${kind} requires no adverse action notice.`);
  }
}

/** What could not be verified, by the fact that a row doubts. */
const doubts: Readonly<Record<string, DenialReason>> = {
  fraudDecision: other('identityNotVerified'),
  deviceChecked: other('identityNotVerified'),
  captchaConfirmed: other('identityNotVerified'),
  confirmedFraud: other('identityNotVerified'),
  fraudAlert: other('identityNotVerified'),
  extendedAlert: other('identityNotVerified'),
  activeDutyAlert: other('identityNotVerified'),
  addressDiscrepancy: other('identityNotVerified'),
  ssnConflict: other('identityNotVerified'),
  deceased: other('identityNotVerified'),
  addressAlert: 'residence-not-verified',
  incomeConfirmed: 'income-not-verified',
  estimatedToDeclaredIncome: 'income-not-verified',
  scoreUnexplained: other('scoreUnavailable'),
};

/** A vehicle's value and a bank's data come from other sources than a bureau (15 USC 1681m(b)(1)). */
export const sourcesOf = (
  lender: Lender,
  { decision: { rows = [] }, inputs }: DecisionWithInputs,
  reasons: readonly DenialReason[],
  bank: BankService,
): Sources => ({
  ...reportOf(lender, inputs),
  ...(reasons.includes('collateral-insufficient') ? { outsideSource: true } : {}),
  ...(usedBank(lender, rows, inputs) ? sourceOfBank(bank) : {}),
});

/** Whether a row that matched is about what the bank shows, or about an income that counts as the bank shows it. */
function usedBank({ policy }: Lender, matched: readonly MatchedRow[], inputs: DecisionInputs): boolean {
  const { attributes } = policy;
  const confirmed = 'confirmedIncome' in inputs ? inputs.confirmedIncome : null;
  const isLower = confirmed?.by === 'bank' && confirmed.annualCents < inputs.annualIncomeCents;
  const isAboutIncome = (fact: string): boolean => {
    const attribute = attributes[fact];
    return (
      incomeFacts.includes(fact) || (attribute !== undefined && operandsOf(attribute).some(isAboutIncome))
    );
  };
  return matched.some((row) =>
    rowOf(policy, row)?.when.some(
      ({ fact }) => isKnownLater(attributes, fact) || (isLower && isAboutIncome(fact)),
    ),
  );
}
const incomeFacts: readonly string[] = ['debtToIncome', 'debtToIncomeWithLoan', 'monthlyIncome'];

/** The policy reads all of a report that was requested. Before one, only the identity check can have decided. */
function reportOf(lender: Lender, inputs: PolicyInputs): Sources {
  const { score, scoreFactors, scoreFactorTexts, reportedOn } = inputs;
  if (reportedOn === undefined) return inputs.fraudDecision === 'ACCEPT' ? {} : { outsideSource: true };
  const { bureau } = lender.policy.adverseAction;
  return {
    report: {
      bureau,
      isFrozen: inputs.frozen,
      ...(score !== null && {
        score: {
          model: bureau,
          value: score,
          date: reportedOn,
          factors: keyFactors(lender, scoreFactors, scoreFactorTexts),
        },
      }),
    },
  };
}

type BankService = Pick<BankData, 'agency'>;
/** A service that reports as a consumer reporting agency is named as one; any other is an outside source (15 USC 1681m(a), (b)(1)). */
export const sourceOfBank = ({ agency }: BankService): Sources =>
  agency ? { bankReport: agency } : { outsideSource: true };

/** `content` is given for a counteroffer, which is not denied. */
export async function adverseActionOf(
  services: With<'clock' | 'db' | 'vault' | 'lender' | 'policies' | 'vendors'>,
  notice: Notice,
  content?: Denied & Pick<AdverseAction, 'counteroffer'>,
): Promise<AdverseAction> {
  // A draft has the date on which it is rendered.
  const madeAt = notice.kind !== 'pending' ? notice.requiredAt : services.clock.now();
  return {
    ...(await letterheadOf(services, notice, madeAt)),
    ...(content ?? inWords(await readDenial(services, notice))),
  };
}

/** What every notice begins with. */
export async function letterheadOf(
  { db, vault, lender }: With<'db' | 'vault' | 'lender'>,
  { applicationId: id, requiredAt }: Notice,
  madeAt = requiredAt,
) {
  const [application, applicant] = await Promise.all([readApplication(db, id), readApplicant(db, vault, id)]);
  return {
    date: lenderDay(lender, madeAt),
    madeAt,
    appliedOn: lenderDay(lender, application.created_at),
    reference: `Application ${id.slice(0, 8).toUpperCase()}`,
    applicant: { name: `${applicant.firstName} ${applicant.lastName}`, address: addressLines(applicant) },
  };
}

export async function readDenial(
  services: With<'db' | 'vault' | 'lender' | 'policies' | 'vendors'>,
  notice: Notice,
): Promise<Denial> {
  const { db, vault, lender, vendors } = services;
  const { applicationId } = notice;
  const byReviewer = await readReasons(db, vault, notice.id);
  const denial = await byBasis(notice.basis as DenialBasis);
  if (byReviewer === undefined) return denial;
  // A reviewer reads the report, whatever had stopped the application.
  const newest = await newestDecision(db, applicationId);
  const made = newest && (await readDecision(db, vault, applicationId, newest.kind as DecisionKind));
  const sources = made && reportOf(denial.lender, made.inputs);
  return { ...denial, ...sources, reasons: byReviewer.filter(isReason) };

  async function byBasis(basis: DenialBasis): Promise<Denial> {
    switch (basis) {
      case 'trade-area':
        return { lender, reasons: [other('outsideTradeArea')] };
      case 'under-age':
        return { lender, reasons: [other('underAge')] };
      case 'recent-loan':
        return { lender, reasons: [other('recentLoan')] };
      case 'identity':
        return byHold(
          lender,
          (await holdsOf(db, applicationId)).findLast(({ kind }) => kind === 'ofac' || kind === 'military'),
        );
      case 'terms-changed': {
        const refused = (await holdsOf(db, applicationId)).findLast(
          ({ resolution }) => resolution === 'refused',
        );
        if (refused === undefined && (await readSignedAt(db, applicationId)) !== undefined) {
          // No reviewer refused the signed loan, but it couldn't be paid.
          const validation = await findValidation(db, applicationId);
          if (validation !== undefined && validation.status !== 'VALID')
            return { lender, reasons: [other('accountNotConfirmed')] };
        }
        return byHold(lender, refused);
      }
      case 'no-report': {
        // Without an identity result no report was requested; with a report, the vehicle search failed.
        const isUndone =
          !(await wasPerformed(db, applicationId, 'evaluate')) ||
          ((await readDecision(db, vault, applicationId, 'prequalification')) === undefined &&
            (await wasPerformed(db, applicationId, 'soft-pull')));
        return { lender, reasons: [other(isUndone ? 'checkNotCompleted' : 'reportUnavailable')] };
      }
      case 'verification': {
        const checks = await readChecks(db, applicationId);
        return {
          lender,
          reasons: [
            ...(checks?.identity ? [] : [other('identityNotVerified')]),
            ...(checks?.residence ? [] : ['residence-not-verified']),
            ...(checks?.income ? [] : ['income-not-verified']),
          ],
          ...sourceOfBank(vendors.bankData),
        };
      }
      case 'prequalification':
      case 'approval':
        return byDecision(services, applicationId, basis);
    }
  }
}

async function byDecision(
  { db, vault, lender, policies, vendors }: With<'db' | 'vault' | 'lender' | 'policies' | 'vendors'>,
  applicationId: ApplicationId,
  kind: DecisionKind,
): Promise<Denial> {
  const made = await readDecision(db, vault, applicationId, kind);
  if (made === undefined) {
    const isUnsettled = (await holdsOf(db, applicationId)).some(
      ({ reason }) => reason === homeElsewhere.reason,
    );
    return { lender, reasons: [isUnsettled ? 'residence-not-verified' : other('reportUnavailable')] };
  }
  const { lender: deciding } = await policies.of(made.decision);
  const { decision, inputs } = made;
  if (decision.kind === 'APPROVED') {
    // The policy lends only what the applicant did not ask for.
    const requested = requestedOf('approval', await readApplication(db, applicationId));
    const day = lenderDay(deciding, made.decidedAt);
    const reasons = limitReasons(deciding, { decision, inputs }, requested, day);
    return {
      lender: deciding,
      reasons: reasons.length > 0 ? reasons : [other('termsChanged')],
      ...sourcesOf(deciding, made, reasons, vendors.bankData),
    };
  }
  return denialBy(deciding, made, vendors.bankData);
}

/** Without a refused hold, or with one of the contract itself, what was approved is no longer allowed. */
export function byHold(lender: Lender, hold: Pick<Hold, 'kind' | 'reason' | 'points'> | undefined): Denial {
  switch (hold?.kind) {
    case 'vehicle': {
      const points = hold.points as VehiclePoint[];
      // The service that returned the title is no credit bureau (15 USC 1681m(b)(1)).
      const isFromService = points.includes('title-owner') || points.includes('title-lien');
      return {
        lender,
        reasons: points.map((point) => other(vehicleReasons[point])),
        ...(isFromService && { outsideSource: true }),
      };
    }
    case 'fraud':
      return { lender, reasons: [other('identityNotVerified')] };
    case 'signature':
      return {
        lender,
        reasons: [other(hold.reason === 'other-name' ? 'identityNotVerified' : 'termsChanged')],
      };
    case 'identity':
    case 'ofac':
    case 'military': {
      // What a service did not return is not about the applicant's identity.
      const isOfIdentity = hold.kind === 'identity' || (hold.kind === 'ofac' && hold.reason === 'match');
      return {
        lender,
        reasons: [other(isOfIdentity ? 'identityNotVerified' : 'checkNotCompleted')],
        // The bureau searches the lists, so the notice names it (15 USC 1681m(a)). No score was used.
        report: { bureau: lender.policy.adverseAction.bureau, isFrozen: false },
      };
    }
    default:
      return { lender, reasons: [other('termsChanged')] };
  }
}

const vehicleReasons: Readonly<Record<VehiclePoint, OtherReason>> = {
  insurance: 'vehicleInsurance',
  'title-unknown': 'vehicleTitle',
  'title-branch': 'vehicleTitle',
  'title-owner': 'vehicleOwner',
  'title-lien': 'vehicleLien',
};

export const isReason = (code: string): code is Extract<ReasonCode, (typeof C1_REASONS)[number]> =>
  C1_REASONS.some((reason) => reason === code);
