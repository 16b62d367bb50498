// `ops person`: a person's own request about their data. The request names an application. The operator types the requester's
// identifiers, which must match it; they are not arguments, so no shell history has them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import * as fields from '#contract/fields.ts';
import { defineCommand, flag, type Print, type Prompt, required } from '../../commands/command.ts';
import { dayOf } from '../../commands/printing.ts';
import { reference } from '../../commands/references.ts';
import { path } from '../../commands/words.ts';
import { isOnLegalHold } from '../../evidence/legal-holds.ts';
import { neverSubmitted, purge } from '../../evidence/retention/purge.ts';
import {
  findApplication,
  lockApplication,
  transactOn,
  updateApplication,
} from '../../journey/applications.ts';
import { writeAchFile } from '../../journey/jobs.ts';
import { notifyOfChange } from '../../messages/application-messages.ts';
import { renderPdf } from '../../pdf/render-pdf.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { ifThrown, SetupError } from '../../platform/failure.ts';
import { endSessionsOf } from '../../platform/http/sessions.ts';
import { isUsPhone } from '../../platform/us-phones.ts';
import { knownLookups } from '../../records/applicant-fields.ts';
import {
  applicationsOfSsn,
  type Correctable,
  correctable,
  findPerson,
  isPerson,
  isSamePerson,
  readApplicantField,
  saveCorrection,
} from '../../records/applicants.ts';
import { audit, latestAnchor } from '../../records/audit.ts';
import { findDisbursement } from '../../records/disbursements.ts';
import { correctRecipient, readEnvelope, recipientOf } from '../../records/envelopes.ts';
import type { With } from '../../services.ts';
import { sendTo } from '../../stages/documents/jobs.ts';
import { MissingBlob } from '../../vendors/blob-store/blobs.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { personDocument } from '../../wording/person-document.ts';
import { eraseExtras, type PersonFile, readRecords, whyKept } from './person-records.ts';

type Needs = With<'db' | 'clock' | 'vault' | 'lender' | 'blobs' | 'jobs'> & { readonly prompt: Prompt };

const ofPerson = {
  arguments: { application: required(reference('application'), 'one of the person’s') },
  needs: ['vault', 'blobs', 'lender', 'jobs'],
} as const;
const formerName = flag('also prompt for a former last name, and include the applications made under it');

type Run = (services: Needs, ids: readonly ApplicationId[], print: Print) => Promise<void>;
const about = (name: string, help: string, run: Run) =>
  defineCommand(name, help, {
    ...ofPerson,
    options: { formerName },
    run: async (services, { application, formerName: hasFormerName }, print) =>
      run(services, await confirmedPerson(services, application, hasFormerName, print), print),
  });

export const person = defineCommand('person', 'find, export, correct and delete a person’s data', {
  verbs: [
    about('find', 'list it; like every verb, it prompts for the person’s identifiers', find),
    defineCommand('export', 'write everything as JSON and PDF, and the documents', {
      ...ofPerson,
      options: { formerName, to: required(path('new folder')) },
      run: async (services, { application, formerName: hasFormerName, to }, print) =>
        exportAll(services, await confirmedPerson(services, application, hasFormerName, print), to, print),
    }),
    about('correct', 'change a name, email, phone or address by the form’s rules', correct),
    about('sign-out', 'end their sessions, in every browser', signOut),
    about('delete', 'delete what may go before its retention period ends', erase),
  ],
});

