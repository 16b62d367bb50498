// A restored backup lacks what happened after it was made: none of that happens a second time.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readNachaFile } from '#finance/nacha-reader.ts';
import { createProduct } from '#server/app.ts';
import { timeOf } from '#server/commands/printing.ts';
import { exportAudit } from '#server/evidence/audit-checkpoints.ts';
import { readReturnFolder } from '#server/funding/ach/return-files.ts';
import { move, stopRestored } from '#server/journey/move.ts';
import { notifyAllPending } from '#server/messages/state-emails.ts';
import { decideNotice } from '#server/operations/commands/notices.ts';
import { daysAfter } from '#server/platform/clock.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { NotPerformed } from '#server/platform/jobs/vendor-calls.ts';
import { audit } from '#server/records/audit.ts';
import { openHoldsOf } from '#server/records/holds.ts';
import { findNotice } from '#server/records/notices.ts';
import { hardPullKey } from '#server/stages/approval/decide.ts';
import { checkOpenEnvelopes } from '#server/stages/documents/envelope-status.ts';
import { approvalDecidedAs, documentsSentAs, linkedAs, signedAs } from './journeys.ts';
import { holdOf, operate, runAsOperator } from './operator.ts';
import { bankReturns, traceOf, writtenPayment } from './payouts.ts';
import {
  acceptHardPull,
  chooseDeposit,
  emailedLink,
  sendDocuments,
  signHere,
  typedAccount,
} from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { audited, rowsOf, setRows } from './rows.ts';
import { query } from './test-databases.ts';
import { casesOf, pullsOf, sandboxAhead } from './vendors.ts';
import { jobsEnded, reached } from './waits.ts';
import { hasServer, openWorld, readUntil, stateOf } from './world.ts';

const run = promisify(execFile);

