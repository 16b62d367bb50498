// The REST API that a sender's server calls.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../context.ts';
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

type Fields = Record<string, unknown>;
type Query = Record<string, string | undefined>;

export function restRoutes(
  app: FastifyInstance,
  context: Context,
  envelopes: Envelopes,
  life: EnvelopeLifecycle,
): void {
  const { clock, credentials } = context;
  const polledAt = new Map<string, number>();
  app.addHook('preHandler', requireAccessToken(context));
  app.addHook('preHandler', async (request, reply) => {
    const { account } = request.params as { account?: string };
    if (account !== undefined && account.toLowerCase() !== credentials.DOCUSIGN_ACCOUNT_ID.toLowerCase())
      return refuse(reply, new DocusignError('ACCOUNT_NOT_FOUND'));
  });

  const described = (envelope: Envelope, include: string | undefined) => ({
    ...describeEnvelope(context, envelope, include?.split(',') ?? []),
    status: life.status(envelope),
  });

  const envelopeIn = (params: unknown): Envelope => {
    const found = envelopes.find((params as { id: string }).id.toLowerCase());
    if (!found) throw new DocusignError('ENVELOPE');
    return found;
  };

  /** Refuses a status request about any envelope whose status was requested less than 15 minutes ago. */
  function poll(ids: readonly string[]): void {
    const now = clock().getTime();
    const isEarly = (id: string) =>
      now - (polledAt.get(id) ?? Number.NEGATIVE_INFINITY) < pollingSeconds * 1000;
    if (ids.some(isEarly)) throw new DocusignError('POLLING');
    for (const id of ids) polledAt.set(id, now);
  }

  const created = (reply: FastifyReply, envelope: Envelope) =>
    reply.code(201).send({
      envelopeId: envelope.id,
      uri: `/envelopes/${envelope.id}`,
      statusDateTime: moment(envelope.changedAt),
      status: envelope.status,
    });

  app.post('/envelopes', async (request, reply) => {
    // A client that lost the response can retry with the same transactionId and gets the first call's envelope.
    const transactionId = text((request.body as Fields | null)?.transactionId);
    const known = transactionId ? envelopes.byTransaction(transactionId) : undefined;
    if (known) return created(reply, known);
    const given = await readEnvelope(request.body);
    // The same transactionId may have arrived again while the documents were being read.
    const meanwhile = given.transactionId ? envelopes.byTransaction(given.transactionId) : undefined;
    return created(reply, meanwhile ?? life.create(given));
  });

  app.get('/envelopes', async (request) => {
    const query = request.query as Query;
    const transactions = query.transaction_ids?.split(',').map((id) => id.trim());
    const ids = query.envelope_ids?.split(',').map((id) => id.trim().toLowerCase());
    const from = query.from_date === undefined ? undefined : new Date(query.from_date);
    if (!transactions && !ids && (!from || Number.isNaN(from.getTime())))
      throw new DocusignError(
        'PARAMETER',
        "Query parameter 'from_date' must be set to a valid DateTime, or 'envelope_ids' or 'transaction_ids' must be specified.",
      );
    if (ids) poll(ids);
    const found = envelopes
      .list()
      .filter(
        (envelope) =>
          (!transactions || transactions.includes(envelope.transactionId ?? '')) &&
          (!ids || ids.includes(envelope.id)) &&
          (!from || envelope.changedAt >= from.toISOString()),
      );
    return {
      resultSetSize: String(found.length),
      startPosition: '0',
      endPosition: String(Math.max(0, found.length - 1)),
      totalSetSize: String(found.length),
      nextUri: '',
      previousUri: '',
      ...(found.length === 0
        ? {}
        : { envelopes: found.map((envelope) => described(envelope, query.include)) }),
    };
  });

  app.get('/envelopes/:id', async (request) => {
    const envelope = envelopeIn(request.params);
    poll([envelope.id]);
    return described(envelope, (request.query as Query).include);
  });

  app.put('/envelopes/:id', async (request) => {
    const envelope = envelopeIn(request.params);
    const { status, voidedReason } = (request.body ?? {}) as Fields;
    if (status === 'voided') {
      if (!text(voidedReason).trim())
        throw new DocusignError('BODY', 'A voidedReason is required when voiding an envelope.');
      life.void(envelope, text(voidedReason).slice(0, 200));
    } else if (status === 'sent') {
      if (envelope.status !== 'created') throw new DocusignError('STATUS');
      life.send(envelope);
    } else throw new DocusignError('BODY');
    return { envelopeId: envelope.id };
  });

  app.get('/envelopes/:id/recipients', async (request) =>
    describeRecipients(envelopeIn(request.params), (request.query as Query).include_tabs === 'true'),
  );

  app.put('/envelopes/:id/recipients', async (request) => {
    const envelope = envelopeIn(request.params);
    const given = (request.body as { signers?: Fields[] } | null)?.signers ?? [];
    const results = given.map((change) => {
      const recipientId = text(change.recipientId);
      const signer = envelope.signers.find((one) => one.recipientId === recipientId);
      const isChanged = signer !== undefined && life.changeSigner(envelope, signer, change);
      const errorDetails = isChanged
        ? { errorCode: 'SUCCESS', message: '' }
        : { errorCode: 'RECIPIENT_UPDATE_FAILED', message: 'The recipient could not be updated.' };
      return { recipientId, errorDetails };
    });
    return { recipientUpdateResults: results };
  });

  app.post('/envelopes/:id/views/recipient', async (request, reply) => {
    const envelope = envelopeIn(request.params);
    const body = (request.body ?? {}) as Fields;
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
    const token = issueToken(context, 'docusign view', viewLifetimeSeconds, {
      envelope: envelope.id,
      recipient: signer.recipientId,
      returnUrl,
    });
    return reply.code(201).send({ url: `${baseUrl(request)}/signing/start?token=${token}` });
  });

  app.get('/envelopes/:id/documents', async (request) => {
    const envelope = envelopeIn(request.params);
    return describeDocuments(envelope, envelopes.documents(envelope));
  });

  app.get('/envelopes/:id/documents/:document', async (request, reply) => {
    const envelope = envelopeIn(request.params);
    const { document } = request.params as { document: string };
    const found = await findDocument(
      envelopes,
      life,
      envelope,
      document,
      (request.query as Query).certificate === 'true',
    );
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
