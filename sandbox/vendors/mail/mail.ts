// The mail server: accepts every message, delivers none, and shows them in the console. Mail to bounce.example bounces.
import type { Socket } from 'node:net';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Context } from '../../context.ts';
import type { Outcome } from '../../requests.ts';
import { uuid } from '../../state/identifiers.ts';
import { postUntilAccepted } from '../../webhook-queue.ts';
import { bounceEvent, isBouncing } from './bounces.ts';

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

type Received = Error | null | 'silent';

/** Receives messages, with the console's faults, and posts bounces to the product. */
class Receiver {
  readonly #context: Context;
  readonly #productUrl: string | undefined;
  /** Open connections by the client's address and port, so that a fault can drop one. */
  readonly #sockets = new Map<string, Socket>();

  constructor(context: Context, productUrl: string | undefined) {
    this.#context = context;
    this.#productUrl = productUrl;
  }

  addSocket(socket: Socket): void {
    const key = socketKey(socket.remoteAddress, socket.remotePort);
    this.#sockets.set(key, socket);
    socket.on('close', () => this.#sockets.delete(key));
  }

  /** The error to respond with, null to accept the message, or `silent` for no response. */
  async receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Received> {
    const { faults, consoleEvents } = this.#context;
    const startedAt = performance.now();
    const end = (status: number | null, outcome: Outcome, result: Received = 'silent') => {
      this.#log(startedAt, status, outcome);
      if (outcome === 'dropped') this.#dropConnection(session);
      return result;
    };
    const raw = await bytesOf(stream);
    const fault = faults.consume('mail', 'smtp');
    if (fault.mode !== 'none') consoleEvents.publish('faults');
    if (stream.sizeExceeded) return end(552, 'responded', refusal(552, 'Message exceeds the maximum size'));
    if (fault.mode === 'error')
      return end(451, 'responded', refusal(451, 'Requested action aborted: local error in processing'));
    if (fault.mode === 'timeout') return end(null, 'no response');
    if (fault.mode === 'refused') return end(null, 'dropped');
    if (fault.mode === 'slow') await faults.delay('mail', fault, this.#context.sleep);
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    const messageId = await saveMail(this.#context, raw, recipients);
    if (messageId !== undefined) this.#bounce(messageId, recipients);
    if (fault.mode === 'twice') return end(null, 'dropped');
    if (fault.mode === 'held') return end(null, 'held');
    return end(250, 'responded', null);
  }

  #log(startedAt: number, status: number | null, outcome: Outcome): void {
    const { clock, requests, consoleEvents } = this.#context;
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
  }

  #dropConnection({ remoteAddress, remotePort }: SMTPServerSession): void {
    this.#sockets.get(socketKey(remoteAddress, remotePort))?.destroy();
  }

  /** The message is accepted first and bounces afterwards. */
  #bounce(messageId: string, recipients: readonly string[]): void {
    if (this.#productUrl === undefined) return;
    const { clock, credentials } = this.#context;
    const url = new URL('/webhooks/mail', this.#productUrl).href;
    for (const recipient of recipients.filter(isBouncing))
      void postUntilAccepted(this.#context, () => ({
        url,
        body: bounceEvent({ messageId, recipient }, credentials.MAIL_WEBHOOK_KEY, clock()),
        headers: {},
      }));
  }
}

const socketKey = (address: string | undefined, port: number | undefined) =>
  `${address?.replace(/^::ffff:/, '')}:${port}`;

type MailOptions = {
  productUrl?: string;
  tls?: { key: string; certificate: string };
  mailLogin?: MailLogin;
};

export function mailServer(context: Context, { productUrl, tls, mailLogin }: MailOptions = {}): SMTPServer {
  const receiver = new Receiver(context, productUrl);
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
    // Without a configured login, any username and password is accepted: no message leaves this machine.
    onAuth: ({ username, password }, _session, callback) => {
      const isWrong =
        mailLogin !== undefined && (username !== mailLogin.user || password !== mailLogin.password);
      if (isWrong) callback(refusal(535, 'Authentication credentials invalid'));
      else callback(null, { user: username ?? 'anyone' });
    },
    onData: (stream, session, callback) => {
      receiver
        .receive(stream, session)
        .then((result) => {
          if (result !== 'silent') callback(result);
        })
        .catch((error: unknown) => callback(error instanceof Error ? error : new Error(String(error))));
    },
  });
  server.server.on('connection', (socket: Socket) => receiver.addSocket(socket));
  // A client may hang up at any time.
  server.on('error', () => {});
  return server;
}
