// The mail server, with two domains that bounce or are refused. Messages with an attachment are refused:
// documents about applicants must not travel by plain email (16 CFR 314.4(c)(3)).
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { ServerIdentity } from '../../certificate.ts';
import type { Context } from '../../context.ts';
import type { Outcome } from '../../requests.ts';
import { postUntilAccepted } from '../../webhook-queue.ts';
import { bounceEvent, isBouncing, isRefused } from './bounces.ts';

export type Mail = {
  id: string;
  messageId: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** Always empty: see above. */
  attachments: [];
  /** The headers by which mail programs group messages (RFC 5322, 3.6.4). */
  references: string | null;
  inReplyTo: string | null;
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

function unsubscribeOf(headers: readonly { key: string; value: string }[]): Mail['unsubscribe'] {
  const read = (name: string) => headers.find(({ key }) => key === name)?.value.trim();
  const address = /<(https?:[^>]+)>/.exec(read('list-unsubscribe') ?? '')?.[1];
  if (address === undefined) return null;
  return { address, oneClick: read('list-unsubscribe-post') === 'List-Unsubscribe=One-Click' };
}

/** Returns the message's id if it arrived for the first time. */
function saveMail(
  { db, clock, consoleEvents }: Context,
  message: Email,
  envelope: readonly string[],
): string | undefined {
  const messageId = message.messageId ?? `<${crypto.randomUUID()}@sandbox.invalid>`;
  const repeated = db.run('update mail set repeats = repeats + 1 where message_id = ?', messageId);
  if (repeated > 0) {
    consoleEvents.publish('mail');
    return undefined;
  }
  const id = crypto.randomUUID();
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
    attachments: [],
    references: message.references ?? null,
    inReplyTo: message.inReplyTo ?? null,
    unsubscribe: unsubscribeOf(message.headers),
  };
  db.insert('mail', {
    id,
    message_id: messageId,
    recipients: JSON.stringify(recipients),
    content: JSON.stringify(content),
    sent_at: clock().toISOString(),
  });
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

/** Returns the error to respond with, null to accept the message, or `silent` for no response. */
async function receive(
  context: Context,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
  dropConnection: () => void,
): Promise<Received> {
  const { clock, faults, requests, consoleEvents, sleep } = context;
  const startedAt = performance.now();
  const end = (status: number | null, outcome: Outcome, result: Received = 'silent') => {
    const milliseconds = Math.round(performance.now() - startedAt);
    const at = clock().toISOString();
    requests.add({ at, vendor: 'mail', method: 'DATA', path: 'smtp', status, outcome, milliseconds });
    consoleEvents.publish('requests');
    if (outcome === 'dropped') dropConnection();
    return result;
  };
  const raw = await buffer(stream);
  const fault = faults.consume('mail', 'smtp');
  if (fault.mode !== 'none') consoleEvents.publish('faults');
  if (stream.sizeExceeded) return end(552, 'responded', refusal(552, 'Message exceeds the maximum size'));
  if (fault.mode === 'error')
    return end(451, 'responded', refusal(451, 'Requested action aborted: local error in processing'));
  if (fault.mode === 'timeout') return end(null, 'no response');
  if (fault.mode === 'refused') return end(null, 'dropped');
  if (fault.mode === 'slow') await faults.delay('mail', fault, sleep);
  const recipients = envelope.rcptTo.map(({ address }) => address);
  const message = await PostalMime.parse(raw);
  if (message.attachments.length > 0)
    return end(554, 'responded', refusal(554, 'Attachments are not accepted: email a link instead'));
  const messageId = saveMail(context, message, recipients);
  if (messageId !== undefined) bounce(context, messageId, recipients);
  if (fault.mode === 'twice') return end(null, 'dropped');
  if (fault.mode === 'held') return end(null, 'held');
  return end(250, 'responded', null);
}

function bounce(context: Context, messageId: string, recipients: readonly string[]): void {
  const { clock, credentials, productUrl } = context;
  if (productUrl === undefined) return;
  const url = new URL('/webhooks/mail', productUrl).href;
  for (const recipient of recipients.filter(isBouncing))
    void postUntilAccepted(context, () => ({
      url,
      body: bounceEvent({ messageId, recipient }, credentials.MAIL_WEBHOOK_KEY, clock()),
      headers: {},
    }));
}

const socketKey = (address: string | undefined, port: number | undefined) =>
  `${address?.replace(/^::ffff:/, '')}:${port}`;

export type MailOptions = {
  /** With one, everything is reached by TLS alone, the mail server too. */
  tls?: ServerIdentity;
  /** Without one, the mail server takes any username and password. */
  mailLogin?: { user: string; password: string };
};

export function mailServer(context: Context, { tls, mailLogin }: MailOptions): SMTPServer {
  /** Open connections by the client's address and port, so that a fault can drop one. */
  const sockets = new Map<string, Socket>();
  const server = new SMTPServer({
    name: 'sandbox.localhost',
    banner: 'Sandbox',
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
    onRcptTo: ({ address }, _session, callback) =>
      callback(isRefused(address) ? refusal(550, '5.1.1 The email account does not exist') : null),
    onData: (stream, session, callback) => {
      const drop = () => sockets.get(socketKey(session.remoteAddress, session.remotePort))?.destroy();
      receive(context, stream, session, drop)
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
