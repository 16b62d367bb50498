// The content of each kind of notice, as a document and as the email that leads to it.
import { cents } from '#finance/money.ts';
import type { EmailedKind } from '#lender/schema/document-delivery.ts';
import { readApplication } from '../journey/applications.ts';
import { expectedCall } from '../journey/branch-calls.ts';
import { stateOf } from '../journey/chart.ts';
import { answerEnds } from '../journey/deadlines.ts';
import { isAllowed } from '../journey/guard.ts';
import { missingItems } from '../journey/missing-items.ts';
import type { DenialBasis, Missing } from '../journey/required-notices.ts';
import { isAboutOffers, openOffers } from '../messages/application-messages.ts';
import { emailedLinkDays } from '../messages/resume-link.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { addressLines } from '../pdf/format.ts';
import { lenderDay } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import { readApplicant } from '../records/applicants.ts';
import type { SentKind } from '../records/audit.ts';
import { readDocument, readLatestDocument, readPdf } from '../records/documents.ts';
import { findSignedCopy, readSignedAt } from '../records/envelopes.ts';
import { readMaritalStatus } from '../records/marital-status.ts';
import type { Notice } from '../records/notices.ts';
import type { Services, With } from '../services.ts';
import { adverseActionDocument } from '../wording/adverse-action.ts';
import { approvalDocument } from '../wording/approval-notice.ts';
import type { Email } from '../wording/email-layout.ts';
import { offersReadyEmail } from '../wording/emails.ts';
import { type IncompleteNotice, incompleteDocument, incompleteText } from '../wording/incomplete-notice.ts';
import {
  adverseActionEmail,
  approvalEmail,
  autopayAuthorizedEmail,
  counterofferEmail,
  incompleteEmail,
  type NoticeEmail,
  scoreDisclosureEmail,
  signedDocumentsEmail,
  withdrawalEmail,
} from '../wording/notice-emails.ts';
import { scoreDisclosureDocument } from '../wording/score-disclosure.ts';
import { type SpouseNotice, spouseNoticeDocument } from '../wording/spouse-notice.ts';
import { withdrawalDocument } from '../wording/withdrawal-receipt.ts';
import { adverseActionOf, letterheadOf } from './adverse-action.ts';
import { counterofferOf } from './counteroffer.ts';
import { disclosedDecision } from './score-disclosed.ts';

export interface Rendering {
  /** The kind under which the document is saved. */
  readonly document: string;
  /** Absent for what its own stage has saved. */
  readonly render?: (services: Services, notice: Notice) => Promise<DocumentModel>;
  /** Absent for what goes by letter alone. */
  readonly email?: (services: Services, notice: Notice, about: NoticeEmail) => Promise<Email>;
}

export const renderings = {
  denial: {
    document: 'adverse-action',
    render: async (services, notice) =>
      adverseActionDocument(services.lender, await adverseActionOf(services, notice)),
    email: async ({ lender, db }, { applicationId, basis }, about) =>
      adverseActionEmail(
        {
          ...about,
          endsApproval: basis === ('terms-changed' satisfies DenialBasis),
          hasAnswer: stateOf((await readApplication(db, applicationId)).state).resumable,
        },
        lender,
      ),
  },
  incomplete: {
    document: 'incomplete-notice',
    render: async (services, notice) =>
      incompleteDocument(services.lender, await incompleteOf(services, notice)),
    email: async (services, notice, about) => {
      const { answerBy, missing } = await incompleteOf(services, notice);
      const application = await readApplication(services.db, notice.applicationId);
      const { resumable, phase } = stateOf(application.state);
      return incompleteEmail({
        ...about,
        answerBy,
        missing: missing.map(incompleteText.item),
        // A link leads to where the applicant can do or send what is missing.
        canContinue:
          resumable &&
          notice.basis !== ('credit-report' satisfies Missing) &&
          (phase === 'live' || isAllowed(application, 'uploads')),
      });
    },
  },
  counteroffer: {
    document: 'counteroffer-notice',
    render: async (services, notice) => {
      const content = await counterofferOf(services, notice);
      return adverseActionDocument(services.lender, await adverseActionOf(services, notice, content));
    },
    email: async (services, notice, about) =>
      counterofferEmail({ ...about, ...(await counterofferOf(services, notice)).counteroffer }),
  },
  approval: {
    document: 'approval-notice',
    render: async (services, notice) =>
      approvalDocument(services.lender, await letterheadOf(services, notice)),
    email: async (services, notice, about) =>
      approvalEmail({ ...about, ...(await datedLoanOf(services, notice)) }),
  },
  withdrawal: {
    document: 'withdrawal-receipt',
    render: async (services, notice) =>
      withdrawalDocument(services.lender, {
        ...(await letterheadOf(services, notice)),
        isSigned: await isLoanCanceled(services.db, notice.applicationId),
      }),
    email: async ({ lender, db }, { applicationId }, about) =>
      withdrawalEmail({ ...about, isSigned: await isLoanCanceled(db, applicationId) }, lender),
  },
  'score-disclosure': {
    document: 'score-disclosure',
    render: async (services, notice) => {
      const { score: value, reportedOn: date } = (await disclosedDecision(services, notice)).inputs;
      return scoreDisclosureDocument(services.lender, {
        ...(await letterheadOf(services, notice)),
        ...(value === null || date === undefined ? {} : { score: { value, date } }),
      });
    },
    email: async (services, notice, about) => {
      const offers = isAboutOffers(notice) && (await openOffers(services, notice.applicationId));
      if (!offers) return scoreDisclosureEmail(about);
      const { resumeLink: link, documentsLink, days } = about;
      const scoreNotice = { link: documentsLink, days };
      return offersReadyEmail({ ...offers, link, days: emailedLinkDays, scoreNotice });
    },
  },
  'signed-documents': {
    document: 'signed-documents',
    email: async (services, notice, about) => {
      // A review may have come between.
      const signedAt = (await readSignedAt(services.db, notice.applicationId)) ?? notice.requiredAt;
      const loan = await datedLoanOf(services, { ...notice, requiredAt: signedAt });
      return signedDocumentsEmail({ ...about, ...loan }, services.lender);
    },
  },
  'autopay-authorization': {
    document: 'autopay-authorization',
    email: async (services, notice, about) =>
      autopayAuthorizedEmail({ ...about, ...(await datedLoanOf(services, notice)) }, services.lender),
  },
  spouse: {
    document: 'spouse-notice',
    render: async (services, notice) =>
      spouseNoticeDocument(services.lender, await spouseNoticeOf(services, notice)),
  },
} as const satisfies Record<EmailedKind, Required<Pick<Rendering, 'email'>>> & Record<SentKind, Rendering>;

