// Builds the links to an application's allowed actions. Only the server creates them.
import * as accountValidation from '#contract/account-validation.ts';
import * as applicationStatus from '#contract/application-status.ts';
import * as approval from '#contract/approval.ts';
import * as autopay from '#contract/autopay.ts';
import * as bankLink from '#contract/bank-link.ts';
import * as branches from '#contract/branches.ts';
import * as deposit from '#contract/deposit.ts';
import * as documents from '#contract/documents.ts';
import * as fastPath from '#contract/fast-path.ts';
import { getJob } from '#contract/jobs.ts';
import type { JourneyLinks } from '#contract/journey.ts';
import * as notices from '#contract/notices.ts';
import * as offers from '#contract/offers.ts';
import * as partners from '#contract/partners.ts';
import * as phoneCheck from '#contract/phone-check.ts';
import * as prequalification from '#contract/prequalification.ts';
import * as resume from '#contract/resume.ts';
import * as uploads from '#contract/uploads.ts';
import * as vehicle from '#contract/vehicle.ts';
import * as verification from '#contract/verification.ts';
import type { ApplicationId, JobId } from '../platform/db/tables.ts';
import type { Action } from './state-declaration.ts';

const shapes: Record<Exclude<keyof JourneyLinks, 'job'>, { path: string }> = {
  requestOtp: phoneCheck.requestOtp,
  verifyOtp: phoneCheck.verifyOtp,
  prequalification: prequalification.getPrequalification,
  loanRequest: offers.getLoanRequest,
  vehicle: vehicle.enterVehicle,
  withoutVehicle: vehicle.goWithoutVehicle,
  branch: branches.getBranch,
  branchCall: branches.requestCall,
  user: prequalification.getUser,
  adverseAction: notices.getAdverseAction,
  partner: partners.getDeclinedPartner,
  partners: partners.getPartners,
  updateLead: resume.updateLead,
  fastPathOffer: fastPath.getFastPathOffer,
  fastPathStatus: fastPath.getFastPathStatus,
  linkToken: bankLink.getLinkToken,
  exchange: bankLink.exchangePublicToken,
  linkedBank: bankLink.getLinkedBank,
  accounts: deposit.getAccounts,
  verification: verification.getVerification,
  submitApproval: approval.submitApproval,
  approval: approval.getApproval,
  directEntry: deposit.enterAccount,
  accountValidation: accountValidation.getAccountValidation,
  documents: documents.getDocuments,
  signature: documents.getSignature,
  autopay: autopay.getAutopay,
  finishLater: resume.emailResumeLink,
  earlierLink: resume.emailResumeLink,
  openEarlier: resume.openEarlier,
  reminders: notices.setReminders,
  counteroffer: fastPath.getCounteroffer,
  counterofferNotice: notices.getCounterofferPdf,
  withdraw: notices.withdrawApplication,
  paperNotices: notices.chooseApplicationPaper,
  status: applicationStatus.getApplicationStatus,
  uploads: uploads.getUploads,
  callBack: branches.getCallBack,
};

export function hrefOf(endpoint: { path: string }, applicationId: ApplicationId): string {
  return endpoint.path.replace(':applicationId', applicationId);
}

export const jobHref = (jobId: JobId): string => getJob.path.replace(':jobId', jobId);

/** The links for a state's actions; an action without its own link adds none. */
export function linksOf(actions: Iterable<Action>, applicationId: ApplicationId, jobId: JobId | undefined) {
  const links: Partial<Record<keyof JourneyLinks, string>> = {};
  for (const action of actions) {
    if (action === 'job') {
      if (jobId !== undefined) links.job = jobHref(jobId);
    } else if (action in shapes)
      links[action as keyof JourneyLinks] = hrefOf(shapes[action as keyof typeof shapes], applicationId);
  }
  return links;
}
