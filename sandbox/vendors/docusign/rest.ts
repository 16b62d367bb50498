// The REST API that a sender's server calls.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { fields, text, trimmedText } from '../../requests.ts';
import { issueToken } from '../../state/tokens.ts';
import { describeEnvelope, describeSigner, type Envelope, type Envelopes, moment } from './envelopes.ts';
import { refused } from './errors.ts';
import { type EnvelopeLifecycle, isOpen } from './lifecycle.ts';
import { baseUrl, requireAccessToken } from './oauth.ts';
import { readEnvelope } from './request.ts';

const viewLifetimeSeconds = 300;
/** DocuSign's limit on polling, for each envelope. */
const pollingSeconds = 15 * 60;
/** How long DocuSign finds an envelope by its transactionId. */
const transactionSeconds = 7 * 86_400;

export type Services = { context: Context; envelopes: Envelopes; life: EnvelopeLifecycle };

const sendCreated = (reply: FastifyReply, { id, changedAt, status }: Envelope) =>
  reply
    .code(201)
    .send({ envelopeId: id, uri: `/envelopes/${id}`, statusDateTime: moment(changedAt), status });

/** Refuses a status request about any envelope whose status was requested less than 15 minutes ago. */
function createPollingLimit({ clock }: Context): (ids: readonly string[]) => void {
  const polledAt = new Map<string, number>();
  return (ids) => {
    const now = clock().getTime();
    const isEarly = (id: string) =>
      now - (polledAt.get(id) ?? Number.NEGATIVE_INFINITY) < pollingSeconds * 1000;
    if (ids.some(isEarly)) throw refused('Hourly_Envelope_Polling_Limit_Exceeded');
    for (const id of ids) polledAt.set(id, now);
  };
}

function voidEnvelope({ life }: Services, envelope: Envelope, body: unknown) {
  const { status, voidedReason } = fields(body);
  if (status !== 'voided' || !trimmedText(voidedReason))
    throw refused('INVALID_REQUEST_BODY', 'Send status voided with a voidedReason.');
  life.void(envelope, text(voidedReason).slice(0, 200));
  return { envelopeId: envelope.id };
}

function updateRecipients({ life }: Services, envelope: Envelope, body: unknown) {
  const { signers } = fields(body);
  const recipientUpdateResults = (Array.isArray(signers) ? signers.map(fields) : []).map((change) => {
    const recipientId = text(change.recipientId);
    const isChanged = envelope.signer.recipientId === recipientId && life.changeSigner(envelope, change);
    const errorDetails = isChanged
      ? { errorCode: 'SUCCESS', message: '' }
      : { errorCode: 'RECIPIENT_UPDATE_FAILED', message: 'The recipient could not be updated.' };
    return { recipientId, errorDetails };
  });
  return { recipientUpdateResults };
}

function createView({ context }: Services, envelope: Envelope, request: unknown): string {
  const body = fields(request);
  const returnUrl = text(body.returnUrl);
  if (!URL.canParse(returnUrl) || !/^https?:/.test(returnUrl))
    throw refused('INVALID_REQUEST_BODY', 'The returnUrl is missing or is not an address.');
  if (!text(body.authenticationMethod))
    throw refused('INVALID_REQUEST_BODY', 'The authenticationMethod is missing.');
  const { clientUserId, email, name } = envelope.signer;
  const isSigner =
    clientUserId === text(body.clientUserId) &&
    email.toLowerCase() === text(body.email).toLowerCase() &&
    name === text(body.userName);
  if (!isSigner) throw refused('UNKNOWN_ENVELOPE_RECIPIENT');
  if (!isOpen(envelope) && envelope.status !== 'completed') throw refused('ENVELOPE_INVALID_STATUS');
  return issueToken(context, 'docusign view', viewLifetimeSeconds, { envelope: envelope.id, returnUrl });
}

