// Cases for the branch in the core system: one per reason.
import { lockApplication, readApplication } from '../../journey/applications.ts';
import { callBy } from '../../journey/branch-calls.ts';
import { stateOf } from '../../journey/chart.ts';
import type { BranchCaseReason } from '../../journey/jobs.ts';
import { stipulationsOf } from '../../journey/missing-items.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { readApplicant } from '../../records/applicants.ts';
import type { With } from '../../services.ts';
import { keyedCoreCall } from '../../vendors/core/core.ts';
import { askedText } from '../../wording/incomplete-notice.ts';

/** Uploaded documents, calls and texts open their cases in their own jobs. */
type CaseReason =
  | Exclude<BranchCaseReason, 'continued-online'>
  | 'documents-uploaded'
  | 'text-received'
  | 'call-booked'
  | 'verify-at-branch';

/** No case is opened, or added to, for an application that was withdrawn, or whose approval was. */
export const isClosedLocked = async (tx: Tx, id: ApplicationId): Promise<boolean> =>
  stateOf((await lockApplication(tx, id)).state).withdrawn !== 'nothing';

export const isClosing = (reason: CaseReason | BranchCaseReason): boolean =>
  reason === 'withdrawn' || reason === 'closed';

/** Opens the case in the core system once, and returns its number there. Only a job calls this. `since`: when the call was announced. */
export async function openCase(
  { db, vault, lender, vendorCalls, vendors }: With<'db' | 'vault' | 'lender' | 'vendorCalls' | 'vendors'>,
  applicationId: ApplicationId,
  reason: CaseReason,
  expected: { readonly by: Date } | { readonly since: Date },
): Promise<string> {
  const [application, applicant] = await Promise.all([
    readApplication(db, applicationId),
    readApplicant(db, vault, applicationId),
  ]);
  const { branch_id: branchId } = application;
  if (branchId === null) throw new Error('An application without a branch cannot be called by one.');
  const by = 'by' in expected ? expected.by : callBy(lender, application, expected.since);
  const asked = await stipulationsOf(db, application);
  const key = `branch-case:${applicationId}:${reason}`;
  const { caseId } = await vendorCalls.call({
    ...keyedCoreCall,
    operation: 'open-case',
    key,
    applicationId,
    isCalledOff: async (tx) => !isClosing(reason) && isClosedLocked(tx, applicationId),
    perform: (signal) =>
      vendors.core.openCase(
        {
          applicationId,
          branchId,
          reason,
          firstName: applicant.firstName,
          lastName: applicant.lastName,
          phone: applicant.phone,
          email: applicant.email,
          asked: asked
            .filter(({ item }) => item !== 'call')
            .map(({ item, status, until }) => ({ ...askedText[item], status, until: until?.toISOString() })),
          callBy: by.toISOString(),
        },
        key,
        signal,
      ),
  });
  return caseId;
}
