// The SMTP adapter against the sandbox's mail server.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSandbox, type Sandbox } from '#sandbox/app.ts';
import { OutcomeUnknown } from '../platform/jobs/vendor-calls.ts';
import { type Mailer, MailRefused, smtp } from './mail.ts';

let sandbox: Sandbox;
let mailer: Mailer;
let url: string;
beforeAll(async () => {
  sandbox = buildSandbox();
  const bound = await sandbox.listen();
  url = bound.url;
  mailer = smtp({
    url: `smtp://localhost:${bound.smtpPort}`,
    from: 'Lender <loans@lender.example>',
    domain: 'lender.example',
    timeoutMs: 10_000,
  });
});
afterAll(async () => {
  await mailer?.close();
  await sandbox?.close();
});

const mailTo = (to: string) =>
  mailer.send({ to, subject: 'Your loan', text: 'Hello', html: '<p>Hello</p>', id: `test.${to}` });

it('a recipient that the server refuses for good is a final refusal of the address', async () => {
  const refused = await mailTo('a@refused.example').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(MailRefused);
  expect(refused).toMatchObject({ isFinal: true, isAddressRefused: true });
  expect(String(refused)).not.toContain('refused.example');
});

it('a temporary refusal leaves the outcome unknown, so that the email is sent again', async () => {
  await fetch(`${url}/console/api/faults/mail`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'error', count: 1 }),
  });
  await expect(mailTo('a@lender.example')).rejects.toBeInstanceOf(OutcomeUnknown);
});
