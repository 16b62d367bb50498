// The mail server, and how it reports bounces.
import * as z from 'zod';
import { secret, setting, text } from './setting.ts';

/** An address by itself, or behind a name: "Lender <hello@lender.com>". */
const sender = z
  .string()
  .refine(
    (value) => z.email().safeParse(/^[^<>]*<([^<>]+)>$/.exec(value.trim())?.[1] ?? value.trim()).success,
    'it must be an email address, such as Lender <hello@lender.com>',
  );

export const mailSettings = {
  SMTP_URL: secret(
    z.url({
      protocol: /^smtps?$/,
      error: 'it must be an address such as smtps://user:password@mail.example',
    }),
    'The mail server: `smtps://…`, or `smtp://…?requireTLS=true` if the server offers STARTTLS',
    {
      onlyWorkers: true,
      found: 'Mailgun › Sending › Domain settings › SMTP credentials, or your mail server',
      example: 'smtps://apply%40mg.lender.com:…@smtp.mailgun.org:465',
      neededFor: 'every notice and link',
    },
  ),
  MAIL_FROM: setting(sender, 'The sender of every email', {
    found: 'An address that a person reads, in a domain of yours with SPF, DKIM and DMARC',
    example: 'Lender <hello@lender.com>',
    untested: 'the mail server may refuse it with the first email',
    neededFor: 'every notice and link',
    // Reserved names (RFC 2606), and the machine itself.
    forTests: /@(?:[\w.-]+\.)?(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)>?\s*$/i,
  }),
  MAIL_WEBHOOK_KEY: secret(
    text.optional(),
    'The key that signs the mail service’s webhooks, in Mailgun’s form',
    {
      found: 'Mailgun › Sending › Webhooks › HTTP webhook signing key',
      example: '…',
      untested: 'the first webhook shows a mistake, as an alert',
      neededFor: 'letters in place of emails that bounced',
      byDefault: 'bounces are not read',
    },
  ),
};
