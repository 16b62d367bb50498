// Records that an email did not arrive: its notice goes by letter, and so do later ones if the address is bad, until the applicant
// confirms an address.
import { lockApplication, saveBounced } from '../../journey/applications.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { audit } from '../../records/audit.ts';
import { readAddressee } from '../../records/envelopes.ts';
import { noticesOf, saveNoticeBounced } from '../../records/notices.ts';
import type { With } from '../../services.ts';
import type { Bounce } from '../../vendors/mail-events.ts';
import { noticeMailId } from './mail-ids.ts';

export async function recordBounce(
  { db, clock, vault }: With<'db' | 'clock' | 'vault'>,
  applicationId: ApplicationId,
  { mail, recipient, isAddressBad }: Bounce,
): Promise<void> {
  const { email, confirmedEmail } = await readAddressee(db, vault, applicationId);
  const isCurrent = recipient.toLowerCase() === (confirmedEmail ?? email).toLowerCase();
  await transact(db, async (tx) => {
    await lockApplication(tx, applicationId);
    const carried = (await noticesOf(tx, applicationId)).find(
      (notice) => notice.kind !== 'open' && noticeMailId(notice) === mail,
    );
    // The service repeats an event until we respond.
    if (carried !== undefined && carried.bouncedAt !== null) return;
    if (carried !== undefined) await saveNoticeBounced(tx, clock, carried.id);
    if (isCurrent && isAddressBad) await saveBounced(tx, applicationId, clock.now());
    const notice = carried === undefined || carried.kind === 'open' ? null : carried.kind;
    await audit(tx, clock, { applicationId }, { type: 'email-bounced', notice });
  });
}
