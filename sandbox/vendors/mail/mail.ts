// The mail server: accepts every message, delivers none, and shows them in the console. Mail to bounce.example bounces.
import type { Socket } from 'node:net';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Context } from '../../context.ts';
import type { Outcome } from '../../requests.ts';
import { uuid } from '../../state/identifiers.ts';
import { bounceEvent, isBouncing, postBounce } from './bounces.ts';

export type MailLogin = { user: string; password: string };

type Attachment = { filename: string; contentType: string; size: number; href: string };

export type Mail = {
  id: string;
  messageId: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  attachments: Attachment[];
  /** The List-Unsubscribe header, and whether one POST is enough (RFC 8058). */
  unsubscribe: { address: string; oneClick: boolean } | null;
  sentAt: string;
  /** How many times the same Message-ID arrived again; it stays one message. */
  repeats: number;
};

const maxMessageBytes = 25 * 1024 * 1024;

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

function unsubscribeOf(headers: readonly { key: string; value: string }[]): Mail['unsubscribe'] {
  const read = (name: string) => headers.find(({ key }) => key === name)?.value.trim();
  const address = /<(https?:[^>]+)>/.exec(read('list-unsubscribe') ?? '')?.[1];
  if (address === undefined) return null;
  return { address, oneClick: read('list-unsubscribe-post') === 'List-Unsubscribe=One-Click' };
}

/** Returns the message's id if it arrived for the first time. */
async function saveMail(
  { db, clock, consoleEvents }: Context,
  raw: Buffer,
  envelope: readonly string[],
): Promise<string | undefined> {
  const message = await PostalMime.parse(raw);
  const messageId = message.messageId ?? `<${uuid()}@sandbox.invalid>`;
  const repeated = db.run('update mail set repeats = repeats + 1 where message_id = ?', messageId);
  if (repeated > 0) {
    consoleEvents.publish('mail');
    return undefined;
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
    unsubscribe: unsubscribeOf(message.headers),
  };
  db.run(
    'insert into mail (id, message_id, recipients, content, sent_at) values (?, ?, ?, ?, ?)',
    id,
    messageId,
    JSON.stringify(recipients),
    JSON.stringify(content),
    clock().toISOString(),
  );
  consoleEvents.publish('mail');
  return messageId;
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

/** An error that smtp-server passes to the client with this code. */
const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

/** Bounces are posted to the product, where its address is known. */
export function mailServer(
  context: Context,
  {
    productUrl,
    tls,
    mailLogin,
  }: { productUrl?: string; tls?: { key: string; certificate: string }; mailLogin?: MailLogin } = {},
): SMTPServer {
  const { clock, faults, requests, consoleEvents } = context;

  const log = (startedAt: number, status: number | null, outcome: Outcome) => {
    requests.add({
      at: clock().toISOString(),
      vendor: 'mail',
      method: 'DATA',
      path: 'smtp',
      status,
      outcome,
      milliseconds: Math.round(performance.now() - startedAt),
    });
    consoleEvents.publish('requests');
  };

  /** Open connections by the client's address and port, so that a fault can drop one. */
  const sockets = new Map<string, Socket>();
  const socketKey = (address: string | undefined, port: number | undefined) =>
    `${address?.replace(/^::ffff:/, '')}:${port}`;
  const dropConnection = ({ remoteAddress, remotePort }: SMTPServerSession) =>
    sockets.get(socketKey(remoteAddress, remotePort))?.destroy();

  /** The message is accepted first; it comes back afterwards. */
  function bounce(messageId: string, recipients: readonly string[]): void {
    if (productUrl === undefined) return;
    for (const recipient of recipients.filter(isBouncing)) {
      const event = () =>
        bounceEvent({ messageId, recipient }, context.credentials.MAIL_WEBHOOK_KEY, clock());
      void postBounce(new URL('/webhooks/mail', productUrl).href, event, context.sleep);
    }
  }

  async function receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
  ): Promise<Error | null | 'silent'> {
    const startedAt = performance.now();
    const raw = await bytesOf(stream);
    const fault = faults.consume('mail', 'smtp');
    if (fault.mode !== 'none') consoleEvents.publish('faults');
    if (stream.sizeExceeded) {
      log(startedAt, 552, 'answered');
      return refusal(552, 'Message exceeds the maximum size');
    }
    if (fault.mode === 'error') {
      log(startedAt, 451, 'answered');
      return refusal(451, 'Requested action aborted: local error in processing');
    }
    if (fault.mode === 'timeout') {
      log(startedAt, null, 'unanswered');
      return 'silent';
    }
    if (fault.mode === 'refused') {
      log(startedAt, null, 'dropped');
      dropConnection(session);
      return 'silent';
    }
    if (fault.mode === 'slow') await faults.delay('mail', fault, context.sleep);
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    const messageId = await saveMail(context, raw, recipients);
    if (messageId !== undefined) bounce(messageId, recipients);
    if (fault.mode === 'twice') {
      log(startedAt, null, 'dropped');
      dropConnection(session);
      return 'silent';
    }
    if (fault.mode === 'held') {
      log(startedAt, null, 'held');
      return 'silent';
    }
    log(startedAt, 250, 'answered');
    return null;
  }

  const server = new SMTPServer({
    name: 'sandbox.localhost',
    banner: 'Branchline sandbox',
    authOptional: mailLogin === undefined,
    allowInsecureAuth: true,
    ...(tls ? { secure: true, key: tls.key, cert: tls.certificate } : {}),
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: maxMessageBytes,
    closeTimeout: 200,
    logger: false,
    // Without a login of its own, any username and password will do: no message leaves this machine.
    onAuth: ({ username, password }, _session, callback) => {
      const isWrong =
        mailLogin !== undefined && (username !== mailLogin.user || password !== mailLogin.password);
      if (isWrong) callback(refusal(535, 'Authentication credentials invalid'));
      else callback(null, { user: username ?? 'anyone' });
    },
    onData: (stream, session, callback) => {
      receive(stream, session)
        .then((result) => {
          if (result !== 'silent') callback(result);
        })
        .catch((error: unknown) => callback(error instanceof Error ? error : new Error(String(error))));
    },
  });
  server.server.on('connection', (socket: Socket) => {
    const key = socketKey(socket.remoteAddress, socket.remotePort);
    sockets.set(key, socket);
    socket.on('close', () => sockets.delete(key));
  });
  // A client may hang up at any time.
  server.on('error', () => {});
  return server;
}
