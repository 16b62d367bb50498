// What the console answers: the page for people and the same things as JSON, newest first.
import type { FastifyError, FastifyInstance } from 'fastify';
import { type Context, type VendorName, vendorNames } from '../context.ts';
import { parseFault } from '../faults.ts';
import { bankPassword, bankPeople } from '../people/bank-people.ts';
import { homeOfEveryone, people, ssnDigits, ssnOf } from '../people/people.ts';
import { scoreFactors } from '../people/score-factors.ts';
import type { Row } from '../state/database.ts';
import { moveAhead } from '../state/moved-clock.ts';
import { type CoreState, describeCore, keepCore, readCore } from '../vendors/core/core.ts';
import { documentOfEnvelope, listEnvelopes } from '../vendors/docusign/envelopes.ts';
import { listMail } from '../vendors/mail/mail.ts';
import { accessTokenOf, listBanks } from '../vendors/plaid/linked-banks.ts';

type Query = Record<string, string | undefined>;

const spacedSsn = (digits: string) => digits.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3');

const asText = (row: Row) => ({ id: row.id, to: row.recipient, body: row.body, sentAt: row.sent_at });

const asPull = (row: Row) => ({
  id: row.id,
  kind: row.kind,
  at: row.at,
  ssn: spacedSsn(String(row.ssn)),
  clientReferenceId: row.reference,
});

/** What every address of the sandbox answers that is neither the console's nor a vendor's. */
export const notFound = {
  errors: [{ code: 'NOT_FOUND', message: 'The sandbox has nothing at this address.' }],
};

