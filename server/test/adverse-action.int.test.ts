// A denied applicant gets one notice with the deciding reasons, on the declined page and by email.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { NextStep } from '#contract/notices.ts';
import { enqueueNotice } from '#server/journey/effects.ts';
import type { ApplicationId, BlobKey } from '#server/platform/db/tables.ts';
import { auditEventsOf } from '#server/records/audit.ts';
import { readDocument } from '#server/records/documents.ts';
import { enqueueDueNotices } from '#server/stages/notices/due.ts';
import { decidedAs } from './journeys.ts';
import { readPdf } from './pdf-tools.ts';
import { replaceCall } from './replace.ts';
import { jobsEnded } from './waits.ts';
import { anyDatabase, applicationOf, eventually, form, openWorld, textCode } from './world.ts';

/** The words for the reasons of each person's decline. */
const declines: Record<number, { reasons: RegExp[]; plain: string; hasScore: boolean; nextStep: NextStep }> =
  {
    10: {
      reasons: [/Delinquent past or present credit obligations with others/],
      plain: 'You have accounts that are past due or were paid late.',
      hasScore: true,
      nextStep: 'catch-up',
    },
    11: {
      reasons: [/Excessive obligations in relation to income/],
      plain: 'Your debts and bills are high for your income.',
      hasScore: true,
      nextStep: 'lower-payments',
    },
    12: {
      reasons: [/No credit file/],
      plain: 'The credit bureau has no file on you.',
      hasScore: false,
      nextStep: 'start-file',
    },
    22: {
      reasons: [/couldn't read your credit file because it is frozen/],
      plain: "We couldn't read your credit file because it is frozen.",
      hasScore: false,
      nextStep: 'lift-freeze',
    },
  };

const wordsOf = (pdf: Buffer) => readPdf('pdftotext', ['-', '-'], pdf).replace(/\s+/g, ' ');

describe('an adverse action notice', () => {
  const world = openWorld({ database: anyDatabase });

  const noticesTo = async (email: unknown) =>
    (await world.mailTo(email)).filter((mail) => mail.messageId.includes('adverse-action'));
  const notice = (email: unknown) => eventually(async () => (await noticesTo(email))[0]);

  it.for(Object.keys(declines).map(Number))('reaches person %i once, with their reasons', async (person) => {
    const { browser, journey, sent } = await decidedAs(world, person);
    const expected = declines[person] as (typeof declines)[number];
    expect(journey.defaultScreen).toBe('declined');

    const answer = (await browser.get(journey.links.adverseAction as string)).json();
    expect(answer.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(answer.nextStep).toBe(expected.nextStep);
    expect(answer.bureau.name).toBe('Experian');
    const record = (await browser.get(journey.links.prequalification as string)).json();
    expect(record.adverseActionAttachment).toBe(answer.adverseActionAttachment);

    const shown = await browser.get(answer.adverseActionAttachment);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="adverse-action-notice.pdf"',
      'cache-control': 'no-store',
    });

    const page = await browser.get(answer.adverseActionPage);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; style-src 'sha256-/);
    const noticeText = page.body.replaceAll('&#39;', "'");
    for (const reason of expected.reasons) expect(noticeText).toMatch(reason);
    // The screen explains the notice's reasons in plain words, in their order.
    expect(answer.reasons[0]).toBe(expected.plain);
    expect(answer.reasons).toHaveLength(
      noticeText.match(/Principal reasons.*?<\/ul>/s)?.[0].match(/<li>/g)?.length ?? 0,
    );
    // The score, its range and its day are those of the notice.
    expect(answer.score !== undefined).toBe(expected.hasScore);
    if (answer.score) {
      const { value, lowest, highest } = answer.score;
      expect(answer.score.date).toBe(answer.date);
      expect(noticeText).toContain(`${value}`);
      expect(noticeText).toContain(`${lowest} to ${highest}`);
    }
    expect(page.body.includes('Your credit score')).toBe(expected.hasScore);
    expect(page.body.includes('You can lift the freeze for free')).toBe(person === 22);
    expect(page.body).toContain('Alex Rivera');
    expect(page.body).not.toContain(String(sent.ssn));

    const mail = await notice(sent.email);
    expect(mail.subject).not.toMatch(/declin|den(y|ied)/i);
    expect(mail.text).toMatch(/Read my notice: \S+\/resume\?opens=documents&token=/);
    // The reasons are behind the text code.
    for (const reason of expected.reasons) expect(mail.text).not.toMatch(reason);
    for (const reason of expected.reasons) expect(wordsOf(shown.rawPayload)).toMatch(reason);
    expect(await noticesTo(sent.email)).toHaveLength(1);

    const kept = await world.product.services.db
      .selectFrom('document')
      .selectAll()
      .where('application_id', '=', applicationOf(answer.adverseActionAttachment))
      .execute();
    expect(kept).toMatchObject([
      { kind: 'adverse-action', sha256: createHash('sha256').update(shown.rawPayload).digest('hex') },
    ]);
    expect(kept[0]?.content).not.toContain('Rivera');
  });

  it('is required for applicants without a nearby branch, and mentions no credit report', async () => {
    const { browser, journey, sent } = await decidedAs(world, 1, {
      address: {
        streetAddress: '100 W San Antonio St',
        city: 'Marfa',
        state: 'TX',
        zipCode: '79843',
        residentialStatus: 'own',
        monthlyPayment: 0,
      },
    });
    expect(journey.defaultScreen).toBe('out-of-trade-area');
    const answer = (await browser.get(journey.links.adverseAction as string)).json();
    const page = (await browser.get(answer.adverseActionPage)).body;
    expect(page).toContain('Residence outside the area that our branches serve');
    expect(answer.nextStep).toBe('check-address');
    expect(answer.bureau).toBeUndefined();
    expect(page).not.toContain('Experian');
    await notice(sent.email);
  });

  it('allows only applicants who lifted a freeze to apply again in the same browser', async () => {
    for (const [person, isRepeated] of [
      [22, true],
      [12, false],
    ] as const) {
      const { browser, journey, sent } = await decidedAs(world, person);
      const again = await browser.post('/api/v2/prequalifications/', { ...form(person), ssn: sent.ssn });
      const isAnother = applicationOf(again.json().href) !== applicationOf(journey.links.adverseAction);
      expect(isAnother, `person ${person}`).toBe(isRepeated);
    }
  });

  it('is rendered from the approval decision if the hard pull decided', async () => {
    const { browser, journey, sent } = await decidedAs(world, 7);
    const offer = (await browser.get(journey.links.fastPathOffer as string)).json();
    await browser.post(offer.submitApplication.href, { acceptHardPull: true });
    const after = await eventually(async () => {
      const now = await browser.journey();
      return now.defaultScreen === 'fast-path-declined' ? now : undefined;
    });
    const answer = (await browser.get(after.links.adverseAction as string)).json();
    const page = (await browser.get(answer.adverseActionPage)).body;
    expect(page).toContain('<li>Delinquent past or present credit obligations with others</li>');
    expect(page).toContain('<dd>588</dd>');
    await notice(sent.email);
    expect(await noticesTo(sent.email)).toHaveLength(1);
  });

  it('can be read only by its applicant, and only after a denial', async () => {
    const { journey } = await decidedAs(world, 12);
    const prequalified = await decidedAs(world, 1);
    const href = `${journey.links.adverseAction}/notice.pdf`;
    for (const path of [journey.links.adverseAction as string, href, href.replace('.pdf', '')]) {
      expect((await prequalified.browser.get(path)).statusCode).toBe(404);
      expect((await world.browser().get(path)).statusCode).toBe(401);
    }
    const notShown = await prequalified.browser.get(href, { accept: 'text/html' });
    expect(notShown.statusCode).toBe(404);
    expect(notShown.body).toContain('<h1>We can&#39;t show this notice here</h1>');

    expect(prequalified.journey.links.adverseAction).toBeUndefined();
    const own = `/api/v1/applications/${applicationOf(prequalified.journey.links.branch)}/adverse-action`;
    expect((await prequalified.browser.get(`${own}/notice.pdf`)).statusCode).toBe(409);
    expect(await noticesTo(prequalified.sent.email)).toHaveLength(0);
  });

  it('is emailed once even if the mail server’s response is lost', { tags: ['full'] }, async () => {
    const browser = world.browser();
    const sent = form(10);
    const submitted = (await browser.post('/api/v2/prequalifications/', sent)).json();
    // No other email from this test or the previous one reaches the failing mail server.
    await jobsEnded(world);
    await world.fault('mail', { mode: 'twice', times: 2 });
    const otp = await textCode(world, String(sent.phone));
    await browser.post(submitted.verifyOtp.verifyOtp.href, { phone: sent.phone, otp });
    const call = await eventually(async () =>
      world.product.services.db
        .selectFrom('vendor_call')
        .select(['attempts', 'status'])
        .where('key', '=', `mail:adverse-action.${applicationOf(submitted.href)}`)
        .where('status', '=', 'completed')
        .executeTakeFirst(),
    );
    expect(call.attempts).toBe(3);
    expect(await noticesTo(sent.email)).toHaveLength(1);
  });

  it('is stored once and emailed once even if it is required twice', async () => {
    const { sent, journey } = await decidedAs(world, 11);
    await notice(sent.email);
    const applicationId = applicationOf(journey.links.adverseAction);
    const { db } = world.product.services;
    await db
      .transaction()
      .execute((tx) =>
        enqueueNotice(tx, world.product.services, applicationId, 'denial', 'prequalification'),
      );
    await enqueueDueNotices(world.product.services);
    expect(await noticesTo(sent.email)).toHaveLength(1);
    const kept = await db
      .selectFrom('document')
      .select('id')
      .where('application_id', '=', applicationId)
      .execute();
    expect(kept).toHaveLength(1);
  });

  it('is stored as a PDF once it is sent or opened, once, and not before', async () => {
    const { db, vault, blobs, vendors } = world.product.services;
    const held = Promise.withResolvers<void>();
    replaceCall(vendors.mailer, 'send', (send) => async (mail) => {
      await held.promise;
      return send(mail);
    });
    const documentOf = (id: ApplicationId) => readDocument(db, vault, `adverse-action:${id}`);
    const objectsOf = async (id: ApplicationId) =>
      (await db.selectFrom('blob').select('key').where('application_id', '=', id).execute()).map(
        ({ key }) => key,
      );
    const [opened, unopened] = [await decidedAs(world, 12), await decidedAs(world, 12)];
    const [openedId, unopenedId] = [opened, unopened].map(({ journey }) =>
      applicationOf(journey.links.adverseAction),
    ) as [ApplicationId, ApplicationId];
    for (const id of [openedId, unopenedId]) {
      const rendered = await eventually(() => documentOf(id));
      expect([rendered.pdf, rendered.sha256, await objectsOf(id)]).toEqual([null, null, []]);
    }
    // Two tabs at once.
    const shown = await Promise.all(
      [1, 2].map(() => opened.browser.get(`${opened.journey.links.adverseAction}/notice.pdf`)),
    );
    const stored = await documentOf(openedId);
    expect(await objectsOf(openedId)).toEqual([stored?.pdf]);
    for (const { rawPayload } of shown)
      expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(stored?.sha256);
    held.resolve();
    for (const id of [openedId, unopenedId]) await jobsEnded(world, { of: id });
    expect(await documentOf(openedId)).toEqual(stored);
    const sent = await documentOf(unopenedId);
    expect(await objectsOf(unopenedId)).toEqual([sent?.pdf]);
    const pdf = await unopened.browser.get(`${unopened.journey.links.adverseAction}/notice.pdf`);
    expect(pdf.rawPayload.equals(await blobs.read(sent?.pdf as BlobKey))).toBe(true);
    for (const id of [openedId, unopenedId]) {
      const events = await auditEventsOf(db, id);
      expect(events.filter(({ type }) => type === 'document-stored')).toMatchObject([
        { data: { document: 'adverse-action', sha256: (await documentOf(id))?.sha256 } },
      ]);
    }
  });

  it('stays as it was rendered', async () => {
    const { journey, browser } = await decidedAs(world, 12);
    await browser.get(`${journey.links.adverseAction}/notice.pdf`);
    await expect(
      world.product.services.db
        .updateTable('document')
        .set({ sha256: 'another' })
        .where('application_id', '=', applicationOf(journey.links.adverseAction))
        .execute(),
    ).rejects.toThrow('append-only');
  });
});

/** The application that a URL names. */
