// What an applicant does on each screen, with documents of which some attack the program that opens them.

import { randomUUID } from 'node:crypto';
import { chooseApprovedOffer, getApproval, submitApproval } from '#contract/approval.ts';
import { getAutopay, setAutopay } from '#contract/autopay.ts';
import { exchangePublicToken, getLinkToken } from '#contract/bank-link.ts';
import { chooseAccount, enterAccount, getAccounts } from '#contract/deposit.ts';
import { getDocuments, sendDocuments, startSignature, updateSignature } from '#contract/documents.ts';
import {
  acceptCounteroffer,
  acceptFastPath,
  chooseOtherOptions,
  getFastPathOffer,
  getFastPathStatus,
} from '#contract/fast-path.ts';
import { getJob, type Job } from '#contract/jobs.ts';
import type { Journey } from '#contract/journey.ts';
import { withdrawApplication } from '#contract/notices.ts';
import { acceptTerms, getLoanRequest, getTerms } from '#contract/offers.ts';
import type { ScreenName } from '#contract/screens.ts';
import { getUploads, handInUploads, type Uploads, uploadTypes } from '#contract/uploads.ts';
import { getVerification, retryVerification } from '#contract/verification.ts';
import { signatureOn, visit } from '#sandbox/vendors/docusign/testing.ts';
import { linkAs } from '#sandbox/vendors/plaid/testing.ts';
import { ApiFailure, NetworkFailure } from '#web/api/failures.ts';
import { realTimers } from '#web/lib/timers.ts';
import { sendFile } from '#web/screens/verification/documents/send-file.ts';
import { hostileFiles } from '../server/test/hostile-files.ts';
import { photo } from '../server/test/photo.ts';
import type { Applicant } from './applicant.ts';
import { enterTextCode } from './return.ts';

type Step = (applicant: Applicant, journey: Journey) => Promise<unknown>;

/** Screens where the applicant cannot continue. */
const waitsForAPerson = new Set<ScreenName>([
  'verification-needed',
  // The papers of a vehicle, which a reviewer must see.
  'verification-documents',
  'verification-chat',
  'contact',
  // Where an approval waits for a reviewer.
  'error',
]);

export function isAtEnd({ defaultScreen, phase, links }: Journey): boolean {
  if (phase === 'ended' || defaultScreen === undefined) return true;
  return waitsForAPerson.has(defaultScreen) && links.signature === undefined;
}

export async function takeStep(applicant: Applicant, journey: Journey, defaultScreen: ScreenName) {
  const step = steps[defaultScreen];
  if (step === undefined) throw new Error(`No step is defined for the screen ${defaultScreen}.`);
  await step(applicant, journey);
}

const waitForJob: Step = async ({ browser, around }, { links }) => {
  const { job } = links;
  if (job === undefined) return;
  await browser.pollUntil<Job>(
    (headers) => browser.call(getJob, job, { headers, signal: around.signal }),
    ({ status, isDelayed }) => status === 'SUCCESS' || status === 'FAILURE' || isDelayed === true,
  );
};

const bank = { institutionId: 'ins_109508', institutionName: 'First Platypus Bank' };

const linkBank: Step = async (applicant, { links }) => {
  const { linkToken, exchangeHref } = await applicant.read(getLinkToken, links.linkToken);
  const publicToken = await elsewhere(() =>
    linkAs(applicant.around.sandbox, linkToken, { username: applicant.planned.bankUser }),
  );
  return applicant.press(exchangePublicToken, exchangeHref, { publicToken, ...bank });
};

