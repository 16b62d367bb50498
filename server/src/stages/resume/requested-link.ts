// Emails a requested link. A job looks the application up, so that no response or its time reveals one.
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { toOpenAmong, transactOn } from '../../journey/applications.ts';
import { sendResumeLink } from '../../messages/application-messages.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { Lookup } from '../../platform/encryption.ts';
import { requested, type ScheduledJob } from '../../platform/jobs/jobs.ts';
import { knownLookups, lookups } from '../../records/applicant-fields.ts';
import { applicationsOfEmail, confirmedByEmailAmong } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { recipientOf } from '../../records/envelopes.ts';
import type { Services, With } from '../../services.ts';

interface Link {
  readonly mail: string;
  readonly opens?: 'documents' | undefined;
}

const name = 'find-link-owner';
const sentSchema = z.object({ mail: z.uuid(), email: z.array(z.string()) });

export function requestLink({ db, jobs, vault }: With<'db' | 'jobs' | 'vault'>, email: string) {
  const sent: z.infer<typeof sentSchema> = {
    mail: randomUUID(),
    email: [...knownLookups.email(vault, email)],
  };
  return jobs.send(db, name, sent);
}

export function emailRequestedLink(services: Services): ScheduledJob {
  const { db } = services;
  return {
    name,
    when: requested,
    seconds: 30,
    run: async (sent) => {
      const { mail, email } = sentSchema.parse(sent);
      const target = await ownersApplication(db, email as Lookup[]);
      if (target === undefined) return;
      await enqueueLinkForOthers(services, target, { mail });
    },
  };
}

/** A stranger's requests use up none of the applicant's own, and no refusal reveals how many were sent. */
export async function enqueueLinkForOthers(
  services: With<'clock' | 'db' | 'jobs' | 'limiter' | 'vault'>,
  target: ApplicationId,
  link: Link,
): Promise<void> {
  const { limiter, vault } = services;
  const recipient = lookups.email(vault, await recipientOf(services, target));
  const mayMail =
    (await limiter.trySpend('mail-link', `others:${target}`)) &&
    (await limiter.trySpend('mail-to-address', `others:${recipient}`));
  if (mayMail) await enqueueLink(services, target, link);
}

/** The latest under way, or else the latest, and before others one that the owner of the address confirmed. */
async function ownersApplication(db: Db, email: readonly Lookup[]): Promise<ApplicationId | undefined> {
  const ids = await applicationsOfEmail(db, email);
  const [found, confirmed] = await Promise.all([toOpenAmong(db, ids), confirmedByEmailAmong(db, ids)]);
  const [first] = found;
  const best =
    found.find(({ id, isUnderWay }) => isUnderWay === first?.isUnderWay && confirmed.has(id)) ?? first;
  return best?.id;
}

export function enqueueLink(
  { db, clock, jobs }: With<'clock' | 'db' | 'jobs'>,
  target: ApplicationId,
  link: Link,
): Promise<void> {
  return transactOn(db, target, async (tx) => {
    await jobs.enqueue(tx, sendResumeLink, target, link);
    await audit(tx, clock, { applicationId: target }, { type: 'link-requested' });
  });
}
