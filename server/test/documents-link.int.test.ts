// The email with the documents link: its recipient, what the link opens, and what the page shows until it is sent.
import { expect, it } from 'vitest';
import { choosePaper, unsubscribe } from '#contract/notices.ts';
import { emailResumeLink } from '#contract/resume.ts';
import { emailVerificationLink } from '#server/messages/email-verification.ts';
import { linkTo, resumeLink } from '#server/messages/resume-link.ts';
import { enqueueDueNotices } from '#server/notices/due.ts';
import { paperLink } from '#server/notices/withdrawal.ts';
import { daysAfter } from '#server/platform/clock.ts';
import { rowsOf as storedRows } from '#server/platform/db/rows.ts';
import { emailedToken } from '#server/platform/emailed-links.ts';
import { lookups } from '#server/records/applicant-fields.ts';
import { noticesOf } from '#server/records/notices.ts';
import { documentsLink } from '#server/stages/documents/envelope.ts';
import { sendDocumentsJob } from '#server/stages/documents/jobs.ts';
import { depositChosenAs, documentsSentAs } from './journeys.ts';
import { bearer, newCode, open } from './leads.ts';
import * as funds from './receive-funds.ts';
import { rowsOf } from './rows.ts';
import { advanceForTest } from './waits.ts';
import { type Browser, eventually, openWorld, readUntil, refusalOf, testWorld } from './world.ts';

const world = openWorld();

const resumePath = '/api/v1/receive-funds/docusign-resume/';
const tokenIn = (link: string) => new URL(link).searchParams.get('token') as string;

const linksTo = async (email: unknown) =>
  (await world.mailTo(email)).filter((mail) => mail.text.includes('docusign-resume'));

it('is one of seven kinds of emailed links, each for its own calls alone', { tags: ['full'] }, async () => {
  const { sent, id } = await documentsSentAs(world);
  const until = daysAfter(world.clock.now(), 1);
  const address = lookups.email(world.services.vault, String(sent.email));
  const confirmation = emailVerificationLink(world.services, id, String(sent.email)).split('/');
  const application = ['opens the application', 'emails it again'];
  const signing = ['opens the documents', 'emails them again'];
  const kinds: [kind: string, token: string, calls: readonly string[]][] = [
    ['resume', tokenIn(resumeLink(world.services, id)), application],
    ['documents', tokenIn(resumeLink(world.services, id, 30, 'documents')), application],
    ['partner', tokenIn(linkTo(world.services, 'partner', id, until)), application],
    ['signing', tokenIn(documentsLink(world.services, id, 1)), signing],
    ['paper', tokenIn(paperLink(world.services, id)), ['chooses paper']],
    ['unsubscribe', emailedToken(world.services, 'unsubscribe', address, until), ['unsubscribes']],
    ['email address', confirmation.slice(-2).join('.'), ['confirms the address']],
  ];
  const linkJobs = () =>
    world.db.selectFrom('job').select('id').where('name', '=', 'email-resume-link').execute();
  const calls: Record<string, (token: string, visitor: Browser) => Promise<boolean>> = {
    'opens the application': async (token, visitor) =>
      (await open(visitor, token)).json().errors?.[0].code !== 'link-damaged',
    async 'emails it again'(token, visitor) {
      const before = (await linkJobs()).length;
      await visitor.post(emailResumeLink.path, {}, bearer(token));
      return (await linkJobs()).length > before;
    },
    'opens the documents': async (token, visitor) =>
      (await visitor.get(resumePath, bearer(token))).statusCode !== 404,
    'emails them again': async (token, visitor) =>
      (await visitor.post(resumePath, {}, bearer(token))).statusCode !== 404,
    'chooses paper': async (token, visitor) =>
      (await visitor.post(choosePaper.path, {}, bearer(token))).json().status,
    unsubscribes: async (token, visitor) =>
      (await visitor.post(unsubscribe.path, {}, bearer(token))).json().status,
    async 'confirms the address'(token, visitor) {
      const [subject, ...proof] = token.split('.');
      return (await visitor.get(`/api/v1/activate/${subject}/${proof.join('.')}/`)).json().status;
    },
  };
  for (const [kind, token, own] of kinds)
    for (const [name, call] of Object.entries(calls))
      expect(await call(token, world.browser()), `${kind}: ${name}`).toBe(own.includes(name));
});