const chooseDeposit: Step = async (applicant, { links, choices }) => {
  const { planned } = applicant;
  if (planned.entersAccount || choices.linkedBank === undefined)
    return applicant.press(enterAccount, links.directEntry, {
      institutionName: 'First Bank',
      accountSubtype: 'checking',
      routingNumber: '021000021',
      accountNumber: planned.accountNumber,
      accountPurpose: 'deposit',
    });
  const accounts = await applicant.read(getAccounts, links.accounts);
  const account = accounts.find(({ selectedDeposit }) => selectedDeposit) ?? accounts[0];
  return applicant.press(chooseAccount, links.accounts, {
    accountId: account?.accountId ?? '',
    accountPurpose: 'deposit',
  });
};

/** The one-click approval links the bank only for the account. */
const choosePayment: Step = (applicant, journey) =>
  applicant.planned.entersAccount || journey.choices.linkedBank !== undefined
    ? chooseDeposit(applicant, journey)
    : linkBank(applicant, journey);

const requestDocuments: Step = async (applicant, { links }) => {
  const { esign } = await applicant.read(getDocuments, links.documents);
  await applicant.browser.open(esign.pdf);
  applicant.requested.documents += 1;
  return applicant.press(sendDocuments, links.documents, { email: applicant.planned.email });
};

const sign: Step = async (applicant, { links }) => {
  const { planned, random, around } = applicant;
  const { docusignUrl } = await applicant.press(startSignature, links.signature, {});
  const { page, event } = await elsewhere(() => visit(docusignUrl));
  const left =
    page &&
    (await elsewhere(() =>
      planned.signs ? page.press('sign', signatureOn(page)) : page.press('decline', refusal),
    ));
  if (left) applicant.hasSigned = planned.signs;
  around.stepTaken();
  // The vendor reports the signature too, when the applicant doesn't come back.
  if (random.chance(planned.habits.closesTab)) {
    around.counts.tabsClosed += 1;
    return applicant.pause(1000, 3000);
  }
  return applicant.press(updateSignature, links.signature, { event: signingEvent(left?.event ?? event) });
};
const refusal = { sure: 'yes', reason: 'Too expensive' };
const signingEvent = (event: string | null | undefined) =>
  event === 'decline' ? event : ('signing_complete' as const);

const steps: { readonly [Name in ScreenName]?: Step } = {
  'phone-check': enterTextCode,
  loading: waitForJob,
  'capture-only': (applicant) => applicant.pause(),
  'fast-path-options': async (applicant, { links }) => {
    const offer = await applicant.read(getFastPathOffer, links.fastPathOffer);
    if (applicant.random.chance(0.8))
      return applicant.press(acceptFastPath, offer.submitApplication.href, { acceptHardPull: true });
    return applicant.press(chooseOtherOptions, offer.otherOptions.href, {});
  },
  'fast-path-loading': ({ browser, around }, { links }) =>
    browser.pollUntil(
      () => browser.call(getFastPathStatus, links.fastPathStatus, { signal: around.signal }),
      ({ status }) => status !== 'FAST_PATH_PENDING',
    ),
  'fast-path-counteroffer': (applicant, { links }) =>
    applicant.random.chance(0.7)
      ? applicant.press(acceptCounteroffer, links.counteroffer, {})
      : applicant.press(withdrawApplication, links.withdraw, {}),
  'fast-path-select-payment': choosePayment,
  'fast-path-deposit': choosePayment,
  'fast-path-confirm-email': requestDocuments,
  'fast-path-thank-you': sign,
  offers: async (applicant, { links }) => {
    const { programs, getTerms: terms } = await applicant.read(getLoanRequest, links.loanRequest);
    const { random } = applicant;
    const { amount } = random.pick(random.pick(programs).validAmounts);
    const offered = await applicant.browser.call(getTerms, terms.href, { query: { amount } });
    const term = random.pick(offered.terms);
    return applicant.press(acceptTerms, offered.submitApplication.href, {
      term: term.months,
      amount,
      isAutoSecured: term.isAutoSecured,
      monthlyPayment: term.monthlyPayment,
      acceptAuthorization: true,
    });
  },
  'bank-link': linkBank,
  'verification-loading': ({ browser, around }, { links }) =>
    browser.pollUntil(
      (headers) => browser.call(getVerification, links.verification, { headers, signal: around.signal }),
      ({ status }) => status === 'FINISHED' || status === 'FAILED',
    ),
  // The bank failed: the applicant retries with the same one.
  'verification-error': async (applicant, { links }) => {
    const { retryHref } = await applicant.read(getVerification, links.verification);
    return applicant.press(retryVerification, retryHref, {});
  },
  'verification-success': (applicant, { links }) =>
    applicant.press(submitApproval, links.submitApproval, { acceptHardPull: true }),
  'approval-loading': waitForJob,
  'approval-payment': async (applicant, { links }) => {
    const { offers = [], acceptedOffer, selectOffer } = await applicant.read(getApproval, links.approval);
    const { months } = acceptedOffer ?? applicant.random.pick(offers);
    return applicant.press(chooseApprovedOffer, selectOffer?.href, { term: months });
  },
  deposit: chooseDeposit,
  'confirm-email': requestDocuments,
  'thank-you': sign,
  'docusign-canceled': sign,
  'docusign-expired': sign,
  'docusign-loading': waitForJob,
  contact: sign,
  'docusign-success': async (applicant, { links }) => {
    const { accounts, days } = await applicant.read(getAutopay, links.autopay);
    const day = days[2];
    const account = accounts[0];
    if (!applicant.planned.autopay || day === undefined || account === undefined)
      return applicant.press(setAutopay, links.autopay, { choice: 'skip' });
    return applicant.press(setAutopay, links.autopay, {
      choice: 'authorize',
      accountId: account.accountId,
      daysBeforeDue: day.daysBeforeDue,
      firstDebit: day.firstDebit,
      acceptAuthorization: true,
    });
  },
};

