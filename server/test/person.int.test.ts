// A person's data: given only to that person, corrected, and deleted as far as the law allows.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addBankingDays } from '#finance/banking-days.ts';
import { isoDate } from '#finance/dates.ts';
import { type Prompt, runCommand } from '#server/commands/command.ts';
import { placeLegalHold } from '#server/evidence/legal-holds.ts';
import { isInFiles } from '#server/funding/ach/ach-file.ts';
import { screenPayments } from '#server/funding/jobs.ts';
import { findApplication, lockApplication } from '#server/journey/applications.ts';
import { person as command } from '#server/operations/commands/person.ts';
import { lenderToday } from '#server/platform/clock.ts';
import { type Tx, transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { readApplicant } from '#server/records/applicants.ts';
import { auditEventsOf } from '#server/records/audit.ts';
import { findDisbursement } from '#server/records/disbursements.ts';
import { readDocument, saveDocument } from '#server/records/documents.ts';
import { decidedAs, signedAs } from './journeys.ts';
import { emailedToken, newCode, open } from './leads.ts';
import { openInside } from './operator.ts';
import { writtenPayment } from './payouts.ts';
import { readPdf } from './pdf-tools.ts';
import { rowsOf, setRows } from './rows.ts';
import { testFolder } from './test-folder.ts';
import { lockWaitedFor } from './waits.ts';
import { type Browser, eventually, hasServer, openWorld, refusalOf } from './world.ts';

const world = openWorld();

async function held(changes: Record<string, unknown> = {}) {
  const { sent, id } = await decidedAs(world, 10, changes);
  const { lastName, ssn } = sent as { lastName: string; ssn: string };
  return { id, sent, answers: [lastName, '1985-04-12', ssn] };
}
type Held = Awaited<ReturnType<typeof held>>;

async function exported({ id, answers }: Pick<Held, 'id' | 'answers'>) {
  const parent = testFolder();
  const folder = join(parent, 'copy');
  // The operator is in a folder of their own, while npm runs the command in the product's.
  const { text } = await person(['export', id, '--to', 'copy'], answers, { INIT_CWD: parent });
  const json = readFileSync(join(folder, 'person.json'), 'utf8');
  return { folder, text, json, ...JSON.parse(json) };
}

/** As one that was never submitted, which can be deleted. */
const becomesLead = (id: ApplicationId) => setRows(world, 'application', id, { state: 'LEAD' });

async function person(args: string[], answers: readonly string[], env: NodeJS.ProcessEnv = {}, at = world) {
  const lines: string[] = [];
  const left = [...answers];
  const prompts: string[] = [];
  const prompt: Prompt = async (question, secret) => {
    prompts.push(`${question}${secret ? '(hidden)' : ''}`);
    return left.shift() ?? '';
  };
  const print = (line: string) => void lines.push(line);
  await runCommand(command, { env, args, print, open: openInside(at, { prompt }) });
  return { text: lines.join('\n'), prompts };
}

const auditOf = async (id: ApplicationId) =>
  (await auditEventsOf(world.db, id)).map(({ type }) => type).filter((type) => type.startsWith('person-'));

describe('a request about one’s own data', () => {
  it('shows nothing to a person whose identifiers are not those of the application', async () => {
    const { id, answers } = await held();
    for (const wrong of [
      ['Other', ...answers.slice(1)],
      [answers[0], '1985-04-13', answers[2]],
      [answers[0], answers[1], '666-99-0001'],
    ])
      await expect(person(['find', id], wrong as string[])).rejects.toThrow("don't match that application");
    expect(await auditOf(id)).toEqual(Array(3).fill('person-not-confirmed'));
    await expect(person(['find', id, 'Rivera'], answers)).rejects.toThrow('Usage: person find ');
  });

  it('finds every application of the person, and prompts for the number without showing it', async () => {
    const first = await held();
    const { id: second } = await held({ ssn: first.sent.ssn, email: 'second@example.com' });
    const { text, prompts } = await person(['find', first.id], first.answers);
    expect(text).toContain(`Application ${first.id}: DECLINED`);
    expect(text).toContain(`Application ${second}: DECLINED`);
    expect(text).not.toContain('Rivera');
    expect(prompts[2]).toBe('Social Security number: (hidden)');
    expect(await auditOf(second)).toEqual(['person-found']);
  });

  it('leaves out applications of another person with the same Social Security number', async () => {
    const owner = await held();
    const { ssn } = owner.sent as { ssn: string };
    const other = { lastName: 'Thornton', dob: '01/02/1990', email: 'thornton@example.com' };
    const { id } = await held({ ssn, ...other });
    const answers = ['Thornton', '1990-01-02', ssn];
    await becomesLead(owner.id);
    const { text } = await person(['find', id], answers);
    expect(text).toContain('Left out: 1 application with the same SSN and another date of birth.');
    const { records } = await exported({ id, answers });
    expect(records.applicant).toMatchObject([{ last_name: 'Thornton' }]);
    const corrected = await person(['correct', id], [...answers, 'email', 'thornton2@example.com']);
    expect(corrected.text).toContain('Corrected in 1 application.');
    await person(['delete', id], answers);
    const { lastName, email } = await readApplicant(world.db, world.services.vault, owner.id);
    expect([lastName, email]).toEqual(['Rivera', owner.sent.email]);
    expect(await auditOf(owner.id)).toEqual([]);
  });

  it('lists applications under another last name, and includes them only by that former name', async () => {
    const before = await held();
    const [, dob = '', ssn = ''] = before.answers;
    const { id } = await held({ ssn, lastName: 'Thornton', email: 'married@example.com' });
    await becomesLead(before.id);
    const leftOut = `Left out: application ${before.id}, with the same SSN and date of birth and another last name.`;
    for (const verb of ['find', 'delete']) {
      expect((await person([verb, id], ['Thornton', dob, ssn])).text).toContain(leftOut);
      const guessed = await person([verb, id, '--former-name'], ['Thornton', 'Smith', dob, ssn]);
      expect(guessed.text).toContain(leftOut);
    }
    expect(await auditOf(before.id)).toEqual([]);

    const both = await person(['find', id, '--former-name'], ['Thornton', 'Rivera', dob, ssn]);
    expect(both.text).toContain(`Application ${before.id}: LEAD`);
    expect(await auditOf(before.id)).toEqual(['person-found']);
    await person(['delete', id, '--former-name'], ['Thornton', 'Rivera', dob, ssn]);
    expect(await findApplication(world.db, before.id)).toMatchObject({ purged_at: expect.any(Date) });
  });

  it('returns a copy as JSON and PDF, without secrets and screening findings', async () => {
    const { id, sent, answers } = await held();
    const { db, vault } = world.services;
    const notice = await eventually(() => readDocument(db, vault, `adverse-action:${id}`));
    // A draft that was not sent, and so is not in the blob store.
    const draft = { applicationId: id, kind: 'adverse-action-draft', key: `draft of ${id}` };
    await transact(db, (tx) => saveDocument(tx, world.services, draft, notice.paper));
    const { folder, text, json, records } = await exported({ id, answers });
    expect(text).toContain(`Written to ${folder}: person.json, person.pdf and 2 documents`);
    const files = readdirSync(folder).sort();
    const documents = files.filter((file) => file.startsWith('document-'));
    expect(files).toEqual([...documents, 'person.json', 'person.pdf']);
    const kinds = documents.map((file) => file.replace(/-\d\.pdf$/, '')).sort();
    expect(kinds).toEqual(['document-adverse-action', 'document-adverse-action-draft']);
    for (const file of documents)
      expect(readPdf('pdftotext', [join(folder, file), '-'])).toContain('Alex Rivera');
    for (const file of files) expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
    const applicant = { first_name: 'Alex', ssn: 'ends in 0010', city: 'Salt Lake City' };
    expect(records.applicant[0]).toMatchObject(applicant);
    expect(records.decision[0]).toMatchObject({ outcome: 'DECLINED', inputs: { score: 530 } });
    expect(Object.keys(records)).toEqual(expect.arrayContaining(['consent', 'session', 'military_check']));
    expect(json).not.toContain(String(sent.ssn).replaceAll('-', ''));
    expect(json).not.toMatch(/_lookup|token_hash|vendor_call|"hold"/);
    expect(readFileSync(join(folder, 'person.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    await expect(person(['export', id, '--to', folder], answers)).rejects.toThrow('Name a new folder');
  });

  it('returns the rest of a copy if a row is damaged, and names the damaged fields', async () => {
    const { id, answers } = await held();
    await transact(world.db, async (tx) => {
      // As a superuser could: the triggers refuse it otherwise.
      await sql`alter table consent disable trigger consent_append_only`.execute(tx);
      const damaged = `${world.services.vault.currentKeyId}.AAAA`;
      await sql`update consent set sentence = ${damaged} where application_id = ${id}`.execute(tx);
      await sql`alter table consent enable trigger consent_append_only`.execute(tx);
    });
    const shortened = id.slice(0, 8) as ApplicationId;
    const { folder, text, records, unreadable } = await exported({ id: shortened, answers });
    expect(text).toMatch(/WARNING: consent \d+: sentence can't be decrypted/);
    expect(unreadable).toContain(`consent ${records.consent[0].id}: sentence`);
    expect(records.consent[0]).toMatchObject({ address: '127.0.0.1', sentence: "We couldn't read this." });
    expect(records.applicant[0]).toMatchObject({ first_name: 'Alex' });
    expect(readdirSync(folder)).toContain('person.pdf');
  });

  it('corrects what may be corrected, by the form’s own rules', async () => {
    const { id, answers } = await held();
    await expect(person(['correct', id], [...answers, 'zipCode', '841'])).rejects.toThrow('5 digits');
    const ofNumber = person(['correct', id], [...answers, 'ssn', '666-01-0001']);
    await expect(ofNumber).rejects.toThrow('Nothing was changed');
    const { text } = await person(['correct', id], [...answers, 'firstName', 'Alexandra']);
    expect(text).toContain('Corrected in 1 application.');
    expect((await readApplicant(world.db, world.services.vault, id)).firstName).toBe('Alexandra');
    expect(await auditOf(id)).toContain('person-corrected');
  });

  it('deletes what the law allows, and reports what must stay and why', async () => {
    const { id, answers } = await held();
    const lead = await held();
    await becomesLead(lead.id);
    const { text } = await person(['delete', id], answers);
    expect(text).toMatch(
      /must stay until 20\d\d-\d\d-\d\d at least\. Regulation B requires 25 months.*12 CFR 1002\.12\(b\)/,
    );
    expect(await rowsOf(world, 'session', id)).toEqual([]);
    expect(await rowsOf(world, 'decision', id)).toHaveLength(1);
    const ofLead = await person(['delete', lead.id], lead.answers);
    expect(ofLead.text).toContain('deleted. It was never submitted.');
    expect(await rowsOf(world, 'decision', lead.id)).toEqual([]);
    expect(await auditOf(id)).toEqual(['person-erased']);
  });

  it.runIf(hasServer)(
    'keeps a lead that its applicant submits, or that gets a legal hold, meanwhile',
    async () => {
      const meanwhile: Record<string, (tx: Tx, id: ApplicationId) => Promise<unknown>> = {
        PHONE_CHECK: (tx, id) =>
          tx.updateTable('application').set({ state: 'PHONE_CHECK' }).where('id', '=', id).execute(),
        LEAD: (tx, id) => placeLegalHold(tx, world.services, id, { isOfPerson: false, reason: 'A suit' }),
      };
      for (const [state, change] of Object.entries(meanwhile)) {
        const { id, answers } = await held();
        await becomesLead(id);
        let deletion: ReturnType<typeof person> | undefined;
        await transact(world.db, async (tx) => {
          await lockApplication(tx, id);
          await change(tx, id);
          deletion = person(['delete', id], answers);
          await lockWaitedFor(world);
        });
        expect((await deletion)?.text).not.toContain('It was never submitted');
        expect(await findApplication(world.db, id)).toMatchObject({ state, purged_at: null });
        expect((await readApplicant(world.db, world.services.vault, id)).firstName).toBe('Alex');
      }
    },
  );
});

describe('a lost phone, which the branch replaces', () => {
  const bank = openWorld({ onBankingMorning: true, applicantsWalk: true });
  const newPhone = '+18015550199';
  type Applicant = { id: ApplicationId; sent: Record<string, unknown> };
  const replaced = async ({ id, sent }: Applicant, phone = newPhone) => {
    const answers = [sent.lastName, '1985-04-12', sent.ssn].map(String);
    const { text } = await person(['correct', id], [...answers, 'phone', phone], {}, bank);
    expect(text).toContain('signed out everywhere, and no money is sent for a banking day');
    return answers;
  };
  const returned = async ({ email }: Applicant['sent'], phone = newPhone) => {
    await bank.browser().post('/api/v1/leads/resume-link', { email });
    const browser: Browser = bank.browser();
    await open(browser, await emailedToken(bank, email));
    const otp = await newCode(bank, phone, 1);
    expect((await browser.post(await browser.link('verifyOtp'), { otp })).json()).toEqual({ success: true });
    expect(await browser.screen()).toBe('offers');
    return browser;
  };

  it('ends every session, is announced by email and text, and the next code goes to the new phone', async () => {
    const { browser, sent, id } = await decidedAs(bank, 1);
    const answers = await replaced({ id, sent });
    expect(refusalOf(await browser.get('/api/v1/journey'), 401).code).toBe('session-ended');
    await bank.mailAbout(sent.email, /^Your phone number was changed/);
    await eventually(async () =>
      (await bank.textsTo(sent.phone)).find(({ body }) => /is being changed/.test(body)),
    );

    const other = await returned(sent);
    expect((await person(['sign-out', id], answers, {}, bank)).text).toBe('1 session ended.');
    expect(refusalOf(await other.get('/api/v1/journey'), 401).code).toBe('session-ended');
  });

  it('ends a change to another phone that waits for its code', async () => {
    const { browser, sent, id } = await decidedAs(bank, 1);
    const { changesOffers: _, needsConsent: __, ...details } = await browser.read('updateLead');
    const [pending, recorded] = ['+18015550188', '+18015550177'];
    const href = await browser.link('updateLead');
    expect((await browser.put(href, { ...details, phone: pending })).statusCode).toBe(200);
    await newCode(bank, pending, 1);
    await replaced({ id, sent }, recorded);
    await returned(sent, recorded);
    expect(await readApplicant(bank.db, bank.services.vault, id)).toMatchObject({ phone: recorded });
    expect(await bank.textsTo(pending)).toHaveLength(1);
  });

  it('rests the money for a banking day, also what is in the day’s file already', async () => {
    const { id, sent } = await signedAs(bank);
    const before = await writtenPayment(bank, id);
    const file = { sequence: before.sequence, fileDay: before.file_day };
    expect(await isInFiles(bank.services, file)).toBe(true);
    await replaced({ id, sent });
    await eventually(async () => !(await isInFiles(bank.services, file)));

    const next = addBankingDays(isoDate(before.file_day), 1);
    while (lenderToday(bank.services) < next) bank.clock.advance(86_400_000);
    const later = await eventually(async () => {
      await screenPayments(bank.services);
      const payment = await findDisbursement(bank.db, id);
      return payment?.written_at && payment.file_day === next ? payment : undefined;
    });
    expect(await isInFiles(bank.services, { sequence: later.sequence, fileDay: next })).toBe(true);
    expect(await isInFiles(bank.services, file)).toBe(false);
  });
});
