// Details that an applicant changes after the decision: the offers are computed again, and a new phone is confirmed first.
import { type Application, countDetailsUpdate, lockApplication } from '../../journey/applications.ts';
import { changesOffers, isConfirmingPhone, mayUpdateDetails } from '../../journey/details-updates.ts';
import { move } from '../../journey/move.ts';
import { refuseStep } from '../../journey/policy.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId, SessionId } from '../../platform/db/tables.ts';
import { type Details, isSameDetails } from '../../records/applicant-fields.ts';
import { readApplicant, saveDetails, saveNewPhone } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import type { With } from '../../services.ts';
import { decideAgain } from '../decision/decide-again.ts';
import { assertNotExpired } from '../offers/service.ts';
import { requestTextCode, spendText } from '../phone-check/sending.ts';

export async function updateAfterDecision(
  services: With<'clock' | 'db' | 'vault' | 'limiter' | 'jobs' | 'lender' | 'policies'>,
  application: Application,
  subject: { readonly applicationId: ApplicationId; readonly sessionId: SessionId },
  details: Details,
): Promise<void> {
  const { db, vault, clock } = services;
  const { id } = application;
  await assertNotExpired(services, application);
  if (!mayUpdateDetails(services, application)) refuseStep();
  const applicant = await readApplicant(db, vault, id);
  const isConfirming = applicant.newPhone !== undefined;
  if (!isConfirming && isSameDetails(details, applicant)) return;

  const hasNewPhone = details.phone !== applicant.phone;
  if (hasNewPhone) await spendText(services, application, details.phone);
  const decide = hasNewPhone ? undefined : await decideAgain(services, id, details);
  await transact(db, async (tx) => {
    const current = await lockApplication(tx, id);
    if (!changesOffers(current) || !mayUpdateDetails(services, current)) refuseStep();
    // Until its code is accepted, the phone on file stays: the applicant needs it to return.
    await saveDetails(tx, vault, id, { ...details, phone: applicant.phone });
    await saveNewPhone(tx, vault, id, hasNewPhone ? details.phone : undefined);
    if (!isConfirmingPhone(current)) await countDetailsUpdate(tx, current);
    await audit(tx, clock, subject, {
      type: 'details-updated',
      phone: hasNewPhone ? 'changed' : 'as-before',
    });
    if (decide) return decide(tx);
    await move(tx, services, subject, 'phoneChanged');
    await requestTextCode(tx, services, id, 'allowed', 'new-phone');
  });
}