/** Something at a vendor's own page: the applicant takes its failure for a network failure, and tries again. */
async function elsewhere<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new NetworkFailure('unreachable', error);
  }
}

/** Whether documents are expected of the applicant, who has not sent them. */
export const needsDocuments = ({ hasHandedIn }: Applicant, { links }: Journey): boolean =>
  links.uploads !== undefined && !hasHandedIn;

export async function uploadDocuments(applicant: Applicant, { links }: Journey): Promise<void> {
  const { random } = applicant;
  let uploads = await applicant.read(getUploads, links.uploads);
  // Documents may have been handed in before the tab was closed.
  if (uploads.documents.some(({ received }) => received.length > 0)) {
    applicant.hasHandedIn = true;
    return;
  }
  for (const { isWanted, addHref, files } of uploads.documents) {
    if (!isWanted || addHref === undefined || files.length > 0) continue;
    if (random.chance(0.5)) await sendHostile(applicant, addHref);
    uploads = await send(applicant, addHref, photo());
  }
  // Nothing may be wanted yet, such as before a reviewer asks for it.
  if (uploads.handInHref !== undefined) await applicant.press(handInUploads, uploads.handInHref, {});
  applicant.hasHandedIn = true;
}

async function sendHostile(applicant: Applicant, href: string): Promise<void> {
  const { name, bytes, why } = applicant.random.pick(hostileFiles);
  applicant.around.counts.hostileFiles += 1;
  try {
    await send(applicant, href, bytes());
    if (why !== undefined) applicant.unexpectedErrors.push(`an upload that took ${name}`);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status >= 500 || why === undefined) throw error;
  }
}

async function send({ browser, around }: Applicant, href: string, bytes: Buffer): Promise<Uploads> {
  around.counts.filesSent += 1;
  return sendFile({
    call: browser.call,
    timers: realTimers,
    href,
    key: randomUUID(),
    name: 'photo.jpg',
    file: new Blob([new Uint8Array(bytes)], { type: uploadTypes[0] }),
    onProgress: () => around.stepTaken(),
    onWaiting: () => {},
    signal: around.signal,
  });
}