/** All applications of the proved requester; those under a former last name only if the requester knows it. */
async function confirmedPerson(services: Needs, id: ApplicationId, hasFormerName: boolean, print: Print) {
  const { db, vault, clock, prompt } = services;
  const lastName = await prompt('Last name: ');
  const formerName = hasFormerName ? await prompt('Former last name: ') : lastName;
  const dob = await prompt('Date of birth (YYYY-MM-DD): ');
  const ssn = (await prompt('Social Security number: ', true)).replace(/\D/g, '');
  const application = await findApplication(db, id);
  const isKnown = application !== undefined && application.purged_at === null;
  const person = { lastName, dob, ssn };
  if (!isKnown || !(await isPerson(db, vault, id, person))) {
    if (isKnown)
      await transact(db, (tx) => audit(tx, clock, { applicationId: id }, { type: 'person-not-confirmed' }));
    throw new SetupError("These identifiers don't match that application. Nothing was shown or changed.");
  }
  const ids: ApplicationId[] = [];
  const otherNames: ApplicationId[] = [];
  let others = 0;
  for (const candidate of await applicationsOfSsn(db, knownLookups.ssn(vault, ssn))) {
    const found = await findPerson(db, vault, candidate);
    if (found === undefined) continue;
    if ([lastName, formerName].some((name) => isSamePerson(found, { ...person, lastName: name })))
      ids.push(candidate);
    else if (isSamePerson(found, { ...person, lastName: found.lastName })) otherNames.push(candidate);
    else others += 1;
  }
  for (const otherName of otherNames)
    print(`Left out: application ${otherName}, with the same SSN and date of birth and another last name.`);
  if (otherNames.length > 0)
    print('If they are from before a change of name, run the command again with --former-name.');
  if (others > 0) print(`Left out: ${countOf(others)} with the same SSN and another date of birth.`);
  return ids;
}

const countOf = (applications: number) =>
  `${applications} ${applications === 1 ? 'application' : 'applications'}`;

async function find(services: Needs, ids: readonly ApplicationId[], print: Print): Promise<void> {
  const { db, vault, clock } = services;
  const { records, files, unreadable } = await readRecords(db, vault, ids);
  // First, so that nothing is shown without its record.
  await recordForEach(services, ids, (id, tx) =>
    audit(tx, clock, { applicationId: id }, { type: 'person-found' }),
  );
  for (const id of ids) {
    const application = await findApplication(db, id);
    print(`Application ${id}: ${application?.state}, since ${application && dayOf(application.created_at)}`);
  }
  for (const [table, rows] of Object.entries(records)) print(`  ${table}: ${rows.length}`);
  print(
    `${files.length} documents. See everything with: npm run -s ops -- person export <application> --to <folder>`,
  );
  printUnreadable(unreadable, print);
}

function printUnreadable(unreadable: readonly string[], print: Print): void {
  for (const field of unreadable)
    print(`WARNING: ${field} can't be decrypted. It was damaged or changed, or its key is missing.`);
}

async function exportAll(services: Needs, ids: readonly ApplicationId[], folder: string, print: Print) {
  const { db, vault, clock, lender, blobs } = services;
  const { records, files, unreadable } = await readRecords(db, vault, ids);
  const contents = new Map<string, Buffer>();
  const read = async (content: PersonFile['content']) =>
    typeof content === 'string' ? blobs.read(content) : (await renderPdf(content)).bytes;
  for (const { name, content } of files)
    await read(content).then(
      (bytes) => contents.set(name, bytes),
      ifThrown(MissingBlob, () => void unreadable.push(name)),
    );
  const madeAt = clock.now();
  const { bytes } = await renderPdf(
    personDocument(lender, { madeAt, records, files: files.map(({ name }) => name) }),
  );
  const write = (name: string, content: string | Uint8Array) =>
    writeFileSync(join(folder, name), content, { mode: 0o600, flag: 'wx' });
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    throw new SetupError(`${folder} cannot be made, or is there already. Name a new folder.`);
  }
  const auditCheckpoint = await latestAnchor(db, madeAt);
  // First, so that no copy is without its record.
  await recordForEach(services, ids, (id, tx) =>
    audit(tx, clock, { applicationId: id }, { type: 'person-exported' }),
  );
  write('person.json', `${JSON.stringify({ madeAt, auditCheckpoint, records, unreadable }, null, 2)}\n`);
  write('person.pdf', bytes);
  for (const [name, content] of contents) write(name, content);
  print(`Written to ${folder}: person.json, person.pdf and ${contents.size} documents.`);
  printUnreadable(unreadable, print);
  print(
    "The copy doesn't include findings of fraud and sanctions screening, or the credit reports themselves.",
  );
}

const rules: Readonly<Record<Correctable, z.ZodMiniType>> = {
  firstName: fields.firstName,
  lastName: fields.lastName,
  email: fields.email,
  phone: fields.usPhone.check(z.refine(isUsPhone, { error: errorMessages.invalid.notUsPhone })),
  ...fields.homeAddress,
};

