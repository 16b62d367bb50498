// The mail server: takes every message, delivers none, and shows them in the console.
import type { Socket } from 'node:net';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Context } from '../../context.ts';
import { defaultDelayMs } from '../../faults.ts';
import type { Outcome } from '../../requests.ts';
import { uuid } from '../../state/identifiers.ts';

export type Attachment = { filename: string; contentType: string; size: number; href: string };

export type Mail = {
  id: string;
  messageId: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  attachments: Attachment[];
  sentAt: string;
  /** How often the same Message-ID came again; it is still one message. */
  repeats: number;
};

const largestMessage = 25 * 1024 * 1024;

const addresses = (list: readonly Address[] | undefined): string =>
  (list ?? [])
    .flatMap((entry) => entry.group ?? [entry])
    .map((mailbox) => mailbox.address)
    .join(', ');

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/** True when the message is new. */
export async function keepMail(
  { db, clock, announcements }: Context,
  raw: Buffer,
  envelope: readonly string[],
): Promise<boolean> {
  const message = await PostalMime.parse(raw);
  const messageId = message.messageId ?? `<${uuid()}@sandbox.invalid>`;
  const repeated = db.run('update mail set repeats = repeats + 1 where message_id = ?', messageId);
  if (repeated > 0) {
    announcements.tell('mail');
    return false;
  }
  const id = uuid();
  const attachments = message.attachments.map((attachment, position): Attachment => {
    const content = Buffer.from(attachment.content as ArrayBuffer);
    db.run('insert into attachment (mail, position, content) values (?, ?, ?)', id, position, content);
    return {
      filename: attachment.filename ?? `attachment-${position + 1}`,
      contentType: attachment.mimeType,
      size: content.byteLength,
      href: `/console/api/mail/${id}/attachments/${position}`,
    };
  });
  const to = addresses(message.to) || envelope.join(', ');
  const recipients = [...new Set([...envelope, ...to.split(', '), ...addresses(message.cc).split(', ')])]
    .filter(Boolean)
    .map((address) => address.toLowerCase());
  const content = {
    to,
    from: message.from?.address ?? '',
    subject: message.subject ?? '',
    text: message.text ?? '',
    html: message.html ?? '',
    attachments,
  };
  db.run(
    'insert into mail (id, message_id, recipients, content, sent_at) values (?, ?, ?, ?, ?)',
    id,
    messageId,
    JSON.stringify(recipients),
    JSON.stringify(content),
    clock().toISOString(),
  );
  announcements.tell('mail');
  return true;
}

export function listMail({ db }: Context, to: string | undefined): Mail[] {
  return db
    .all('select * from mail order by rowid desc')
    .filter((row) => !to || (JSON.parse(String(row.recipients)) as string[]).includes(to.toLowerCase()))
    .map((row) => ({
      id: String(row.id),
      messageId: String(row.message_id),
      ...(JSON.parse(String(row.content)) as Omit<Mail, 'id' | 'messageId' | 'sentAt' | 'repeats'>),
      sentAt: String(row.sent_at),
      repeats: Number(row.repeats),
    }));
}

/** What an SMTP client is told, as smtp-server takes it. */
const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

export function mailServer(context: Context): SMTPServer {
  const { clock, faults, requests, announcements } = context;

  const log = (began: number, status: number | null, outcome: Outcome) => {
    requests.add({
      at: clock().toISOString(),
      vendor: 'mail',
      method: 'DATA',
      path: 'smtp',
      status,
      outcome,
      milliseconds: Math.round(performance.now() - began),
    });
    announcements.tell('requests');
  };

  const socketOf = (session: SMTPServerSession): Socket | undefined => {
    for (const connection of server.connections as Set<{ session: SMTPServerSession; _socket: Socket }>)
      if (connection.session.id === session.id) return connection._socket;
    return undefined;
  };

  async function take(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
  ): Promise<Error | null | 'silent'> {
    const began = performance.now();
    const raw = await bytesOf(stream);
    const fault = faults.take('mail', 'smtp');
    if (fault.mode !== 'none') announcements.tell('faults');
    if (stream.sizeExceeded) {
      log(began, 552, 'answered');
      return refusal(552, 'Message exceeds the maximum size');
    }
    if (fault.mode === 'error') {
      log(began, 451, 'answered');
      return refusal(451, 'Requested action aborted: local error in processing');
    }
    if (fault.mode === 'timeout') {
      log(began, null, 'unanswered');
      return 'silent';
    }
    if (fault.mode === 'refused') {
      log(began, null, 'dropped');
      socketOf(session)?.destroy();
      return 'silent';
    }
    if (fault.mode === 'slow') await context.sleep(fault.delayMs ?? defaultDelayMs);
    await keepMail(
      context,
      raw,
      session.envelope.rcptTo.map(({ address }) => address),
    );
    if (fault.mode === 'twice') {
      log(began, null, 'dropped');
      socketOf(session)?.destroy();
      return 'silent';
    }
    if (fault.mode === 'held') {
      log(began, null, 'held');
      return 'silent';
    }
    log(began, 250, 'answered');
    return null;
  }

  const server = new SMTPServer({
    name: 'sandbox.localhost',
    banner: 'Branchline sandbox',
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: largestMessage,
    closeTimeout: 200,
    logger: false,
    // Any name and password will do: nothing leaves this machine.
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anyone' }),
    onData: (stream, session, callback) => {
      take(stream, session)
        .then((result) => {
          if (result !== 'silent') callback(result);
        })
        .catch((error: unknown) => callback(error instanceof Error ? error : new Error(String(error))));
    },
  });
  // A client that hangs up in the middle is no trouble of ours.
  server.on('error', () => {});
  return server;
}