it('follows a corrected address: signer, copies and later mails go there, and the link before it is over', async () => {
  const { browser, journey, sent, token } = await documentsSentAs(world);
  const corrected = `corrected.${sent.email}`;
  await browser.post(journey.links.documents as string, { email: corrected });
  const link = await funds.emailedLink(world, corrected);
  await funds.linkDelivered(browser);
  expect(refusalOf(await world.browser().get(resumePath, bearer(token)), 410).code).toBe('expired');
  // Someone with the old link may request a new one, but doesn't receive it.
  const before = (await linksTo(sent.email)).length;
  world.clock.advance(61_000);
  expect((await world.browser().post(resumePath, {}, bearer(token))).json()).toEqual({ status: 'sent' });
  await eventually(async () => (await linksTo(corrected)).length === 2);
  expect((await linksTo(sent.email)).length).toBe(before);

  const { browser: phone } = await funds.openedElsewhere(world, sent, tokenIn(link));
  const signers = await world.console<{ to: string }[]>(`envelopes?email=${corrected}`);
  expect(signers.map(({ to }) => to)).toEqual([corrected]);
  await funds.signHere(phone);
  const copy = /^Your signed loan documents/;
  await world.mailAbout(corrected, copy);
  expect(await world.mailsAbout(sent.email, copy)).toEqual([]);
  const kept = await phone.read('documents');
  expect(kept.email).toBe(corrected);

  // The signed documents are stored as one PDF and page by page, each with its signature.
  const files = kept.files as { title: string; pdf?: string; page?: string }[];
  expect(files.map(({ title, pdf, page }) => [title, pdf !== undefined, page !== undefined])).toEqual([
    ['Signed loan documents', true, false],
    ['Certificate of completion', true, false],
    ['Your credit score and the price you pay for credit', true, true],
    ['Truth in Lending disclosure', false, true],
    ['Promissory note', false, true],
    ['Credit authorization', false, true],
    ['Privacy notice', false, true],
  ]);
  const note = files.find(({ title }) => title === 'Promissory note')?.page as string;
  const signature = `Signed electronically by ${sent.firstName} ${sent.lastName} on`;
  expect((await phone.get(note)).body).toContain(signature);
  // Without a session, a person gets a readable message and a program gets JSON.
  const refused = await world.browser().get(note, { accept: 'text/html,*/*' });
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8']);
  expect(refused.body).toContain('Please start from the first page.');
  expect((await world.browser().get(note)).json().errors[0].code).toBe('no-session');
});

it('shows and signs nothing in another browser before the text code, and opens at once in its own', async () => {
  const { browser, sent, token, journey } = await documentsSentAs(world);
  const other = world.browser();
  const opened = await other.get(resumePath, bearer(token));
  expect(opened.json()).toEqual({ stageMarker: 'docusignResume', requiresCode: true });
  expect(await other.screen()).toBe('phone-check');
  const { links } = await browser.journey();
  for (const href of [links.signature, links.documents, links.user, links.status] as string[])
    expect((await other.get(href)).statusCode, href).toBe(409);
  const note = (await browser.get(journey.links.documents as string)).json().files[0].page;
  expect((await other.get(note)).statusCode).toBe(409);
  await other.get(resumePath, bearer(token));
  const own = await browser.get(resumePath, bearer(token));
  expect(own.json()).toMatchObject({ status: 'sent', docusignUrl: expect.stringMatching(/^http/) });

  await funds.signHere(browser);
  // Nor does it set up automatic payments once the documents are signed.
  const thief = world.browser();
  expect((await thief.get(resumePath, bearer(token))).json()).toMatchObject({ requiresCode: true });
  expect((await thief.get(await browser.link('autopay'))).statusCode).toBe(409);
  expect((await browser.get(resumePath, bearer(token))).json().status).toBe('completed');
  expect(await newCode(world, sent.phone, 3)).toMatch(/^\d{6}$/);
});

