// Documents that applicants upload if the bank couldn't verify them: checked, cleaned, encrypted, and sent to the core system once.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ApplicationStatus } from '#contract/application-status.ts';
import type { CallBack } from '#contract/branches.ts';
import {
  fileKeyHeader,
  fileNameHeader,
  filePartHeader,
  type Uploads,
  uploadLimits,
} from '#contract/uploads.ts';
import { enforceRetention } from '#server/evidence/retention/enforce-retention.ts';
import { inTurn } from '#server/files/cleaning-queue.ts';
import { humanQueues } from '#server/operations/queues.ts';
import { daysAfter } from '#server/platform/clock.ts';
import { handInDocuments } from './documents.ts';
import { decidedAs, linkedAs } from './journeys.ts';
import { photo } from './photo.ts';
import { replaceCall } from './replace.ts';
import { rowsOf } from './rows.ts';
import { casesOf } from './vendors.ts';
import { applicationOf, type Browser, eventually, openWorld, readUntil, refusalOf } from './world.ts';

const taken = photo({ orientation: 6, note: 'GPS 40.7608 N, Alexs Phone' });

const partOf = (of: string, key: string = randomUUID()) => ({ [fileKeyHeader]: key, [filePartHeader]: of });

const send = (browser: Browser, href: string, part: Buffer, headers: Record<string, string>) =>
  browser.call('POST', href, part, { 'content-type': 'application/octet-stream', ...headers });

async function upload(
  browser: Browser,
  href: string,
  content: Buffer,
  { key = randomUUID() as string, partBytes = uploadLimits.partBytes as number, name = '' } = {},
) {
  const parts = Math.max(1, Math.ceil(content.length / partBytes));
  for (let part = 1; ; part += 1) {
    const answer = await send(browser, href, content.subarray((part - 1) * partBytes, part * partBytes), {
      ...partOf(`${part}/${parts}`, key),
      ...(name && { [fileNameHeader]: encodeURIComponent(name) }),
    });
    if (part === parts || answer.statusCode >= 400) return answer;
  }
}

/** Turns of the check, each of which ends when it is let go. */
function heldTurns() {
  const order: string[] = [];
  const open: (() => void)[] = [];
  const add = (owner: string) =>
    inTurn(owner, () => {
      order.push(owner);
      return new Promise<void>((resolve) => open.push(resolve));
    });
  const letGo = async (turns: readonly Promise<unknown>[], times = turns.length) => {
    for (let done = 0; done < times; done += 1) (await eventually(async () => open.shift()))();
    await Promise.all(turns);
  };
  return { add, letGo, order };
}

