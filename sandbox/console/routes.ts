// The console's JSON API; every list is newest first.
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Context, Vendor } from '../context.ts';
import { parseFault } from '../faults.ts';
import { bankPassword, bankPasswords, bankPeople } from '../people/bank-people.ts';
import { formatSsn, people, sharedAnswers, sharedHomeAddress, ssnDigits } from '../people/people.ts';
import { fields, noProduct, notFound, Refused, refused, trimmedText as text } from '../requests.ts';
import { advanceClock } from '../state/database.ts';
import { specialAccounts } from '../vendors/account-check/account-check.ts';
import { returnFile, sendReturnFile, sentEntries } from '../vendors/ach-bank/return-file.ts';
import type { Pull } from '../vendors/bureau/bureau.ts';
import { describeCore, findCaseDocument, listCases, readCore, saveCore } from '../vendors/core/core.ts';
import { createEnvelopes, listEnvelopes } from '../vendors/docusign/envelopes.ts';
import { sendPdf } from '../vendors/docusign/rest.ts';
import { listMail } from '../vendors/mail/mail.ts';
import { ownEnvelopes } from '../vendors/own-signature/own-envelopes.ts';
import { findAccessToken, listLinkedBanks } from '../vendors/plaid/items.ts';

type Query = Record<string, string | undefined>;

const spacedSsn = (digits: string) => digits.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3');

type ConsoleOptions = {
  productUrl: string;
  vendors: readonly Vendor[];
  /** The folder of the product's ACH files. */
  achDir: string | undefined;
};

export function consoleRoutes(
  app: FastifyInstance,
  context: Context,
  { productUrl, vendors, achDir }: ConsoleOptions,
): void {
  app.setErrorHandler((error: FastifyError) => {
    throw error instanceof Refused ? error : refused(error.statusCode ?? 500, error.message);
  });
  messageRoutes(app, context);
  // A person replies to a text: STOP, START, HELP or anything else.
  app.post('/texts/replies', async (request, reply) => {
    const typed = fields(request.body);
    const [from, body] = [text(typed.from), text(typed.body)];
    if (!/^\+[1-9]\d{6,14}$/.test(from)) throw refused(400, 'from must be a phone such as +15125550100.');
    if (body === '') throw refused(400, 'body must not be empty.');
    const receive = vendors.find(({ receiveReply }) => receiveReply)?.receiveReply;
    const response = await receive?.(context, productUrl, { from, body }).catch(() => undefined);
    if (response === undefined) throw noProduct(productUrl);
    return reply.code(response.status === 200 ? 201 : 502).send(response);
  });
  recordRoutes(app, context);
  bankRoutes(app, context);
  bankReturnRoutes(app, context, achDir);
  faultRoutes(app, context);
  coreRoutes(app, context);
  stateRoutes(app, context);
  clockRoutes(app, context, productUrl);
  app.get('/people', async () => listPeople());
}

export const listPeople = () => ({
  address: sharedHomeAddress,
  answers: sharedAnswers,
  people: people.map(({ number, firstName, outcome, notice }) => ({
    number,
    firstName,
    ssn: formatSsn(number),
    outcome,
    notice,
  })),
  bankPeople: bankPeople.map(({ username, outcome }) => ({ username, password: bankPassword, outcome })),
  bankPasswords,
  typedAccounts: specialAccounts.map(({ accountNumber, outcome }) => ({ accountNumber, outcome })),
});

function messageRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  for (const kind of ['call', 'text'])
    app.get(`/${kind}s`, async (request) => {
      // In a URL that was not encoded, the plus of a phone number reads as a space.
      const to = (request.query as Query).to?.replace(/^ /, '+');
      const sent = db.listRecords<{ to: string }>(kind).toReversed();
      return sent.filter((message) => !to || message.to === to);
    });

  app.get('/mail', async (request) => listMail(context, (request.query as Query).to));
}

function recordRoutes(app: FastifyInstance, context: Context): void {
  const { db, requests, productUrl } = context;

  app.get('/pulls', async (request) => {
    const { ssn } = request.query as Query;
    const digits = ssnDigits(ssn);
    if (ssn !== undefined && !digits) throw refused(400, 'ssn must have nine digits.');
    const pulls = db.listRecords<Pull>('pull').toReversed();
    return pulls
      .filter((pull) => !digits || pull.ssn === digits)
      .map((pull) => ({ ...pull, ssn: spacedSsn(pull.ssn) }));
  });

  app.get('/envelopes', async (request) => {
    const { email } = request.query as Query;
    const own = productUrl === undefined ? [] : await ownEnvelopes(productUrl, email);
    return [...own, ...listEnvelopes(context, email)].sort((a, b) =>
      String(b.sentAt ?? '').localeCompare(String(a.sentAt ?? '')),
    );
  });

  app.get('/envelopes/:id/documents/:document', async (request, reply) => {
    const { id, document } = request.params as { id: string; document: string };
    const pdf = createEnvelopes(context).current(id, document);
    if (!pdf) throw refused(404, "There's no such document.");
    return sendPdf(reply, pdf, document);
  });

  app.get('/loans', async () =>
    db.all('select * from loan order by rowid desc').map((row) => ({
      id: row.id,
      idempotencyKey: row.idempotency_key,
      loan: JSON.parse(String(row.request)),
      updates: db
        .all('select kind, request from loan_update where loan = ? order by rowid', String(row.id))
        .map(({ kind, request }) => ({ kind, ...JSON.parse(String(request)) })),
      bookedAt: row.booked_at,
    })),
  );

  app.get('/cases', async () => listCases(context));
  app.get<{ Params: { id: string } }>('/case-documents/:id', async ({ params }, reply) => {
    const found = findCaseDocument(context, params.id);
    if (!found) throw notFound;
    return reply.type(found.contentType).send(found.bytes);
  });

  app.get('/reports', async (request) => {
    const { vendor } = request.query as Query;
    const reports = db.listRecords<{ vendor: string }>('report').toReversed();
    return reports.filter((report) => !vendor || report.vendor === vendor);
  });

  app.get('/requests', async (request) => {
    const { vendor } = request.query as Query;
    return requests.list().filter((entry) => !vendor || entry.vendor === vendor);
  });
}