it('is emailed again after it expires, as long as there is something to sign', async () => {
  const { token, sent, link } = await documentsSentAs(world);
  advanceForTest(world, 15 * 86_400_000);
  const visitor = world.browser();
  expect(refusalOf(await visitor.get(resumePath, bearer(token)), 410).code).toBe('expired');
  expect((await visitor.post(resumePath, {}, bearer(token))).json()).toEqual({ status: 'sent' });
  const fresh = await eventually(async () =>
    (await linksTo(sent.email))
      .map((mail) => /https?:\S+token=\S+/.exec(mail.text)?.[0])
      .find((one) => one && one !== link),
  );
  const { browser, docusignUrl } = await funds.openedElsewhere(world, sent, tokenIn(fresh));
  await funds.atSigningPage(docusignUrl, 'decline');
  const signature = await browser.link('signature');
  const { job } = (await browser.put(signature, { event: 'decline' })).json();
  await funds.finished(browser, job.href);
  const mails = (await linksTo(sent.email)).length;
  expect((await visitor.post(resumePath, {}, bearer(token))).json()).toEqual({ status: 'declined' });
  expect((await linksTo(sent.email)).length).toBe(mails);
});

it('opens the signing page, a call to the service, only so often an hour', { tags: ['full'] }, async () => {
  const strict = await testWorld({ env: { LIMIT_SCALE: '1' } });
  const { browser, id } = await documentsSentAs(strict);
  const signature = await browser.link('signature');
  expect((await browser.post(signature)).statusCode).toBe(200);
  for (let visits = 1; visits < 30; visits += 1) await strict.services.limiter.spend('open-signing', id);
  expect((await browser.post(signature)).statusCode).toBe(429);
});

it('shows that it is being rendered, that it could not be mailed, and that it is mailed, with the documents to read', async () => {
  const { browser, sent, id } = await depositChosenAs(world);
  const href = await browser.link('documents');
  const read = () => browser.read('documents');
  const mailing = (wanted: string) => readUntil(read, (documents) => documents.mailing === wanted);
  const { esign } = await read();
  const consent = await browser.get(esign.pdf);
  // Its page shows it in a frame; no other document may be framed.
  expect(consent.headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(consent.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  await world.fault('docusign', { mode: 'error' });
  expect((await browser.post(href, { email: sent.email })).json().status).toBe('sent');
  expect((await read()).mailing).toBe('waiting');
  // The approval is on its page, and its notice counts as sent only once an email has gone out.
  const approval = async () => (await noticesOf(world.db, id)).find(({ kind }) => kind === 'approval')?.state;
  await eventually(async () => (await approval()) === 'rendered');
  world.clock.advance(16 * 60_000);
  await enqueueDueNotices(world.services);
  expect([await approval(), (await read()).mailing]).toEqual(['rendered', 'waiting']);
  const sending = storedRows(world.db, 'job', { application_id: id, name: sendDocumentsJob.name });
  await sending.update({ failures: sendDocumentsJob.tries - 1 });
  await mailing('failed');
  await enqueueDueNotices(world.services);
  await world.mailAbout(sent.email, /approved/i);
  await eventually(async () => (await approval()) === 'sent');
  await world.fault('docusign', { mode: 'none' });
  await browser.post(href, { email: sent.email });
  expect((await mailing('mailed')).files.length).toBeGreaterThan(2);
  expect(await linksTo(sent.email)).toHaveLength(1);
});

it('is sent once, however the presses meet, and again to another address or later', async () => {
  const { browser, sent, id } = await depositChosenAs(world);
  const href = await browser.link('documents');
  await browser.get((await browser.read('documents')).esign.pdf);
  const press = async (email: unknown) => (await browser.post(href, { email })).json().status;
  const jobs = async () => (await rowsOf(world, 'job', id, { name: 'send-documents' })).length;
  expect(await Promise.all([1, 2, 3].map(() => press(sent.email)))).toEqual(['sent', 'sent', 'sent']);
  await funds.linkDelivered(browser);
  expect(await press(sent.email)).toBe('sent');
  expect(await jobs()).toBe(1);
  world.clock.advance(61_000);
  await press(sent.email);
  expect(await jobs()).toBe(2);
  const other = `other.${sent.email}`;
  await Promise.all([press(other), press(other)]);
  expect(await jobs()).toBe(3);
});
