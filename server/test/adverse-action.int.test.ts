// A denied applicant gets one notice with the deciding reasons, on the declined page and by email.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Journey } from '#contract/journey.ts';
import type { NextStep } from '#contract/notices.ts';
import { enqueueNotice } from '#server/journey/effects.ts';
import { enqueueDueNotices } from '#server/notices/due.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId, BlobKey } from '#server/platform/db/tables.ts';
import { readDocument } from '#server/records/documents.ts';
import { decidedAs } from './journeys.ts';
import { readPdf } from './pdf-tools.ts';
import { holdCall } from './replace.ts';
import { rowsOf } from './rows.ts';
import { jobsEnded } from './waits.ts';
import { anyDatabase, applicationOf, eventually, form, openWorld } from './world.ts';

/** The reason of each person's decline, as the notice has it and in plain words. */
const declines: readonly (readonly [person: number, reason: string, plain: string, nextStep: NextStep])[] = [
  [
    10,
    'Delinquent past or present credit obligations with others',
    'You have accounts that are past due or were paid late.',
    'catch-up',
  ],
  [
    11,
    'Excessive obligations in relation to income',
    'Your debts and bills are high for your income.',
    'lower-payments',
  ],
  [12, 'No credit file', 'The credit bureau has no file on you.', 'start-file'],
  [
    22,
    "couldn't read your credit file because it is frozen",
    "We couldn't read your credit file because it is frozen.",
    'lift-freeze',
  ],
];

const wordsOf = (pdf: Buffer) => readPdf('pdftotext', ['-', '-'], pdf).replace(/\s+/g, ' ');