export function consoleRoutes(app: FastifyInstance, context: Context): void {
  const { db, announcements, faults, requests } = context;
  const refuse = (message: string) => ({ errors: [{ code: 'INVALID', message }] });

  app.setErrorHandler((error: FastifyError, _request, reply) =>
    reply.code(error.statusCode ?? 500).send(refuse(error.message)),
  );

  app.get('/texts', async (request) => {
    // An address that was not encoded turns the plus of a phone number into a space.
    const to = (request.query as Query).to?.replace(/^ /, '+');
    return (
      to
        ? db.all('select * from text where recipient = ? order by rowid desc', to)
        : db.all('select * from text order by rowid desc')
    ).map(asText);
  });

  app.get('/mail', async (request) => listMail(context, (request.query as Query).to));

  app.get('/mail/:id/attachments/:position', async (request, reply) => {
    const { id, position } = request.params as { id: string; position: string };
    const mail = listMail(context, undefined).find((message) => message.id === id);
    const attachment = mail?.attachments[Number(position)];
    const row = db.one(
      'select content from attachment where mail = ? and position = ?',
      id,
      Number(position),
    );
    if (!attachment || !row) return reply.code(404).send(refuse('There is no such attachment.'));
    return reply
      .type(attachment.contentType)
      .header('Content-Disposition', `inline; filename="${attachment.filename.replace(/[^\w .-]/g, '_')}"`)
      .header('Content-Security-Policy', 'sandbox')
      .send(Buffer.from(row.content as Uint8Array));
  });

  app.get('/pulls', async (request, reply) => {
    const { ssn } = request.query as Query;
    if (ssn === undefined) return db.all('select * from pull order by rowid desc').map(asPull);
    const digits = ssnDigits(ssn);
    if (!digits) return reply.code(400).send(refuse('ssn takes nine digits.'));
    return db.all('select * from pull where ssn = ? order by rowid desc', digits).map(asPull);
  });

  app.get('/envelopes', async (request) => listEnvelopes(context, (request.query as Query).email));

  app.get('/envelopes/:id/documents/:document', async (request, reply) => {
    const { id, document } = request.params as { id: string; document: string };
    const pdf = documentOfEnvelope(context, id, document);
    if (!pdf) return reply.code(404).send(refuse('There is no such document.'));
    return reply
      .type('application/pdf')
      .header('Content-Disposition', `inline; filename="${document.replace(/[^\w-]/g, '_')}.pdf"`)
      .send(Buffer.from(pdf));
  });

  app.get('/banks', async (request) => listBanks(context, (request.query as Query).email));

  // What happens when somebody changes their password at the bank.
  app.post('/banks/:id/reset-login', async (request, reply) => {
    const accessToken = accessTokenOf(context, (request.params as { id: string }).id);
    if (accessToken === undefined) return reply.code(404).send(refuse('There is no such bank.'));
    const { PLAID_CLIENT_ID, PLAID_SECRET } = context.credentials;
    const answer = await app.inject({
      method: 'POST',
      url: '/plaid/sandbox/item/reset_login',
      payload: { client_id: PLAID_CLIENT_ID, secret: PLAID_SECRET, access_token: accessToken },
    });
    return reply.code(answer.statusCode).send(answer.json());
  });

  app.get('/loans', async () =>
    db.all('select * from loan order by rowid desc').map((row) => ({
      id: row.id,
      idempotencyKey: row.idempotency_key,
      loan: JSON.parse(String(row.request)),
      news: db
        .all('select kind, request from loan_news where loan = ? order by rowid', String(row.id))
        .map(({ kind, request }) => ({ kind, ...JSON.parse(String(request)) })),
      bookedAt: row.booked_at,
    })),
  );

  app.get('/people', async () => ({
    address: homeOfEveryone,
    people: people.map(({ number, outcome }) => ({ number, ssn: ssnOf(number), outcome })),
    bankPeople: bankPeople.map(({ username, outcome }) => ({ username, password: bankPassword, outcome })),
  }));

  app.get('/score-factors', async () => scoreFactors);

  app.get('/requests', async (request) => {
    const { vendor } = request.query as Query;
    return requests.list().filter((entry) => !vendor || entry.vendor === vendor);
  });

  app.get('/faults', async () =>
    Object.fromEntries(vendorNames.map((vendor) => [vendor, faults.read(vendor)])),
  );

  app.get('/faults/:vendor', async (request, reply) => {
    const { vendor } = request.params as { vendor: VendorName };
    if (!vendorNames.includes(vendor)) return reply.code(404).send(refuse('There is no such vendor.'));
    return faults.read(vendor);
  });

  app.put('/faults/:vendor', async (request, reply) => {
    const { vendor } = request.params as { vendor: VendorName };
    if (!vendorNames.includes(vendor)) return reply.code(404).send(refuse('There is no such vendor.'));
    const fault = parseFault(request.body);
    if (typeof fault === 'string') return reply.code(400).send(refuse(fault));
    const kept = faults.set(vendor, fault);
    announcements.tell('faults');
    return kept;
  });

  app.get('/core', async () => describeCore(context));

  app.put('/core', async (request, reply) => {
    const { online, maintenance } = (request.body ?? {}) as Partial<Record<keyof CoreState, unknown>>;
    if (
      (online !== undefined && typeof online !== 'boolean') ||
      (maintenance !== undefined && typeof maintenance !== 'boolean') ||
      (online === undefined && maintenance === undefined)
    )
      return reply.code(400).send(refuse('Send online or maintenance, each true or false.'));
    const state = readCore(context);
    keepCore(context, { online: online ?? state.online, maintenance: maintenance ?? state.maintenance });
    announcements.tell('core');
    return describeCore(context);
  });

  app.get('/clock', async () => ({ now: context.clock().toISOString() }));

  app.post('/clock', async (request, reply) => {
    const { advanceSeconds } = (request.body ?? {}) as { advanceSeconds?: unknown };
    if (!Number.isInteger(advanceSeconds) || (advanceSeconds as number) < 0)
      return reply.code(400).send(refuse('advanceSeconds is a whole number of seconds, not below zero.'));
    moveAhead(db, advanceSeconds as number);
    announcements.tell('everything');
    return { now: context.clock().toISOString() };
  });

  app.delete('/state', async (_request, reply) => {
    db.clear();
    requests.clear();
    announcements.tell('everything');
    return reply.code(204).send();
  });

  app.get('/events', (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache',
      Connection: 'keep-alive',
    });
    reply.raw.write('retry: 1000\n\n');
    const stop = announcements.listen((topic) => reply.raw.write(`data: ${topic}\n\n`));
    request.raw.on('close', stop);
  });
}
