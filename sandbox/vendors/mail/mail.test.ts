import nodemailer from 'nodemailer';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startSandbox, stillClock } from '../../testing.ts';
import type { Mail } from './mail.ts';

const clock = stillClock();
const sandbox = await startSandbox({ clock: clock.now });

const server = { host: '127.0.0.1', port: sandbox.smtpPort, ignoreTLS: true };
const message = {
  from: 'Branchline <hello@branchline.example>',
  to: 'Ann Lee <ann@example.com>',
  subject: 'Confirm your email — please',
  text: 'Open https://localhost/x',
  html: '<p>Open <a href="https://localhost/x">this</a></p>',
  messageId: '<one@branchline.example>',
};
const send = (more: object = {}, options: object = {}) =>
  nodemailer.createTransport({ ...server, ...options }).sendMail({ ...message, ...more });
const mails = async () => (await sandbox.json('GET', '/console/api/mail')).body as Mail[];

afterAll(() => sandbox.close());
beforeEach(() => sandbox.json('DELETE', '/console/api/state'));

it('refuses a message with an attachment, and stores none of it', async () => {
  const content = Buffer.from('%PDF-1.7');
  const attachments = [{ filename: 'note.pdf', content, contentType: 'application/pdf' }];
  await expect(send({ attachments })).rejects.toMatchObject({ responseCode: 554 });
  expect(await mails()).toEqual([]);
});

it.each(['timeout', 'refused'])('loses the mail when the fault is %s', async (mode) => {
  await sandbox.json('PUT', '/console/api/faults/mail', { mode, times: 1 });
  await expect(send({}, { socketTimeout: 500 })).rejects.toThrow();
  expect(await mails()).toEqual([]);
});