describe('documents instead of a bank', () => {
  const world = openWorld();

  const mailsTo = async (email: unknown) =>
    (await world.mailTo(email)).filter(({ messageId }) => messageId.includes('uploads-received'));
  const readUploads = (browser: Browser): Promise<Uploads> => browser.read('uploads');
  const wantedOf = ({ documents }: Uploads) =>
    documents.filter(({ isWanted }) => isWanted).map(({ kind }) => kind);
  const addHref = (uploads: Uploads, kind: string) =>
    uploads.documents.find((one) => one.kind === kind)?.addHref as string;

  it('are checked by content, stripped of metadata, encrypted, and sent to the branch once', async () => {
    const { browser, sent, id } = await linkedAs(world, 'user_low_income');
    const allowed = expect.arrayContaining(['verification-documents']);
    expect(await browser.journey()).toMatchObject({ defaultScreen: 'verification-chat', allowed });
    const read = () => readUploads(browser);
    const first = await read();
    expect(wantedOf(first)).toEqual(['pay-stub']);
    const payStub = addHref(first, 'pay-stub');

    // What it is not, too large, too much at once, and without its names.
    const html = await upload(browser, payStub, Buffer.from('<html><script>alert(1)</script></html>'));
    const message = expect.stringMatching(/JPEG or PNG picture, or a PDF/);
    expect([html.statusCode, html.json().errors]).toMatchObject([400, [{ code: 'invalid', message }]]);
    expect((await upload(browser, payStub, taken.subarray(0, -4))).statusCode).toBe(400);
    const tooMany = Math.ceil(uploadLimits.fileBytes / uploadLimits.partBytes) + 1;
    const large = await send(browser, payStub, taken, partOf(`1/${tooMany}`));
    expect(large.json().errors[0].message).toMatch(/too large/);
    const headers = partOf('1/1');
    const wide = await send(browser, payStub, Buffer.alloc(uploadLimits.partBytes + 1), headers);
    expect(wide.statusCode).toBe(413);
    expect((await send(browser, payStub, taken, {})).statusCode).toBe(400);
    expect((await browser.post(payStub, { file: 'no' })).statusCode).toBe(400);
    expect((await send(world.browser(), payStub, taken, headers)).statusCode).toBe(401);
    expect((await read()).handInHref).toBeUndefined();

    // In small parts, the second one twice, as after a lost response.
    const key = randomUUID();
    const half = Math.ceil(taken.length / 2);
    for (const part of [1, 1, 2, 2]) {
      const content = taken.subarray((part - 1) * half, part * half);
      const answer = await send(browser, payStub, content, partOf(`${part}/2`, key));
      expect(answer.json().isComplete).toBe(part === 2);
    }
    await upload(browser, payStub, taken, { name: 'Alex’s pay stub.jpg' });
    const names = (await read()).documents.find(({ kind }) => kind === 'pay-stub')?.files;
    expect(names?.map(({ name }) => name)).toEqual([undefined, 'Alex’s pay stub.jpg']);
    await upload(browser, addHref(await read(), 'photo-id'), taken);
    const extra = (await read()).documents.find(({ kind }) => kind === 'photo-id')?.files[0];
    // What the branch will get is seen before it is handed in, by its applicant alone.
    const [seen = '', ...more] = extra?.pages ?? [];
    expect(more).toEqual([]);
    const shown = await browser.get(seen);
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(shown.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(shown.rawPayload.includes('GPS')).toBe(false);
    expect((await browser.get(seen.replace(/1$/, '2'))).statusCode).toBe(404);
    expect((await world.browser().get(seen)).statusCode).toBe(401);
    const kept = (await browser.call('DELETE', extra?.href as string)).json<Uploads>();
    expect(kept.documents.map(({ files }) => files.length)).toEqual([0, 2, 0]);

    const rows = await rowsOf(world, 'uploaded_file', id);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('pay stub');
    for (const { content } of rows) expect(Buffer.from(content, 'base64url').includes('JFIF')).toBe(false);
    expect(await rowsOf(world, 'uploaded_part', id)).toEqual([]);

    await world.fault('core', { mode: 'twice', times: 1 });
    const handed = (await browser.post(kept.handInHref as string, {})).json<Uploads>();
    expect(handed.documents[1]?.received).toMatchObject([{ files: 2 }]);
    expect(handed.handInHref).toBeUndefined();
    await browser.post(kept.handInHref as string, {});
    await world.restart(() => world.fault('core', { mode: 'none' }));
    const cases = () => casesOf(world, id);
    const [own] = await readUntil(cases, ([first]) => first?.documents.length === 2);
    expect(own).toMatchObject({
      reason: 'documents-uploaded',
      documents: [
        { kind: 'pay-stub', file: 1, files: 2 },
        { kind: 'pay-stub', file: 2, files: 2 },
      ],
    });
    await eventually(async () => (await mailsTo(sent.email))[0]);
    expect(await cases()).toHaveLength(1);
    expect(await mailsTo(sent.email)).toHaveLength(1);
    const { documentId } = own?.documents[0] as { documentId: string };
    const arrived = await fetch(`${world.sandboxUrl}/console/api/case-documents/${documentId}`);
    const bytes = Buffer.from(await arrived.arrayBuffer());
    expect(bytes.includes('GPS')).toBe(false);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));

    // After a withdrawal the branch need not review or call.
    const callBack = await browser.link('callBack');
    const { times }: CallBack = await browser.read('callBack');
    await browser.put(callBack, { at: times[0] });
    const { done, next }: ApplicationStatus = await browser.read('status');
    const expected = ['You sent us documents', 'You booked a call with your branch'];
    expect(done.map(({ what }) => what).slice(-2)).toEqual(expected);
    expect(next[0]).toMatch(/will look at your documents/);
    const caseSent = (reason: string, at: string | null | undefined) =>
      readUntil(cases, (all) => all.some((one) => one.reason === reason && one.callBackAt === at));
    await caseSent('call-booked', times[0]);
    await browser.post(await browser.link('withdraw'));
    await caseSent('call-booked', null);
    await caseSent('withdrawn', null);
  });

  it('make the bank’s review the reviewer’s turn, overdue after three days', { tags: ['full'] }, async () => {
    const { browser, id } = await linkedAs(world, 'user_low_income', 2);
    const inFourDays = daysAfter(world.clock.now(), 4);
    const reviews = async () =>
      (await humanQueues.holds.read(world.services, inFourDays))
        .filter(({ what }) => what.includes(id))
        .map(({ isOverdue }) => isOverdue);
    expect(await reviews()).toEqual([false]);
    await handInDocuments(browser, ['bill']);
    expect(await reviews()).toEqual([true]);
  });

  it('are refused if a bank verified everything, and deleted if never sent', { tags: ['full'] }, async () => {
    const { browser, journey } = await decidedAs(world, 13);
    expect(journey.defaultScreen).toBe('verification-needed');
    const href = journey.links.uploads as string;
    const uploads = await readUploads(browser);
    expect(wantedOf(uploads)).toEqual(['photo-id', 'bill']);
    await upload(browser, addHref(uploads, 'bill'), taken);
    await send(browser, addHref(uploads, 'bill'), taken.subarray(0, 9), partOf('1/3'));
    const verified = await linkedAs(world);
    const other = await verified.browser.journey();
    expect(other.links.uploads).toBeUndefined();
    const path = href.replace(applicationOf(href), applicationOf(other.links.branch));
    expect((await verified.browser.get(path)).statusCode).toBe(409);

    const { db, lender } = world.services;
    const left = async () => ({
      parts: (await db.selectFrom('uploaded_part').select('id').execute()).length,
      files: (await db.selectFrom('uploaded_file').select('id').where('hand_in_id', 'is', null).execute())
        .length,
    });
    expect(await left()).toEqual({ parts: 1, files: 1 });
    world.clock.advance(2 * 86_400_000);
    await enforceRetention(world.services);
    expect(await left()).toEqual({ parts: 0, files: 1 });
    world.clock.advance(lender.retention.unfinished.days * 86_400_000);
    await enforceRetention(world.services);
    expect(await left()).toEqual({ parts: 0, files: 0 });
  });

  async function sender(at = world) {
    const { browser } = await decidedAs(at, 13);
    return { browser, href: addHref(await readUploads(browser), 'bill') };
  }
  it('are taken later, and count for nothing, where too many are being checked or the machine is busy', {
    tags: ['full'],
  }, async () => {
    const { browser, href } = await sender();
    const { add, letGo } = heldTurns();
    const others = Array.from({ length: 22 }, (_, at) => add(`another ${at}`));
    const key = randomUUID();
    const mustTryAgain = async () => {
      const later = await upload(browser, href, taken, { key });
      expect([later.statusCode, later.headers['retry-after']]).toEqual([503, '60']);
      expect(later.json().errors[0].message).toMatch(/checking many files right now.*try again in a minute/);
    };
    await mustTryAgain();
    await letGo(others);
    const { config, db } = world.services;
    const restore = replaceCall(config, 'VENDOR_TIMEOUT_SCALE', () => 1e-4);
    await mustTryAgain();
    restore();
    const counts = db.selectFrom('limit_count').where('key', '=', `refused-upload:${applicationOf(href)}`);
    expect(await counts.select('count').execute()).toEqual([]);
    expect((await upload(browser, href, taken, { key })).json().isComplete).toBe(true);
  });

  it('of an applicant with one wait for no applicant’s second one', async () => {
    const { add, letGo, order } = heldTurns();
    const many = ['a', 'b', 'c', 'd'].flatMap((owner) => Array.from({ length: 5 }, () => add(owner)));
    // All places are taken, and the last file of another is sent again later.
    await letGo([...many, add('a'), add('d'), add('one')], 22);
    expect(order.slice(0, 10)).toContain('one');
    expect(order).toHaveLength(22);
  });

  const strict = openWorld({ env: { LIMIT_SCALE: '1' } });
  const expectSentToBranch = (refused: Awaited<ReturnType<typeof upload>>) =>
    expect(refusalOf(refused, 429).message).toMatch(/bring your documents to your branch/);

  it('have a budget of the processor’s time, accepted or not', { tags: ['full'] }, async () => {
    const { browser, href } = await sender(strict);
    expect((await upload(browser, href, taken)).statusCode).toBe(200);
    const id = applicationOf(href);
    expect(await strict.services.limiter.trySpend('upload-seconds', id, { amount: 118 })).toBe(true);
    expect((await upload(browser, href, taken)).statusCode).toBe(200);
    await expectSentToBranch(await upload(browser, href, taken));
  });

  it('arrive again if another process has removed their parts meanwhile', { tags: ['full'] }, async () => {
    const { browser, href } = await sender();
    const key = randomUUID();
    // Takes both turns, so that the parts are stored and not read.
    const { add, letGo } = heldTurns();
    const others = [add('another'), add('another one')];
    const late = upload(browser, href, taken, { key });
    const own = world.db.selectFrom('uploaded_part').select('id').where('file_key', '=', key);
    await eventually(() => own.executeTakeFirst());
    await world.db.deleteFrom('uploaded_part').where('file_key', '=', key).execute();
    await letGo(others);
    const answer = await late;
    expect([answer.statusCode, answer.json().isComplete]).toEqual([200, false]);
    expect((await upload(browser, href, taken, { key })).json().isComplete).toBe(true);
  });

  it('arrive six at a time, whichever part is first and however many arrive at once', async () => {
    const { browser, href } = await sender();
    const begin = () => send(browser, href, Buffer.from('part'), partOf('2/3'));
    const begun = await Promise.all(Array.from({ length: 9 }, begin));
    const statuses = begun.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429]);
  });

  it('are refused for a day after ten that could not be taken', async () => {
    const { browser, href } = await sender(strict);
    for (let file = 0; file < 10; file += 1)
      expect((await upload(browser, href, Buffer.from('a text'))).statusCode).toBe(400);
    await expectSentToBranch(await upload(browser, href, taken));
  });
});