async function correct(services: Needs, ids: readonly ApplicationId[], print: Print): Promise<void> {
  const { vault, clock, prompt } = services;
  const typed = (await prompt(`Which of ${correctable.join(', ')}: `)).trim();
  const field = correctable.find((name) => name === typed);
  if (field === undefined)
    throw new SetupError(`${correctable.join(', ')} can be corrected. Nothing was changed.`);
  const read = rules[field].safeParse((await prompt('New value: ')).trim());
  if (!read.success)
    throw new SetupError(`${read.error.issues[0]?.message ?? 'Not valid.'} Nothing was changed.`);
  const value = String(read.data);
  await recordForEach(services, ids, async (id, tx) => {
    if ((field === 'phone' || field === 'email') && !(await announce(tx, services, id, field, value))) return;
    await saveCorrection(tx, vault, id, field, value);
    await audit(tx, clock, { applicationId: id }, { type: 'person-corrected', field });
  });
  print(`Corrected in ${countOf(ids.length)}.`);
  if (field === 'phone') print('They are signed out everywhere, and no money is sent for a banking day.');
  print(
    'Decisions, notices and signed documents stay as they were made: they are the record of what was done.',
  );
}

/**
 * Notifies the earlier address or phone; false if nothing changes. After a new phone, every session ends and the payment is taken
 * out of today's file.
 */
async function announce(tx: Tx, services: Needs, id: ApplicationId, field: 'phone' | 'email', value: string) {
  await lockApplication(tx, id);
  const inside = { ...services, db: tx };
  const earlier = await (field === 'email'
    ? recipientOf(inside, id)
    : readApplicantField(tx, services.vault, id, field));
  if (earlier === value) return false;
  await notifyOfChange(tx, services, id, field, earlier);
  if (field === 'email') {
    await updateApplication(tx, id, { email_bounced_at: null });
    const sent = await readEnvelope(inside, id);
    if (sent?.mailing === 'waiting') await sendTo(tx, services, id, value);
    else await correctRecipient(tx, services, id, value);
    return true;
  }
  await endSessions(tx, services, id);
  const payment = await findDisbursement(tx, id);
  if (payment) await services.jobs.enqueue(tx, writeAchFile, id, { day: payment.file_day });
  return true;
}

async function endSessions(tx: Tx, { clock }: Needs, id: ApplicationId): Promise<number> {
  const ended = await endSessionsOf(tx, { clock }, id, 'operator');
  if (ended > 0) await audit(tx, clock, { applicationId: id }, { type: 'signed-out', by: 'operator' });
  return ended;
}

async function signOut(services: Needs, ids: readonly ApplicationId[], print: Print): Promise<void> {
  let ended = 0;
  await recordForEach(services, ids, async (id, tx) => {
    ended += await endSessions(tx, services, id);
  });
  print(`${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`);
}

async function erase(services: Needs, ids: readonly ApplicationId[], print: Print): Promise<void> {
  const { db, clock, lender } = services;
  for (const id of ids) {
    const erased = await transactOn(db, id, async (tx, { state, purged_at: purgedAt }) => {
      if (purgedAt !== null) return undefined;
      if (await isOnLegalHold(tx, id)) return 'on legal hold, so nothing was deleted.';
      if (neverSubmitted.includes(state)) {
        await purge(tx, services, [id]);
        return 'deleted. It was never submitted.';
      }
      const rows = await eraseExtras(tx, id);
      await audit(tx, clock, { applicationId: id }, { type: 'person-erased', rows });
      return rows;
    });
    if (typeof erased === 'string') print(`Application ${id}: ${erased}`);
    if (typeof erased !== 'number') continue;
    const { until, reason } = await whyKept(services, lender.retention, id);
    print(
      `Application ${id}: ${erased} records of visits and reminders, and how the person came to us, deleted.`,
    );
    print(`  The rest must stay until ${dayOf(until)} at least. ${reason}`);
  }
}

async function recordForEach(
  { db }: Needs,
  ids: readonly ApplicationId[],
  write: (id: ApplicationId, tx: Tx) => Promise<void>,
): Promise<void> {
  await transact(db, async (tx) => {
    for (const id of ids) await write(id, tx);
  });
}
