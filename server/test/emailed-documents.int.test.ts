// Documents travel behind the text code only, and what is not opened in time goes by letter.
import { expect, it } from 'vitest';
import type { ApplicationStatus } from '#contract/application-status.ts';
import { enqueueDueNotices } from '#server/notices/due.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { findNotice, type Notice, overdueNotices } from '#server/records/notices.ts';
import { decidedAs, signedAs } from './journeys.ts';
import { newCode, open } from './leads.ts';
import { printed, printedFile } from './letters.ts';
import { rowsOf, setRows } from './rows.ts';
import { type Browser, eventually, openWorld } from './world.ts';

const day = 86_400_000;

const world = openWorld();

const noticeOf = (id: ApplicationId, kind: Notice['kind']) => findNotice(world.db, id, kind);

/** The token of the documents link in the newest email with a subject. */
const documentsToken = (to: unknown, subject: string) =>
  eventually(async () => {
    const mail = (await world.mailTo(to)).find((one) => one.subject.startsWith(subject));
    return /\/resume\?opens=documents&token=(\S+)/.exec(mail?.text ?? '')?.[1];
  });

const sentNotice = (id: ApplicationId, kind: Notice['kind']) =>
  eventually(async () => {
    const notice = await noticeOf(id, kind);
    return notice?.sentAt ? notice : undefined;
  });

/** Opens the link in another browser, enters the text code, and returns the status page's documents. */
async function openedElsewhere(sent: { readonly phone?: unknown }, token: string) {
  const texts = await world.textsTo(sent.phone);
  const browser = world.browser();
  expect((await open(browser, token)).json()).toEqual({ updateLead: false });
  expect((await browser.journey()).links.status).toBeUndefined();
  const otp = await newCode(world, sent.phone, texts.length + 1);
  expect((await browser.post(await browser.link('verifyOtp'), { otp })).json().success).toBe(true);
  return { browser, documents: await documentsOf(browser) };
}

const documentsOf = async (browser: Browser): Promise<ApplicationStatus['documents']> =>
  (await browser.read('status')).documents;

it('a denial opens behind the text code, and its first opening is recorded', async () => {
  const { browser, sent, id } = await decidedAs(world, 10);
  const token = await documentsToken(sent.email, 'Our decision');
  await sentNotice(id, 'denial');
  expect((await noticeOf(id, 'denial'))?.viewedAt).toBeNull();

  const [file] = await documentsOf(browser);
  const reader = world.browser();
  await open(reader, token);
  expect((await reader.get(file?.pdf as string)).statusCode).toBe(409);
  expect((await noticeOf(id, 'denial'))?.viewedAt).toBeNull();

  const { browser: phone, documents } = await openedElsewhere(sent, token);
  expect(documents).toEqual([file]);
  expect(file?.title).toBe('Notice of action taken and statement of reasons');
  const pdf = await phone.get(file?.pdf as string);
  expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
  expect((await phone.get(file?.page as string)).body).toContain('Principal reasons');
  const notice = await noticeOf(id, 'denial');
  expect(notice?.viewedAt).not.toBeNull();
  await phone.get(file?.pdf as string);
  expect((await noticeOf(id, 'denial'))?.viewedAt).toEqual(notice?.viewedAt);
  const events = await rowsOf(world, 'audit_event', id, { type: 'document-viewed' });
  const viewed = { document: 'adverse-action-notice', notice: notice?.id };
  expect(events.map(({ data }) => data)).toEqual(Array(3).fill(viewed));
  expect(new Set(events.map(({ session_id }) => session_id)).size).toBe(1);
  const other = (file?.pdf as string).replace('adverse-action-notice', 'loan-documents');
  expect((await phone.get(other)).statusCode).toBe(404);
});

it('an applicant who gets no texts gets letters, and the email says so', async () => {
  const { browser, sent, id } = await decidedAs(world, 1);
  const sending = { attempt: 'a', outcome: 'opted-out', at: world.clock.now().toISOString() };
  await setRows(world, 'application', id, { text_code: JSON.stringify(sending) });
  await browser.post(await browser.link('withdraw'));
  expect((await sentNotice(id, 'withdrawal')).letter).toBe('wanted');
  const mail = (await world.mailTo(sent.email)).find(({ subject }) => subject.startsWith('You withdrew'));
  expect(mail?.text).toContain("We're also mailing it to you on paper.");
});

it('signed documents are two files, and a letter if unopened for five days', { tags: ['full'] }, async () => {
  await printed(world);
  const { id, sent } = await signedAs(world);
  const token = await documentsToken(sent.email, 'Your signed loan documents');
  await sentNotice(id, 'signed-documents');
  const { browser: phone, documents } = await openedElsewhere(sent, token);
  expect(documents.slice(0, 2).map(({ title, page }) => [title, page])).toEqual([
    ['Signed loan documents', undefined],
    ['Certificate of completion', undefined],
  ]);
  const [signed, certificate] = await Promise.all(
    documents.slice(0, 2).map(async ({ pdf }) => (await phone.get(pdf as string)).rawPayload),
  );
  expect(signed?.subarray(0, 5).toString()).toBe('%PDF-');
  expect(certificate?.equals(signed as Buffer)).toBe(false);
  expect((await noticeOf(id, 'signed-documents'))?.viewedAt).not.toBeNull();

  const waiting = (await signedAs(world)).id;
  const sentAt = (await sentNotice(waiting, 'signed-documents')).sentAt as Date;
  world.clock.advance(sentAt.getTime() + 5 * day - 60_000 - world.clock.now().getTime());
  await enqueueDueNotices(world.services);
  expect(await noticeOf(waiting, 'signed-documents')).toMatchObject({ letter: 'none' });
  world.clock.advance(2 * 60_000);
  await enqueueDueNotices(world.services);
  await enqueueDueNotices(world.services);
  expect(await noticeOf(waiting, 'signed-documents')).toMatchObject({ letter: 'wanted' });
  const unviewed = await rowsOf(world, 'audit_event', waiting, { type: 'notice-unviewed' });
  expect(unviewed).toContainEqual(expect.objectContaining({ data: { notice: 'signed-documents' } }));
  // Neither what was opened, nor what no law requires.
  expect(await noticeOf(id, 'signed-documents')).toMatchObject({ letter: 'none' });
  expect(await noticeOf(waiting, 'approval')).toMatchObject({ letter: 'none' });
  // The email was in time, so that the letter is not overdue.
  world.clock.advance(26 * day);
  const overdue = await overdueNotices(world.db, world.clock.now());
  expect(overdue.filter(({ applicationId }) => applicationId === waiting)).toEqual([]);
  const [line] = await printed(world);
  expect((await printedFile(line)).getPageCount()).toBeGreaterThan(4);
  expect(await noticeOf(waiting, 'signed-documents')).toMatchObject({ letter: 'printed' });
});

it('a link that has expired is refused, and is replaced by email', async () => {
  const { sent } = await decidedAs(world, 12);
  const token = await documentsToken(sent.email, 'Our decision');
  world.clock.advance(59 * day);
  expect((await open(world.browser(), token)).json()).toEqual({ updateLead: false });
  world.clock.advance(day);
  expect((await open(world.browser(), token)).json().errors).toMatchObject([{ code: 'link-expired' }]);
  const requested = await world
    .browser()
    .post('/api/v1/leads/resume-link', {}, { authorization: `Bearer ${token}` });
  expect(requested.json()).toEqual({ status: 'sent' });
  const fresh = await documentsToken(sent.email, 'Your link to your documents');
  expect((await openedElsewhere(sent, fresh)).documents).toHaveLength(1);
});
