// A bank linked during a step-up: only if it confirms name and address does the application continue.
import type { BankCheck } from '#contract/prequalification.ts';
import { lockApplication } from '../../journey/applications.ts';
import { holdClearedByBank } from '../../journey/bank-linking.ts';
import { stateOf } from '../../journey/chart.ts';
import { move } from '../../journey/move.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { ApplicationId, LinkedBankId } from '../../platform/db/tables.ts';
import { audit } from '../../records/audit.ts';
import { openHoldsOf, readEvidence, resolveWithAudit, saveFinding } from '../../records/holds.ts';
import { linkedBankOf, removeBank, stopWaitingForData } from '../../records/linked-banks.ts';
import { checksOf } from '../../records/verifications.ts';
import type { Services, With } from '../../services.ts';
import { endBankAccess } from '../bank-link/jobs.ts';
import type { Comparison } from './compare.ts';

interface BankEvidence {
  readonly bank?: Partial<Pick<Comparison, 'identity' | 'residence'>> & {
    readonly at: string;
    readonly check: BankCheck | 'confirmed';
  };
}

/** False if the application is not in a step-up. `found` is undefined if the bank could not be read. Locks the application's row. */
export async function answerStepUp(
  tx: Tx,
  services: Services,
  applicationId: ApplicationId,
  linkedBankId: LinkedBankId,
  found: Comparison | undefined,
): Promise<boolean> {
  const { vault, clock, jobs } = services;
  const application = await lockApplication(tx, applicationId);
  if (stateOf(application.state).heldFor !== 'identity') return false;
  if ((await linkedBankOf(tx, applicationId))?.id !== linkedBankId) return true;
  const isConfirmed = found?.identity.holds && found.residence.holds;
  const hold = await holdClearedByBank({ ...services, db: tx }, application);
  if (hold) {
    const bank: BankEvidence['bank'] = {
      at: clock.now().toISOString(),
      check: isConfirmed ? 'confirmed' : found ? 'not-confirmed' : 'not-read',
      ...(found && { identity: found.identity, residence: found.residence }),
    };
    const evidence = { ...(await readEvidence(tx, vault, hold.id)), bank };
    await saveFinding(tx, services, hold.id, { reason: hold.reason, evidence });
  }
  if (found) await audit(tx, clock, { applicationId }, { type: 'bank-compared', ...checksOf(found) });
  await stopWaitingForData(tx, linkedBankId);
  if (hold && isConfirmed) {
    // The application continues, and what was reviewed is not raised again.
    await resolveWithAudit(tx, services, hold, 'released', {
      by: 'the linked bank',
      note: 'It has the name and the address of the application.',
    });
    await move(tx, services, { applicationId }, 'identityConfirmed');
    return true;
  }
  // Only a bank that confirmed them is kept for the verification.
  await removeBank(tx, linkedBankId);
  await jobs.enqueue(tx, endBankAccess, applicationId, { linkedBankId });
  return true;
}

/** How the latest bank of a step-up compared. Undefined if none was read, or nothing waits for one anymore. */
export async function bankCheckOf(db: Db, { vault }: With<'vault'>, id: ApplicationId) {
  const hold = (await openHoldsOf(db, id)).find(({ kind }) => kind === 'identity');
  if (hold === undefined) return undefined;
  const { bank }: BankEvidence = await readEvidence(db, vault, hold.id);
  return bank?.check === 'confirmed' ? undefined : bank?.check;
}