function bankRoutes(app: FastifyInstance, context: Context): void {
  app.get('/banks', async (request) => listLinkedBanks(context, (request.query as Query).email));

  // A person changes their password at the bank, or ends access to one account there.
  for (const [path, call] of [
    ['reset-login', 'reset_login'],
    ['revoke-account', 'revoke_account'],
  ])
    app.post(`/banks/:id/${path}`, async (request, reply) => {
      const accessToken = findAccessToken(context, (request.params as { id: string }).id);
      if (accessToken === undefined) throw refused(404, "There's no such bank.");
      const { PLAID_CLIENT_ID, PLAID_SECRET } = context.credentials;
      const response = await app.inject({
        method: 'POST',
        url: `/plaid/sandbox/item/${call}`,
        payload: {
          ...fields(request.body),
          client_id: PLAID_CLIENT_ID,
          secret: PLAID_SECRET,
          access_token: accessToken,
        },
      });
      return reply.code(response.statusCode).send(response.json());
    });
}

function faultRoutes(app: FastifyInstance, { faults, vendorNames, consoleEvents }: Context): void {
  function vendorIn(request: FastifyRequest): string {
    const { vendor } = request.params as { vendor: string };
    if (!vendorNames.includes(vendor)) throw refused(404, "There's no such vendor.");
    return vendor;
  }

  app.get('/faults', async () =>
    Object.fromEntries(vendorNames.map((vendor) => [vendor, faults.read(vendor)])),
  );

  app.get('/faults/:vendor', async (request) => faults.read(vendorIn(request)));

  app.put('/faults/:vendor', async (request) => {
    const vendor = vendorIn(request);
    const stored = faults.set(vendor, parseFault(request.body));
    consoleEvents.publish('faults');
    return stored;
  });
}

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());
const coreChange = z
  .strictObject({
    online: z.boolean().exactOptional(),
    maintenance: z.boolean().exactOptional(),
    backAt: instant.nullable().exactOptional(),
  })
  .refine((change) => Object.keys(change).length > 0);

function coreRoutes(app: FastifyInstance, context: Context): void {
  app.get('/core', async () => describeCore(context));

  app.put('/core', async (request) => {
    const change = coreChange.safeParse(request.body);
    if (!change.success)
      throw refused(400, 'Send online or maintenance, each true or false, or backAt, an instant or null.');
    saveCore(context, { ...readCore(context), ...change.data });
    context.consoleEvents.publish('core');
    return describeCore(context);
  });
}

function stateRoutes(app: FastifyInstance, { db, requests, consoleEvents }: Context): void {
  app.delete('/state', async (_request, reply) => {
    db.clear();
    requests.clear();
    consoleEvents.publish('everything');
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
    const stop = consoleEvents.subscribe((topic) => reply.raw.write(`data: ${topic}\n\n`));
    request.raw.on('close', stop);
  });
}

/** The product moves the sandbox's clock with its own, so that text codes, links and due events stay in step. */
function clockRoutes(app: FastifyInstance, { db, clock, consoleEvents }: Context, productUrl: string): void {
  const secondsOf = (body: unknown): number => {
    const { data } = z.object({ advanceSeconds: z.int().min(0) }).safeParse(body);
    if (!data) throw refused(400, 'advanceSeconds must be a whole number of seconds, 0 or more.');
    return data.advanceSeconds;
  };

  app.get('/clock', async () => ({ now: clock().toISOString() }));

  app.post('/clock', async (request) => {
    advanceClock(db, secondsOf(request.body));
    consoleEvents.publish('everything');
    return { now: clock().toISOString() };
  });

  app.post('/clock/both', async (request) => {
    const advanceSeconds = secondsOf(request.body);
    const moved = await fetch(new URL('/dev/clock', productUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceSeconds }),
    }).catch(() => undefined);
    if (!moved?.ok) throw refused(502, "The product isn't responding, so no clock was moved.", 'NO_ANSWER');
    return { product: ((await moved.json()) as { now: string }).now, sandbox: clock().toISOString() };
  });
}

const returnsSetting = 'ach-returns';

/** The entries that the lender's bank was sent, and returning one of them. */
function bankReturnRoutes(app: FastifyInstance, { db, clock }: Context, folder: string | undefined): void {
  app.get('/ach', async () =>
    folder === undefined
      ? []
      : sentEntries(folder).map(({ record: _, batch: __, header: ___, ...entry }) => entry),
  );

  app.post('/ach/returns', async (request, reply) => {
    const body = fields(request.body);
    const [traceNumber, code, corrected] = [text(body.traceNumber), text(body.code), text(body.corrected)];
    if (!/^[RC]\d{2}$/.test(code))
      throw refused(400, 'code must be like R03, or C01 with what is corrected.');
    const entry = folder && sentEntries(folder).find((sent) => sent.traceNumber === traceNumber);
    if (!folder || !entry) throw refused(404, "The bank doesn't have this entry.");
    const number = db.readSetting<number>(returnsSetting, 0) + 1;
    db.saveSetting(returnsSetting, number);
    const file = sendReturnFile(folder, returnFile(entry, code, corrected, clock(), number), number);
    return reply.code(201).send({ file });
  });
}
