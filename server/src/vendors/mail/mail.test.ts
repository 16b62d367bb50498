// The SMTP adapter against the sandbox's mail server.
import { afterAll, expect, it } from 'vitest';
import { startSandbox } from '#sandbox/testing.ts';
import { OutcomeUnknown } from '../../platform/jobs/vendor-calls.ts';
import { MailRefused, smtp } from './mail.ts';

const sandbox = await startSandbox();
const mailer = smtp({
  url: `smtp://localhost:${sandbox.smtpPort}`,
  from: 'Lender <loans@lender.example>',
  domain: 'lender.example',
  timeoutMs: 10_000,
});
afterAll(async () => {
  await mailer.close();
  await sandbox.close();
});

const mailTo = (to: string) =>
  mailer.send({
    to,
    subject: 'Your loan',
    text: 'Hello',
    html: '<p>Hello</p>',
    id: `test.${to}`,
    conversation: 'one',
  });

it('emails of one application are one conversation', async () => {
  await mailTo('b@lender.example');
  const { body } = await sandbox.json('GET', '/console/api/mail?to=b@lender.example');
  const one = '<one@lender.example>';
  expect(body).toMatchObject([{ references: one, inReplyTo: one }]);
});

it('a recipient that the server refuses for good is a final refusal of the address', async () => {
  const refused = await mailTo('a@refused.example').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(MailRefused);
  expect(refused).toMatchObject({ isFinal: true, isAddressRefused: true });
  expect(String(refused)).not.toContain('refused.example');
});

it('a temporary refusal leaves the outcome unknown, so that the email is sent again', async () => {
  await sandbox.json('PUT', '/console/api/faults/mail', { mode: 'error', count: 1 });
  await expect(mailTo('a@lender.example')).rejects.toBeInstanceOf(OutcomeUnknown);
});