export function restRoutes(app: FastifyInstance, services: Services): void {
  const { context, envelopes, life } = services;
  const { credentials } = context;
  const limitPolling = createPollingLimit(context);
  app.addHook('preHandler', requireAccessToken(context));
  app.addHook('preHandler', async (request) => {
    const { account } = request.params as { account?: string };
    if (account !== undefined && account.toLowerCase() !== credentials.DOCUSIGN_ACCOUNT_ID.toLowerCase())
      throw refused('USER_DOES_NOT_BELONG_TO_SPECIFIED_ACCOUNT');
  });

  const envelopeIn = (request: FastifyRequest): Envelope => {
    const found = envelopes.find((request.params as { id: string }).id.toLowerCase());
    if (!found) throw refused('ENVELOPE_DOES_NOT_EXIST');
    return found;
  };
  const isTransactionKnown = ({ sentAt }: Envelope) =>
    context.clock().getTime() - Date.parse(sentAt) < transactionSeconds * 1000;
  const describeCurrent = (envelope: Envelope) => ({
    ...describeEnvelope(context, envelope),
    status: life.status(envelope),
  });

  app.post('/envelopes', async (request, reply) => {
    // A client that lost the response can retry with the same transactionId and gets the first call's envelope.
    const { transactionId } = fields(request.body);
    const findRepeated = () => {
      const found = text(transactionId) ? envelopes.byTransaction(text(transactionId)) : undefined;
      return found && isTransactionKnown(found) ? found : undefined;
    };
    const repeated = findRepeated();
    if (repeated) return sendCreated(reply, repeated);
    const sent = await readEnvelope(request.body);
    // The same transactionId may have arrived again while the documents were being read.
    return sendCreated(reply, findRepeated() ?? life.create(sent));
  });
  app.get('/envelopes', async (request) => {
    const { transaction_ids, envelope_ids } = request.query as Record<string, string | undefined>;
    const listed = (envelope_ids ?? transaction_ids)?.split(',').map((id) => id.trim());
    if (!listed) throw refused('INVALID_REQUEST_PARAMETER', 'Specify envelope_ids or transaction_ids.');
    if (envelope_ids) limitPolling(listed);
    const idOf = ({ id, transactionId = '' }: Envelope) => (envelope_ids ? id : transactionId);
    const found = envelopes
      .list()
      .filter(
        (envelope) => listed.includes(idOf(envelope)) && (envelope_ids || isTransactionKnown(envelope)),
      );
    const size = String(found.length);
    return {
      resultSetSize: size,
      totalSetSize: size,
      envelopes: found.length > 0 ? found.map(describeCurrent) : null,
    };
  });
  app.get('/envelopes/:id', async (request) => {
    const envelope = envelopeIn(request);
    limitPolling([envelope.id]);
    return describeCurrent(envelope);
  });
  app.put('/envelopes/:id', async (request) => voidEnvelope(services, envelopeIn(request), request.body));
  app.get('/envelopes/:id/recipients', async (request) => ({
    signers: [describeSigner(envelopeIn(request))],
    recipientCount: '1',
  }));
  app.put('/envelopes/:id/recipients', async (request) =>
    updateRecipients(services, envelopeIn(request), request.body),
  );
  app.post('/envelopes/:id/views/recipient', async (request, reply) => {
    const token = createView(services, envelopeIn(request), request.body);
    return reply.code(201).send({ url: `${baseUrl(request)}/signing/start?token=${token}` });
  });
  app.get('/envelopes/:id/documents/:document', async (request, reply) => {
    const { document } = request.params as { document: string };
    const found = await findDocument(services, envelopeIn(request), document);
    if (!found) throw refused('DOCUMENT_DOES_NOT_EXIST');
    return sendPdf(reply, found.bytes, found.name);
  });
}

export async function findDocument(
  { envelopes, life }: Services,
  envelope: Envelope,
  id: string,
): Promise<{ name: string; bytes: Uint8Array } | undefined> {
  if (id === 'combined') return { name: envelope.emailSubject, bytes: await life.combined(envelope) };
  if (id === 'certificate') return { name: 'Summary', bytes: await life.certificate(envelope) };
  const document = envelopes.documents(envelope).find((sent) => sent.id === id);
  return document && { name: document.name, bytes: document.sealed ?? document.bytes };
}

export const sendPdf = (reply: FastifyReply, bytes: Uint8Array, name: string) =>
  reply
    .type('application/pdf')
    .header('Content-Disposition', `inline; filename="${name.replace(/[^\w .-]/g, '_')}.pdf"`)
    .header('Cache-Control', 'no-store')
    .send(Buffer.from(bytes));