async function datedLoanOf(services: With<'db' | 'lender' | 'clock'>, { applicationId, requiredAt }: Notice) {
  const application = await readApplication(services.db, applicationId);
  const { approved_term: term } = application;
  const call = await expectedCall(services, application);
  const dated = { date: lenderDay(services.lender, requiredAt), call };
  return term === null
    ? dated
    : { ...dated, amount: cents(term.amount), payment: cents(term.monthlyPayment) };
}

const isLoanCanceled = async (db: Db, id: ApplicationId): Promise<boolean> =>
  stateOf((await readApplication(db, id)).state).withdrawn === 'loan';

/** The key under which a notice's document is saved. The first one rendered stays. */
export const documentKey = ({ id, kind, applicationId, basis }: NoticeOf) => {
  if (kind === 'denial') return `adverse-action:${applicationId}`;
  return kind === 'autopay-authorization' ? authorizationKey(applicationId, `${basis}`) : `notice:${id}`;
};

/** The reasons as the notice of a denial or counteroffer has them. Empty before it is rendered. */
export async function reasonsSent(db: Db, vault: Vault, notice: NoticeOf): Promise<readonly string[]> {
  const paper = (await readDocument(db, vault, documentKey(notice)))?.paper;
  return (paper?.blocks ?? []).flatMap((block) =>
    block.kind === 'list' && block.part === 'reasons' ? block.items.map(String) : [],
  );
}
type NoticeOf = Pick<Notice, 'id' | 'kind' | 'applicationId' | 'basis'>;
export const authorizationKey = (id: ApplicationId, authorizationId: string) =>
  `autopay-authorization:${id}:${authorizationId}`;

/** Reads each PDF of a notice, in the order of `emailedFiles`. Empty if there is none. */
export async function noticePdfs(services: With<'blobs' | 'clock' | 'db' | 'vault'>, notice: NoticeOf) {
  const { db, vault, blobs } = services;
  if (notice.kind !== 'signed-documents') {
    const saved = await readDocument(db, vault, documentKey(notice));
    return saved ? [() => readPdf(services, saved)] : [];
  }
  const copy = await findSignedCopy(services, notice.applicationId);
  return copy ? [copy.documents, copy.certificate].map((key) => () => blobs.read(key)) : [];
}

/** The loan as its signed note states it, and the spouse that the borrower named. */
async function spouseNoticeOf(
  services: With<'db' | 'vault' | 'lender'>,
  notice: Notice,
): Promise<SpouseNotice> {
  const { db, vault, lender } = services;
  const { applicationId } = notice;
  const [application, borrower, answer, note] = await Promise.all([
    readApplication(db, applicationId),
    readApplicant(db, vault, applicationId),
    readMaritalStatus(db, vault, applicationId),
    readLatestDocument(db, vault, applicationId, 'promissory-note'),
  ]);
  const { approved_term: term } = application;
  if (answer?.status !== 'married' || term === null || note === undefined)
    throw new Error('There is no spouse, or no loan, to write about.');
  return {
    ...(await letterheadOf(services, notice)),
    applicant: { name: answer.spouse.name, address: addressLines(answer.spouse.address ?? borrower) },
    borrower: `${borrower.firstName} ${borrower.lastName}`,
    state: borrower.state,
    loan: { amount: cents(term.amount), isSecured: term.isAutoSecured },
    noteDate: lenderDay(lender, new Date(note.paper.madeAt)),
  };
}

async function incompleteOf(
  services: With<'clock' | 'db' | 'vault' | 'lender'>,
  notice: Notice,
): Promise<IncompleteNotice> {
  const { db, lender, clock } = services;
  const { applicationId } = notice;
  const application = await readApplication(db, applicationId);
  // A draft has the date on which it is rendered.
  const madeAt = notice.kind === 'incomplete' ? notice.requiredAt : clock.now();
  return {
    ...(await letterheadOf(services, notice, madeAt)),
    answerBy: lenderDay(lender, answerEnds(lender, application, madeAt)),
    missing: await missingItems(db, applicationId, notice.basis ?? ''),
  };
}
