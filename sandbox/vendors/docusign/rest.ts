// The REST API that a sender's server calls.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { fields } from '../../request-fields.ts';
import { issueToken } from '../../state/tokens.ts';
import { describeDocuments, describeEnvelope, describeRecipients, moment } from './envelope-json.ts';
import type { Envelope, Envelopes } from './envelopes.ts';
import { DocusignError, refuse } from './errors.ts';
import { type EnvelopeLifecycle, isOpen, isTurnOf } from './lifecycle.ts';
import { baseUrl, requireAccessToken } from './oauth.ts';
import { readEnvelope, text } from './request.ts';

const viewLifetimeSeconds = 300;
/** DocuSign's limit on polling, for each envelope. */
const pollingSeconds = 15 * 60;

type Query = Record<string, string | undefined>;

type Services = { context: Context; envelopes: Envelopes; life: EnvelopeLifecycle };

const describeCurrent = ({ context, life }: Services, envelope: Envelope, include: string | undefined) => ({
  ...describeEnvelope(context, envelope, include?.split(',') ?? []),
  status: life.status(envelope),
});

const sendCreated = (reply: FastifyReply, envelope: Envelope) =>
  reply.code(201).send({
    envelopeId: envelope.id,
    uri: `/envelopes/${envelope.id}`,
    statusDateTime: moment(envelope.changedAt),
    status: envelope.status,
  });

/** Refuses a status request about any envelope whose status was requested less than 15 minutes ago. */
function createPollingLimit({ clock }: Context): (ids: readonly string[]) => void {
  const polledAt = new Map<string, number>();
  return (ids) => {
    const now = clock().getTime();
    const isEarly = (id: string) =>
      now - (polledAt.get(id) ?? Number.NEGATIVE_INFINITY) < pollingSeconds * 1000;
    if (ids.some(isEarly)) throw new DocusignError('POLLING');
    for (const id of ids) polledAt.set(id, now);
  };
}

/** The filter of a list request, and the IDs it names. */
function readListQuery(query: Query) {
  const transactions = query.transaction_ids?.split(',').map((id) => id.trim());
  const ids = query.envelope_ids?.split(',').map((id) => id.trim().toLowerCase());
  const from = query.from_date === undefined ? undefined : new Date(query.from_date);
  if (!transactions && !ids && (!from || Number.isNaN(from.getTime())))
    throw new DocusignError(
      'PARAMETER',
      "Query parameter 'from_date' must be set to a valid DateTime, or 'envelope_ids' or 'transaction_ids' must be specified.",
    );
  const isWanted = (envelope: Envelope) =>
    (!transactions || transactions.includes(envelope.transactionId ?? '')) &&
    (!ids || ids.includes(envelope.id)) &&
    (!from || envelope.changedAt >= from.toISOString());
  return { ids, isWanted };
}

function updateEnvelope({ life }: Services, envelope: Envelope, body: unknown) {
  const { status, voidedReason } = fields(body);
  if (status === 'voided') {
    if (!text(voidedReason).trim())
      throw new DocusignError('BODY', 'A voidedReason is required when voiding an envelope.');
    life.void(envelope, text(voidedReason).slice(0, 200));
  } else if (status === 'sent') {
    if (envelope.status !== 'created') throw new DocusignError('STATUS');
    life.send(envelope);
  } else throw new DocusignError('BODY');
  return { envelopeId: envelope.id };
}

function updateRecipients({ life }: Services, envelope: Envelope, body: unknown) {
  const { signers } = fields(body);
  const recipientUpdateResults = (Array.isArray(signers) ? signers.map(fields) : []).map((change) => {
    const recipientId = text(change.recipientId);
    const signer = envelope.signers.find((one) => one.recipientId === recipientId);
    const isChanged = signer !== undefined && life.changeSigner(envelope, signer, change);
    const errorDetails = isChanged
      ? { errorCode: 'SUCCESS', message: '' }
      : { errorCode: 'RECIPIENT_UPDATE_FAILED', message: 'The recipient could not be updated.' };
    return { recipientId, errorDetails };
  });
  return { recipientUpdateResults };
}

/** The token of a single-use link to the signing page. */
function createView({ context }: Services, envelope: Envelope, given: unknown): string {
  const body = fields(given);
  const returnUrl = text(body.returnUrl);
  if (!URL.canParse(returnUrl) || !/^https?:/.test(returnUrl))
    throw new DocusignError('BODY', 'The returnUrl is missing or is not an address.');
  if (!text(body.authenticationMethod))
    throw new DocusignError('BODY', 'The authenticationMethod is missing.');
  const signer = envelope.signers.find(
    (one) =>
      one.clientUserId !== undefined &&
      one.clientUserId === text(body.clientUserId) &&
      one.email.toLowerCase() === text(body.email).toLowerCase() &&
      one.name === text(body.userName),
  );
  if (!signer) throw new DocusignError('RECIPIENT');
  if (!isOpen(envelope) && envelope.status !== 'completed') throw new DocusignError('STATUS');
  if (isOpen(envelope) && !isTurnOf(envelope, signer)) throw new DocusignError('SEQUENCE');
  const about = { envelope: envelope.id, recipient: signer.recipientId, returnUrl };
  return issueToken(context, 'docusign view', viewLifetimeSeconds, about);
}