describe('an adverse action notice', () => {
  const world = openWorld({ database: anyDatabase });

  const idOf = (journey: Journey) => applicationOf(journey.links.adverseAction);
  const documentsOf = (id: ApplicationId) => rowsOf(world, 'document', id);
  const noticesTo = async (email: unknown) =>
    (await world.mailTo(email)).filter((mail) => mail.messageId.includes('adverse-action'));
  const notice = (email: unknown) => eventually(async () => (await noticesTo(email))[0]);

  it.each(declines)('reaches person %i once, with their reasons', async (person, reason, plain, nextStep) => {
    const { browser, journey, sent } = await decidedAs(world, person);
    expect(journey.defaultScreen).toBe('declined');

    const answer = await browser.read('adverseAction');
    expect(answer).toMatchObject({
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      nextStep,
      bureau: { name: 'Experian' },
    });
    const { adverseActionAttachment } = await browser.read('prequalification');
    expect(adverseActionAttachment).toBe(answer.adverseActionAttachment);

    const shown = await browser.get(adverseActionAttachment);
    expect(shown.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="adverse-action-notice.pdf"',
      'cache-control': 'no-store',
    });

    const page = await browser.get(answer.adverseActionPage);
    expect(page.headers).toMatchObject({
      'content-type': expect.stringContaining('text/html'),
      'content-security-policy': expect.stringMatching(/default-src 'none'; style-src 'self' 'sha256-/),
    });
    const noticeText = page.body.replaceAll('&#39;', "'");
    expect(noticeText).toContain(reason);
    expect(answer.reasons[0]).toBe(plain);
    const list = /Principal reasons.*?<\/ul>/s.exec(noticeText)?.[0];
    expect(answer.reasons).toHaveLength(list?.match(/<li>/g)?.length ?? 0);
    const { score } = answer;
    for (const isShown of [score !== undefined, noticeText.includes('Your credit score')])
      expect(isShown).toBe([10, 11].includes(person));
    if (score) {
      expect(score.date).toBe(answer.date);
      for (const text of [`${score.value}`, `${score.lowest} to ${score.highest}`])
        expect(noticeText).toContain(text);
    }
    expect(noticeText.includes('You can lift the freeze for free')).toBe(person === 22);
    expect(noticeText).toContain('Alex Rivera');
    expect(noticeText).not.toContain(String(sent.ssn));

    const mail = await notice(sent.email);
    expect(mail.subject).not.toMatch(/declin|den(y|ied)/i);
    expect(mail.text).toMatch(/Read my notice: \S+\/resume\?opens=documents&token=/);
    // The reasons are behind the text code.
    expect(mail.text).not.toContain(reason);
    expect(wordsOf(shown.rawPayload)).toContain(reason);
    expect(await noticesTo(sent.email)).toHaveLength(1);

    const kept = await documentsOf(idOf(journey));
    const sha256 = createHash('sha256').update(shown.rawPayload).digest('hex');
    expect(kept).toMatchObject([{ kind: 'adverse-action', sha256 }]);
    expect(kept[0]?.content).not.toContain('Rivera');
  });

  it('is required for applicants without a nearby branch, and mentions no credit report', async () => {
    const inMarfa = { address: { city: 'Marfa', state: 'TX', zipCode: '79843' } };
    const { browser, journey, sent } = await decidedAs(world, 1, inMarfa);
    expect(journey.defaultScreen).toBe('out-of-trade-area');
    const answer = await browser.read('adverseAction');
    const page = (await browser.get(answer.adverseActionPage)).body;
    expect(page).toContain('Residence outside the area that our branches serve');
    expect(answer.nextStep).toBe('check-address');
    expect(answer.bureau).toBeUndefined();
    expect(page).not.toContain('Experian');
    await notice(sent.email);
  });

  it('allows only applicants who lifted a freeze to apply again in the same browser', async () => {
    for (const person of [22, 12]) {
      const { browser, journey, sent } = await decidedAs(world, person);
      const again = await browser.post('/api/v2/prequalifications/', { ...form(person), ssn: sent.ssn });
      expect(applicationOf(again.json().href) !== idOf(journey), `person ${person}`).toBe(person === 22);
    }
  });

  it('can be read only by its applicant, and only after a denial', async () => {
    const { journey } = await decidedAs(world, 12);
    const prequalified = await decidedAs(world, 1);
    const href = `${journey.links.adverseAction}/notice.pdf`;
    expect((await world.browser().get(href)).statusCode).toBe(401);
    const notShown = await prequalified.browser.get(href, { accept: 'text/html' });
    expect(notShown.statusCode).toBe(404);
    expect(notShown.body).toContain('<h1>We can&#39;t show this notice here</h1>');

    expect(prequalified.journey.links.adverseAction).toBeUndefined();
    const own = `/api/v1/applications/${prequalified.id}/adverse-action`;
    expect((await prequalified.browser.get(`${own}/notice.pdf`)).statusCode).toBe(409);
    expect(await noticesTo(prequalified.sent.email)).toHaveLength(0);
  });

  it('is stored once and emailed once even if it is required twice, and stays as it was rendered', async () => {
    const { sent, journey } = await decidedAs(world, 11);
    await notice(sent.email);
    const id = idOf(journey);
    const { services } = world.product;
    await transact(services.db, (tx) => enqueueNotice(tx, services, id, 'denial', 'prequalification'));
    await enqueueDueNotices(services);
    expect(await noticesTo(sent.email)).toHaveLength(1);
    expect(await documentsOf(id)).toHaveLength(1);
    const change = services.db.updateTable('document').set({ sha256: 'another' });
    await expect(change.where('application_id', '=', id).execute()).rejects.toThrow('append-only');
  });

  it('is stored as a PDF once it is sent or opened, once, and not before', async () => {
    const { db, vault, blobs, vendors } = world.services;
    const held = holdCall(vendors.mailer, 'send');
    const documentOf = (id: ApplicationId) => readDocument(db, vault, `adverse-action:${id}`);
    const objectsOf = async (id: ApplicationId) => (await rowsOf(world, 'blob', id)).map(({ key }) => key);
    const [opened, unopened] = [await decidedAs(world, 12), await decidedAs(world, 12)];
    const [openedId, unopenedId] = [idOf(opened.journey), idOf(unopened.journey)];
    for (const id of [openedId, unopenedId]) {
      const rendered = await eventually(() => documentOf(id));
      expect([rendered.pdf, rendered.sha256, await objectsOf(id)]).toEqual([null, null, []]);
    }
    // Two tabs at once.
    const open = ({ browser, journey }: typeof opened) =>
      browser.get(`${journey.links.adverseAction}/notice.pdf`);
    const shown = await Promise.all([open(opened), open(opened)]);
    const stored = await documentOf(openedId);
    expect(await objectsOf(openedId)).toEqual([stored?.pdf]);
    for (const { rawPayload } of shown)
      expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(stored?.sha256);
    held.go();
    for (const id of [openedId, unopenedId]) await jobsEnded(world, { of: id });
    expect(await documentOf(openedId)).toEqual(stored);
    const sent = await documentOf(unopenedId);
    expect(await objectsOf(unopenedId)).toEqual([sent?.pdf]);
    expect((await open(unopened)).rawPayload.equals(await blobs.read(sent?.pdf as BlobKey))).toBe(true);
    for (const id of [openedId, unopenedId]) {
      const data = { document: 'adverse-action', sha256: (await documentOf(id))?.sha256 };
      expect(await rowsOf(world, 'audit_event', id, { type: 'document-stored' })).toMatchObject([{ data }]);
    }
  });
});