describe.runIf(hasServer)('a restored backup', () => {
  const world = openWorld({ database: 'server', onBankingMorning: true });

  async function backUp() {
    const url = new URL(world.config.DATABASE_URL as string);
    const file = join(world.config.dataDirectory, 'backup.dump');
    await run('pg_dump', ['--format=custom', '--file', file, url.toString()]);
    return async () => {
      const name = url.pathname.slice(1);
      for (const statement of [`drop database ${name} with (force)`, `create database ${name}`])
        await query(process.env.TEST_DATABASE_URL as string, statement);
      await run('pg_restore', ['--dbname', url.toString(), '--no-owner', file]);
    };
  }
  /** Runs `ops after-restore` while the product is stopped, and returns what it prints. */
  async function markedRestored(before: () => Promise<unknown> = async () => {}, ...args: string[]) {
    let output = '';
    await world.restart(async () => {
      await before();
      output = await operate(world, 'after-restore', ...args);
    });
    return output;
  }
  const callOf = (list: string, id: ApplicationId) =>
    list
      .split('\n')
      .find((line) => line.includes(`hard-pull of application ${id}`))
      ?.split(' ')[0] as string;

  const pulls = async (ssn: unknown) => (await pullsOf(world, ssn)).filter((kind) => kind === 'hard').length;
  const mails = async (email: unknown) => (await world.mailTo(email)).map(({ subject }) => subject).sort();
  const entries = () => {
    const folder = join(world.config.dataDirectory, 'ach');
    return readdirSync(folder)
      .filter((name) => name.endsWith('.ach'))
      .flatMap((name) => readNachaFile(readFileSync(join(folder, name), 'utf8')).batches)
      .flatMap((batch) => batch.entries.map((one) => `${one.traceNumber} ${one.amount} ${one.accountNumber}`))
      .sort();
  };
  const isPaid = (id: ApplicationId) => writtenPayment(world, id);
  const expectNoStart = () =>
    expect(createProduct(world.config, { role: 'web' })).rejects.toThrow(
      /^This database was restored from a backup/,
    );
  async function withoutNote({ id }: { readonly id: ApplicationId }) {
    const { blobStore } = world.services.vendors;
    const notes = await blobStore.list('pulls/', '', AbortSignal.timeout(60_000));
    await blobStore.remove(notes.find((key) => key.endsWith(id)) as string, AbortSignal.timeout(60_000));
  }
  const isIdle = (id: ApplicationId) => jobsEnded(world, { of: id });
  /** Whether a notice is due on an application, such as a denial. */
  const hasOpenTerm = async (id: ApplicationId) => (await findNotice(world.db, id, 'pending')) !== undefined;

  it('leads to no second hard pull, envelope, payment or email', { tags: ['full'] }, async () => {
    const pulled = await linkedAs(world);
    const quiet = await linkedAs(world);
    const sending = await documentsSentAs(world);
    // Otherwise the backup may have the job that sends the documents, which would run again beside the check of the envelope.
    await isIdle(sending.id);
    const restore = await backUp();

    // What the backup lacks: a hard pull, a signed and paid loan, and an applicant from beginning to end.
    expect(await acceptHardPull(pulled.browser)).toBe('SUCCESS');
    await signHere(sending.browser);
    await isPaid(sending.id);
    const lost = await signedAs(world, '000987654321');
    const { sequence } = await isPaid(lost.id);
    await isIdle(sending.id);
    await isIdle(lost.id);
    const before = { entries: entries(), mails: await mails(sending.sent.email) };
    expect(before.entries.length).toBe(2);

    const output = await markedRestored(async () => {
      await restore();
      await expectNoStart();
    });
    expect(output).toContain('3 applications were under way');
    expect(output).toContain('1 can continue');
    expect(output).toContain('Found 1 payments since the backup');
    expect(output).toContain('2 wait for you to check their hard pull');
    expect(output).toMatch(new RegExp(`entry ${sequence} of .* of an application that was lost`));
    expect(output).toContain('Everything is checked.');

    // The two whose pull may have been made wait, and their buttons do nothing.
    for (const { browser } of [pulled, quiet]) {
      const { defaultScreen, links } = await browser.journey();
      expect([defaultScreen, links.submitApproval]).toEqual(['contact', undefined]);
    }
    const list = await operate(world, 'calls');
    const settle = (id: ApplicationId, answer: string) =>
      operate(world, 'calls', 'settle', callOf(list, id), answer);
    expect(await settle(pulled.id, '--happened')).toContain('The application ends, and the branch will call');
    expect(await settle(quiet.id, '--did-not-happen')).toContain('continues from where the backup has it');
    expect(await stateOf(world, pulled.id)).toBe('LEFT_TO_BRANCH');
    expect(await stateOf(world, quiet.id)).toBe('VERIFIED');
    expect(await acceptHardPull(quiet.browser)).toBe('SUCCESS');
    expect([await pulls(pulled.sent.ssn), await pulls(quiet.sent.ssn)]).toEqual([1, 1]);

    // The signature is found again, once the signing service may be called, and the loan that it leads to is paid already.
    await sandboxAhead(world, 15 * 60);
    await checkOpenEnvelopes(world.services);
    await reached(world, sending.id, 'SIGNED');
    await isIdle(sending.id);
    expect(entries()).toEqual(before.entries);
    expect((await world.console<unknown[]>(`envelopes?email=${sending.sent.email}`)).length).toBe(1);
    expect(await mails(sending.sent.email)).toEqual(before.mails);
    expect(await operate(world, 'jobs')).toContain('email-notice');

    expect(await audited(world, 'backup-restored', 'call-resolved')).toMatchObject([
      { type: 'backup-restored', operator: 'Pat Operator' },
      { type: 'call-resolved', operator: 'Pat Operator' },
      { type: 'call-resolved', operator: 'Pat Operator' },
    ]);
    await expect(operate(world, 'after-restore')).rejects.toThrow(/^Nothing shows that/);
    // The other tests know nothing of this one.
    await withoutNote(lost);
  });

  it('asks only about those whose hard pull the blob store or the audit sink has, also by a reviewer', {
    tags: ['full'],
  }, async () => {
    const [continued, settled, quiet] = [await linkedAs(world), await linkedAs(world), await linkedAs(world)];
    const approved = await approvalDecidedAs(world);
    const [begun, unseen] = [await linkedAs(world), await linkedAs(world)];
    // Another application of the same person.
    const twin = await linkedAs(world);
    const [{ ssn_lookup } = {}] = await rowsOf(world, 'applicant', begun.id);
    await setRows(world, 'applicant', twin.id, { ssn_lookup });
    const refused = replaceCall(world.services.vendors.bureau, 'hardPull', () => async () => {
      throw Object.assign(new NotPerformed('The bureau refuses it.'), { isFinal: true });
    });
    for (const { browser } of [continued, settled]) expect(await acceptHardPull(browser)).toBe('FAILURE');
    refused();
    await decideNotice(world.services, { verb: 'settled', id: settled.id, reasons: [] });
    for (const { id } of [continued, settled, approved]) await isIdle(id);
    const restore = await backUp();
    // Only the sink has this one, and only the blob store the one after the sink's last event.
    expect(await acceptHardPull(begun.browser)).toBe('SUCCESS');
    await isIdle(begun.id);
    await withoutNote(begun);
    const file = join(world.config.dataDirectory, 'approvals.log');
    const kept = ['--blobs-kept', '--export', file];
    await exportAudit({ ...world.services, config: { ...world.config, AUDIT_SINK: `file:${file}` } });
    expect(await acceptHardPull(unseen.browser)).toBe('SUCCESS');
    const { id: review } = await holdOf(world, continued.id);
    const release = () => operate(world, 'holds', 'release', review, '--note', 'The bureau is back.');
    await release();
    await reached(world, continued.id, 'APPROVED');
    const output = await markedRestored(restore, ...kept);
    expect(output).toContain('4 wait for you to check their hard pull');
    const wasStopped = async ({ id }: { readonly id: ApplicationId }) =>
      (await rowsOf(world, 'hold', id)).length > 0;
    expect([await wasStopped(approved), await wasStopped(quiet)]).toEqual([true, false]);
    await release();
    await isIdle(continued.id);
    expect(await pulls(continued.sent.ssn)).toBe(1);
    const calls = await operate(world, 'calls');
    for (const { id } of [continued, begun, twin, unseen])
      expect(calls).toContain(`hard-pull of application ${id}`);
    for (const { id } of [settled, quiet, approved]) expect(calls).not.toContain(id);
    expect(await acceptHardPull(quiet.browser)).toBe('SUCCESS');

    const again = (days: number, ...how: string[]) =>
      operate(world, 'after-restore', '--backup-at', timeOf(daysAfter(world.clock.now(), -days)), ...how);
    await expect(again(7, ...kept)).rejects.toThrow('the backup is older');
    await expect(again(1, '--blobs-kept')).rejects.toThrow('also needs the file that AUDIT_SINK wrote');
    // A store that lacks what the backup has proves nothing, and an application that the backup lacks is of someone.
    await world.services.blobs.notePull(randomUUID() as ApplicationId);
    await expect(again(1, ...kept)).rejects.toThrow('1 hard pulls may have begun for applications that');
    await withoutNote(approved);
    await expect(again(1, ...kept)).rejects.toThrow(`lacks the hard pull of application ${approved.id}`);
    // More is marked where the blob store was trusted by mistake.
    const [{ data } = {}] = await audited(world, 'backup-restored').then((all) => all.slice(-1));
    const at = String((data as { backupAt: string }).backupAt);
    expect(await operate(world, 'after-restore', '--backup-at', at)).not.toContain('marked already');
  });

  it('is marked to the end before a start, and names missing documents', { tags: ['full'] }, async () => {
    const { id } = await linkedAs(world);
    await isIdle(id);
    // The backup of the blob store lacks a document.
    const [{ key } = { key: '' }] = await rowsOf(world, 'blob', id);
    await world.services.vendors.blobStore.remove(key, AbortSignal.timeout(60_000));
    const at = timeOf(world.clock.now());
    const killed = () =>
      runAsOperator(world, ['after-restore', '--backup-at', at], (line) => {
        if (line.includes('so far')) throw new Error('killed');
      });
    let output = '';
    let failures: Readonly<Record<string, number>> = {};
    await world.restart(async () => {
      const url = world.config.DATABASE_URL as string;
      const pending = `insert into job (id, application_id, name, status, created_at, changed_at)
        select gen_random_uuid(), $1, name, 'PENDING', now(), now() from unnest($2::text[]) name`;
      await query(url, pending, [id, ['send-text', 'email-resume-link', 'email-notice']]);
      await expect(killed()).rejects.toThrow('killed');
      await expectNoStart();
      const withoutInstant = operate(world, 'after-restore', '--nothing-since');
      await expect(withoutInstant).rejects.toThrow(/marked as unresolved already/);
      output = await operate(world, 'after-restore');
      const jobs = 'select name, failures from job where application_id = $1';
      const rows = await query<{ name: string; failures: number }>(url, jobs, [id]);
      failures = Object.fromEntries(rows.map((row) => [row.name, row.failures]));
    });
    // They may have been sent since the backup. A notice that the law requires is sent again.
    expect(failures['send-text']).toBeGreaterThan(1000);
    expect(failures['email-resume-link']).toBeGreaterThan(1000);
    expect(failures['email-notice']).toBe(0);
    expect(output).toContain(`The backup includes everything until ${at}`);
    expect(output).toContain('Everything is checked.');
    expect(output).toContain(`lacks ${key}`);
    expect(output).toContain('1 objects are missing from the blob store. Restore them');
    expect(await openHoldsOf(world.db, id)).toHaveLength(1);
  });

  it('never pays a loan that was canceled since, and pays the others', { tags: ['full'] }, async () => {
    const canceled = await signedAs(world, '000111999888');
    const done = await signedAs(world, '000111999777');
    await done.browser.put(await done.browser.link('autopay'), { choice: 'skip' });
    const kept = await signedAs(world, '000111999666');
    const ids = [canceled.id, done.id];
    for (const { id } of [canceled, done, kept]) {
      await isPaid(id);
      await isIdle(id);
    }
    const restore = await backUp();
    for (const { browser } of [canceled, done])
      expect((await browser.post(await browser.link('withdraw'))).statusCode).toBe(200);
    for (const id of ids) await isIdle(id);
    const before = entries();

    const output = await markedRestored(restore);
    for (const id of ids) expect(output).toContain(`  ${id}`);
    expect(output).not.toContain(kept.id);
    await isIdle(kept.id);
    // Another loan of the day has the file written again.
    await isPaid((await signedAs(world, '000555666888')).id);
    for (const id of ids) {
      const hold = await holdOf(world, id);
      const decide = (verb: string) => operate(world, 'holds', verb, hold.id, '--note', 'Seen');
      await expect(decide('release')).rejects.toThrow('was canceled after the backup');
      expect(await decide('refuse')).toContain('Refused');
      await isIdle(id);
      expect(await stateOf(world, id)).toBe('LOAN_CANCELED');
      expect(await hasOpenTerm(id)).toBe(false);
    }
    expect((await isPaid((await signedAs(world, '000555666999')).id)).written_at).not.toBeNull();
    expect(entries()).toEqual(expect.arrayContaining(before));
    expect(entries()).toHaveLength(before.length + 2);
  });

  it('pays no loan a second time while a vendor has not answered about it', { tags: ['full'] }, async () => {
    const { browser, id } = await documentsSentAs(world);
    await isIdle(id);
    const restore = await backUp();
    await signHere(browser);
    await isPaid(id);
    await isIdle(id);
    const before = entries();

    const withoutCore = { ...world, config: { ...world.config, CORE_URL: 'http://127.0.0.1:9' } };
    let output = '';
    await world.restart(async () => {
      await restore();
      output = await operate(withoutCore, 'after-restore');
    });
    expect(output).toContain('because a vendor did not answer');
    expect(output).not.toContain('of an application that was lost');
    const hold = await holdOf(world, id);
    const release = () => operate(world, 'holds', 'release', hold.id, '--note', 'Nothing happened');
    await expect(release()).rejects.toThrow('Run ops after-restore again first');
    expect(await stateOf(world, id)).toBe('RESTORED');

    expect(await operate(world, 'after-restore')).toContain('Found 1 payments since the backup');
    await sandboxAhead(world, 15 * 60);
    await checkOpenEnvelopes(world.services);
    await reached(world, id, 'SIGNED');
    await isIdle(id);
    expect(entries()).toEqual(before);
    expect(await release()).toContain('already resolved');
  });

  it('knows a loan that the bank returned and that was paid again', { tags: ['full'] }, async () => {
    const { browser, id } = await signedAs(world, '000222333444');
    const { sequence: first } = await isPaid(id);
    await isIdle(id);
    const restore = await backUp();
    await bankReturns(world, { traceNumber: traceOf(world, first), code: 'R03' });
    await readReturnFolder(world.services);
    await isIdle(id);
    await browser.post(await browser.link('directEntry'), typedAccount('000222333555'));
    const { sequence: second } = await readUntil(
      () => isPaid(id),
      (paid) => paid.sequence > first,
    );
    await isIdle(id);
    const again = entries().filter((entry) => entry.endsWith('000222333555'));
    expect(again).toHaveLength(1);

    const output = await markedRestored(restore);
    expect(output).toContain('Found 1 payments since the backup');
    expect(output).not.toContain(`entry ${second} of`);
    expect((await isPaid(id)).sequence).toBe(second);
    // Another loan of the day has the file written again, whose account the database no longer has.
    await isPaid((await signedAs(world, '000222333666')).id);
    const mine = `${traceOf(world, second)} `;
    expect(entries().filter((entry) => entry.startsWith(mine))).toEqual(again);
  });

  it('leaves an approval to the branch with a case and without a denial', { tags: ['full'] }, async () => {
    const { id } = await signedAs(world, '000111222');
    await isIdle(id);
    const { db, clock, jobs } = world.services;
    await transact(db, (tx) => stopRestored(tx, { clock }, id));
    await transact(db, (tx) => move(tx, { clock, jobs }, { applicationId: id }, 'restoredLeftToBranch'));
    expect(await stateOf(world, id)).toBe('LEFT_TO_BRANCH');
    expect(await hasOpenTerm(id)).toBe(false);
    await isIdle(id);
    expect((await casesOf(world, id)).filter(({ reason }) => reason === 'no-decision')).toHaveLength(1);
  });

  it('lists who had another phone recorded since, so that their money rests', {
    tags: ['full'],
  }, async () => {
    const { id } = await linkedAs(world);
    const restore = await backUp();
    const { db, clock } = world.services;
    const changed = { type: 'person-corrected', field: 'phone' } as const;
    await transact(db, (tx) => audit(tx, clock, { applicationId: id }, changed));
    const file = join(world.config.dataDirectory, 'audit.log');
    const config = { ...world.config, AUDIT_SINK: `file:${file}` };
    await exportAudit({ ...world.services, config });
    const again = `A branch recorded another phone of ${id}. Record it again before you start`;
    expect(await markedRestored(restore, '--export', file)).toContain(again);
  });

  it('asks the bureau in one file, and stops nothing again', { tags: ['full'] }, async () => {
    const first = await linkedAs(world);
    const { id: notMade, sent } = await linkedAs(world);
    // Point-in-time recovery leaves no trace in the database.
    const backupAt = '2026-03-02T14:59:00Z';
    const output = await markedRestored(undefined, '--backup-at', backupAt);
    const asked = /Ask the bureau about the time from (\S+) to (\S+), for all/.exec(output);
    expect(asked?.[1]).toBe(backupAt);
    await notifyAllPending(world.services);
    await isIdle(notMade);
    const list = await operate(world, 'calls');
    for (const id of [first.id, notMade])
      expect(list).toContain(`hard-pull of application ${id}, from ${backupAt} to `);
    // The product runs again, another person applies, and the command is repeated with the same instant.
    const { id: otherId } = await linkedAs(world);
    await isIdle(otherId);
    const again = await operate(world, 'after-restore', '--backup-at', backupAt);
    expect(again).toContain(`Everything since ${backupAt} is marked already.`);
    expect(await stateOf(world, otherId)).toBe('VERIFIED');
    expect(await operate(world, 'calls')).toBe(list);

    const path = join(world.config.dataDirectory, 'bureau.csv');
    expect(await operate(world, 'calls', 'file', path)).toContain('asks about');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await expect(operate(world, 'calls', 'file', path)).rejects.toThrow('exists already');
    const [head, ...rows] = readFileSync(path, 'utf8').trim().split('\r\n');
    expect(head).toContain('"from","until","hard pull made (yes or no)"');
    const rowOf = (id: ApplicationId) =>
      rows.find((row) => row.startsWith(`"${callOf(list, id)}"`)) as string;
    const digits = String(first.sent.ssn).slice(-4);
    expect(rowOf(first.id)).toBe(
      `"${callOf(list, first.id)}","Alex","Rivera","1985-04-12","${digits}","UT","84101","${backupAt}","${asked?.[2]}",""`,
    );

    await operate(world, 'calls', 'settle', callOf(list, first.id), '--happened');
    await operate(world, 'calls', 'settle', callOf(list, notMade), '--did-not-happen');
    expect(await stateOf(world, first.id)).toBe('LEFT_TO_BRANCH');
    expect(await stateOf(world, notMade)).toBe('VERIFIED');
    const refused = {
      application_id: first.id,
      data: { kind: 'restore', stage: 'restore', resolution: 'refused' },
    };
    expect(await audited(world, 'hold-resolved')).toContainEqual(expect.objectContaining(refused));
    await isIdle(notMade);
    const received = (await mails(sent.email)).filter((subject) => /saved|can continue/.test(subject));
    expect(received).toHaveLength(2);
  });

  it('holds an approval whose envelope DocuSign may no longer find', { tags: ['full'] }, async () => {
    const approved = await approvalDecidedAs(world);
    const offered = await linkedAs(world);
    const sending = await documentsSentAs(world);
    const answered = await approvalDecidedAs(world);
    for (const { id } of [approved, offered, sending, answered]) await isIdle(id);
    // The answer to its hard pull came late, so that the pull was settled, the loan approved and its envelope created since.
    await setRows(world, 'application', answered.id, { state: 'APPROVAL_UNRESOLVED' });
    const pull = world.db.updateTable('vendor_call').where('key', '=', hardPullKey(answered.id));
    await pull.set({ status: 'unresolved' }).execute();
    const backupAt = timeOf(daysAfter(world.clock.now(), -8));
    const output = await markedRestored(undefined, '--backup-at', backupAt);
    for (const { id } of [approved, answered]) expect(output).toContain(`  ${id}`);
    const list = await operate(world, 'calls');
    const settled = await operate(world, 'calls', 'settle', callOf(list, answered.id), '--happened');
    expect(settled).toContain('The application stays on hold until');
    // Without a hard pull there is no envelope, and one that the backup has is known.
    for (const id of [offered.id, sending.id]) expect(output).not.toContain(id);
    const hold = await holdOf(world, approved.id);
    const shown = await operate(world, 'holds', 'show', hold.id);
    expect(shown).toContain('"isUnknownEnvelope": true');
    expect(shown).toContain('If isUnknownEnvelope is true, look in the e-signature service');

    // The operator who releases the hold found none, so the envelope may be created.
    await operate(world, 'holds', 'release', hold.id, '--note', 'There is no envelope.');
    const { browser, sent } = approved;
    await chooseDeposit(browser);
    await sendDocuments(browser, sent.email as string);
    await emailedLink(world, sent.email as string);
    expect(await world.console<unknown[]>(`envelopes?email=${sent.email}`)).toHaveLength(1);
  });
});