export function restRoutes(app: FastifyInstance, services: Services): void {
  const { context, envelopes, life } = services;
  const { credentials } = context;
  const limitPolling = createPollingLimit(context);
  app.addHook('preHandler', requireAccessToken(context));
  app.addHook('preHandler', async (request, reply) => {
    const { account } = request.params as { account?: string };
    if (account !== undefined && account.toLowerCase() !== credentials.DOCUSIGN_ACCOUNT_ID.toLowerCase())
      return refuse(reply, new DocusignError('ACCOUNT_NOT_FOUND'));
  });

  const envelopeIn = (request: FastifyRequest): Envelope => {
    const found = envelopes.find((request.params as { id: string }).id.toLowerCase());
    if (!found) throw new DocusignError('ENVELOPE');
    return found;
  };
  const queryOf = (request: FastifyRequest) => request.query as Query;

  app.post('/envelopes', async (request, reply) => {
    // A client that lost the response can retry with the same transactionId and gets the first call's envelope.
    const transactionId = text(fields(request.body).transactionId);
    const known = transactionId ? envelopes.byTransaction(transactionId) : undefined;
    if (known) return sendCreated(reply, known);
    const given = await readEnvelope(request.body);
    // The same transactionId may have arrived again while the documents were being read.
    const meanwhile = given.transactionId ? envelopes.byTransaction(given.transactionId) : undefined;
    return sendCreated(reply, meanwhile ?? life.create(given));
  });
  app.get('/envelopes', async (request) => {
    const { ids, isWanted } = readListQuery(queryOf(request));
    if (ids) limitPolling(ids);
    const found = envelopes.list().filter(isWanted);
    const { include } = queryOf(request);
    return {
      resultSetSize: String(found.length),
      startPosition: '0',
      endPosition: String(Math.max(0, found.length - 1)),
      totalSetSize: String(found.length),
      nextUri: '',
      previousUri: '',
      ...(found.length > 0
        ? { envelopes: found.map((envelope) => describeCurrent(services, envelope, include)) }
        : {}),
    };
  });
  app.get('/envelopes/:id', async (request) => {
    const envelope = envelopeIn(request);
    limitPolling([envelope.id]);
    return describeCurrent(services, envelope, queryOf(request).include);
  });
  app.put('/envelopes/:id', async (request) => updateEnvelope(services, envelopeIn(request), request.body));
  app.get('/envelopes/:id/recipients', async (request) =>
    describeRecipients(envelopeIn(request), queryOf(request).include_tabs === 'true'),
  );
  app.put('/envelopes/:id/recipients', async (request) =>
    updateRecipients(services, envelopeIn(request), request.body),
  );
  app.post('/envelopes/:id/views/recipient', async (request, reply) => {
    const token = createView(services, envelopeIn(request), request.body);
    return reply.code(201).send({ url: `${baseUrl(request)}/signing/start?token=${token}` });
  });
  app.get('/envelopes/:id/documents', async (request) => {
    const envelope = envelopeIn(request);
    return describeDocuments(envelope, envelopes.documents(envelope));
  });
  app.get('/envelopes/:id/documents/:document', async (request, reply) => {
    const { document } = request.params as { document: string };
    const isCertified = queryOf(request).certificate === 'true';
    const found = await findDocument(envelopes, life, envelopeIn(request), document, isCertified);
    if (!found) throw new DocusignError('DOCUMENT');
    return sendPdf(reply, found.bytes, found.name);
  });
}

export async function findDocument(
  envelopes: Envelopes,
  life: EnvelopeLifecycle,
  envelope: Envelope,
  id: string,
  withCertificate = false,
): Promise<{ name: string; bytes: Uint8Array } | undefined> {
  if (id === 'combined')
    return { name: envelope.emailSubject, bytes: await life.combined(envelope, withCertificate) };
  if (id === 'certificate') return { name: 'Summary', bytes: await life.certificate(envelope) };
  const document = envelopes.documents(envelope).find((one) => one.id === id);
  return document && { name: document.name, bytes: document.sealed ?? document.bytes };
}

export const sendPdf = (reply: FastifyReply, bytes: Uint8Array, name: string) =>
  reply
    .type('application/pdf')
    .header(
      'Content-Disposition',
      `inline; filename="${`${name.replace(/\.pdf$/i, '').replace(/[^\w .-]/g, '_')}.pdf`}"`,
    )
    .header('Cache-Control', 'no-store')
    .send(Buffer.from(bytes));
