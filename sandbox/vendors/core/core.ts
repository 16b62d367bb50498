// The lender's core system: present borrowers, opening hours, booking loans, and cases for a branch.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { findLenderRelationship } from '../../people/people.ts';
import { Refused } from '../../requests.ts';
import type { Row } from '../../state/database.ts';
import { contradictionsIn, mistakesIn } from './interface.ts';

/** `maintenance`: offline until the morning. `backAt`: when it says to be back otherwise, or null. */
export type CoreState = { online: boolean; maintenance: boolean; backAt: string | null };

const setting = 'core';
const day = 86_400_000;

export const readCore = ({ db }: Context): CoreState =>
  db.readSetting<CoreState>(setting, { online: true, maintenance: false, backAt: null });
export const saveCore = ({ db }: Context, state: CoreState): void => db.saveSetting(setting, state);
const isOpen = (state: CoreState): boolean => state.online && !state.maintenance;

/** The next 6:30 a.m. in New York, when the core system is back. */
export function backAt(now: Date): Date {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const candidate = new Date(Math.ceil((now.getTime() + 1) / 60_000) * 60_000);
  // Stepping by quarter hours is fast and exact, because 6:30 falls on a quarter hour in that time zone.
  candidate.setUTCMinutes(Math.ceil(candidate.getUTCMinutes() / 15) * 15);
  while (format.format(candidate) !== '06:30') candidate.setTime(candidate.getTime() + 15 * 60_000);
  return candidate;
}

const offlineStatus = ({ maintenance, backAt: reported }: CoreState, now: Date) => ({
  reason: maintenance ? 'MAINTENANCE' : null,
  backAt: maintenance ? backAt(now).toISOString().replace('Z', '+00:00') : reported,
});

export const describeCore = (context: Context) => {
  const state = readCore(context);
  const { online, maintenance } = state;
  const { backAt } = offlineStatus(state, context.clock());
  return { online, maintenance, ...(!isOpen(state) && backAt && { backAt }) };
};

/** The first person looked up with an SSN is the person on record: the test people have no names of their own. */
function isHolderOfRecord(
  { db }: Context,
  { ssn, lastName, dateOfBirth }: { ssn: string; lastName: string; dateOfBirth: string },
): boolean {
  const person = `${lastName.trim().toLowerCase()}, ${dateOfBirth}`;
  const onRecord = db.readRecord<string>('borrower', ssn);
  if (onRecord === undefined) db.saveRecord('borrower', ssn, person);
  return (onRecord ?? person) === person;
}

const loansOf = ({ db }: Context, applicationId: string) =>
  db.all("select id from loan where json_extract(request, '$.applicationId') = ?", applicationId);

const noLoans = { openLoans: 0, paidAsAgreed: 0, chargedOff: 0, monthsSincePayoff: null };

function findBorrower(context: Context, body: Record<'ssn' | 'lastName' | 'dateOfBirth', string>) {
  const { standing, lastLoanDaysAgo, earlierLoans } = findLenderRelationship(body.ssn);
  const isSamePerson = standing === 'NONE' ? null : isHolderOfRecord(context, body);
  const now = context.clock().getTime();
  return {
    standing,
    isSamePerson,
    lastLoanMadeOn:
      lastLoanDaysAgo === null ? null : new Date(now - lastLoanDaysAgo * day).toISOString().slice(0, 10),
    earlierLoans: isSamePerson === false ? noLoans : { ...noLoans, ...earlierLoans },
  };
}

function bookLoan(context: Context, key: string, body: unknown): object {
  const contradictions = contradictionsIn(body);
  if (contradictions.length > 0) throw badRequest('The figures do not add up.', contradictions);
  const [existing] = loansOf(context, (body as { applicationId: string }).applicationId);
  const booked_at = context.clock().toISOString();
  const row = {
    id: `LN-${crypto.randomUUID()}`,
    idempotency_key: key,
    request: JSON.stringify(body),
    booked_at,
  };
  context.consoleEvents.publish('loans');
  const message = 'There is a loan for this application already.';
  return storeOnce(context, 'loan', row, existing, { idField: 'loanId', code: 'LOAN_EXISTS', message });
}

/** Updates to a booked loan: its dates, its autopay, returned entries, corrected accounts and its cancellation. */
const loanUpdates = {
  dates: 'dates',
  autopay: 'autopay-set',
  'autopay/end': 'autopay-ended',
  returns: 'entry-returned',
  account: 'account-corrected',
  cancellation: 'canceled',
} as const;

/** Each idempotency key takes effect once. */
function updateLoan(
  { db, consoleEvents }: Context,
  loanId: string,
  path: keyof typeof loanUpdates,
  key: string,
  body: unknown,
): object {
  const kind = loanUpdates[path];
  if (!db.one('select id from loan where id = ?', loanId))
    throw new Refused(404, { code: 'NOT_FOUND', message: 'There is no such loan.' });
  const { authorizationId } = body as Record<string, unknown>;
  if (kind === 'autopay-set') {
    const isEnded = db
      .all("select request from loan_update where loan = ? and kind = 'autopay-ended'", loanId)
      .some(({ request }) => JSON.parse(String(request)).authorizationId === authorizationId);
    if (isEnded) throw new Refused(409, { code: 'ENDED', message: 'This authorization was ended.' });
  }
  const update = { idempotency_key: key, loan: loanId, kind, request: JSON.stringify(body) };
  db.insert('loan_update', update, 'ignore');
  consoleEvents.publish('loans');
  return {};
}

function routes(app: FastifyInstance, context: Context) {
  const { clock, credentials } = context;

  app.addHook('preHandler', async (request) => {
    if (request.headers['x-api-key'] !== credentials.CORE_API_KEY)
      throw new Refused(401, { code: 'UNAUTHORIZED', message: 'X-Api-Key is missing or wrong.' });
    const state = readCore(context);
    if (!isOpen(state) && !request.routeOptions.url?.endsWith('/status'))
      throw new Refused(503, {
        code: 'OFFLINE',
        message: 'The core system is offline.',
        ...offlineStatus(state, clock()),
      });
  });

  app.get('/v1/status', async () => {
    const state = readCore(context);
    return isOpen(state) ? { online: true } : { online: false, ...offlineStatus(state, clock()) };
  });

  app.post('/v1/borrowers/lookup', async (request) => {
    checkFields('/v1/borrowers/lookup', request.body);
    return findBorrower(context, request.body as Parameters<typeof findBorrower>[1]);
  });

  app.get('/v1/loans', async (request) => {
    const { applicationId } = request.query as { applicationId?: unknown };
    if (typeof applicationId !== 'string' || applicationId === '')
      throw badRequest('applicationId is required.');
    return {
      loans: loansOf(context, applicationId).map(({ id }) => ({
        loanId: id,
        canceled:
          context.db.one("select 1 from loan_update where loan = ? and kind = 'canceled'", String(id)) !==
          undefined,
      })),
    };
  });

  keyedRoute(app, '/v1/loans', 201, ({ key, body }) => bookLoan(context, key, body));
  for (const path of Object.keys(loanUpdates) as (keyof typeof loanUpdates)[])
    keyedRoute(app, `/v1/loans/{loanId}/${path}`, 200, ({ id, key, body }) =>
      updateLoan(context, id, path, key, body),
    );

  caseRoutes(app, context);
}

export const core: Vendor = {
  name: 'core',
  failure: () => ({ status: 500, body: { code: 'INTERNAL', message: 'The core system failed.' } }),
  routes,
};

function checkCase({ db }: Context, id: string): void {
  if (!db.one('select id from branch_case where id = ?', id))
    throw new Refused(404, { code: 'NOT_FOUND', message: 'There is no such case.' });
}

function openCase(context: Context, key: string, body: unknown): object {
  const { db, clock, consoleEvents } = context;
  const { applicationId: application, reason } = body as { applicationId: string; reason: string };
  const open = db.one('select id from branch_case where application = ? and reason = ?', application, reason);
  const row = {
    id: `CS-${crypto.randomUUID()}`,
    idempotency_key: key,
    application,
    reason,
    request: JSON.stringify(body),
    opened_at: clock().toISOString(),
  };
  consoleEvents.publish('cases');
  const message = 'There is a case for this already.';
  return storeOnce(context, 'branch_case', row, open, { idField: 'caseId', code: 'CASE_EXISTS', message });
}

function attachDocument(context: Context, caseId: string, key: string, body: unknown): object {
  const { documentId: id, contentBase64, sha256, file, files } = body as CaseDocument;
  const content = Buffer.from(contentBase64, 'base64');
  if (createHash('sha256').update(content).digest('hex') !== sha256 || file > files)
    throw badRequest('The file and its description differ.', ['sha256']);
  checkCase(context, caseId);
  const existing = context.db.one('select id from case_document where id = ?', id);
  const request = JSON.stringify({ ...(body as CaseDocument), caseId });
  const row = { id, idempotency_key: key, case_id: caseId, request };
  context.consoleEvents.publish('cases');
  const message = 'The case has this document already.';
  return storeOnce(context, 'case_document', row, existing, {
    idField: 'documentId',
    code: 'DOCUMENT_EXISTS',
    message,
  });
}

interface Message {
  messageId: string;
  text: string;
  receivedAt: string;
}

function addMessage(context: Context, caseId: string, body: unknown): object {
  checkCase(context, caseId);
  const { messageId: id } = body as Message;
  if (!context.db.one('select id from case_message where id = ?', id))
    context.db.insert('case_message', { id, case_id: caseId, request: JSON.stringify(body) });
  context.consoleEvents.publish('cases');
  return {};
}

type CallBack = { at: string | null; revision: number; because?: string };

function setCallBack(context: Context, caseId: string, body: unknown): object {
  checkCase(context, caseId);
  const callBack = body as CallBack;
  const current = context.db.readRecord<CallBack>('call-back', caseId);
  if (current === undefined || callBack.revision > current.revision)
    context.db.saveRecord('call-back', caseId, callBack);
  context.consoleEvents.publish('cases');
  return {};
}

function caseRoutes(app: FastifyInstance, context: Context): void {
  keyedRoute(app, '/v1/cases', 201, ({ key, body }) => openCase(context, key, body));
  keyedRoute(app, '/v1/cases/{caseId}/documents', 201, ({ id, key, body }) =>
    attachDocument(context, id, key, body),
  );
  keyedRoute(app, '/v1/cases/{caseId}/messages', 200, ({ id, body }) => addMessage(context, id, body));
  keyedRoute(app, '/v1/cases/{caseId}/call-back', 200, ({ id, body }) => setCallBack(context, id, body));
}

interface CaseDocument {
  caseId: string;
  documentId: string;
  kind: string;
  file: number;
  files: number;
  contentType: string;
  contentBase64: string;
  sha256: string;
}

/** Of a case, what the console shows as it came. */
type BranchCall = Record<'reason' | 'firstName' | 'lastName' | 'phone' | 'branchId' | 'callBy', string>;

export const listCases = ({ db }: Context) =>
  db.all('select * from branch_case order by rowid desc').map((row) => ({
    id: row.id,
    ...(JSON.parse(String(row.request)) as BranchCall),
    openedAt: String(row.opened_at),
    callBackAt: db.readRecord<CallBack>('call-back', String(row.id))?.at ?? null,
    isClosed: db.readRecord<CallBack>('call-back', String(row.id))?.because === 'continued-online',
    messages: db
      .all('select request from case_message where case_id = ?', String(row.id))
      .map(({ request }) => JSON.parse(String(request)) as Message)
      .sort((a, b) => a.receivedAt.localeCompare(b.receivedAt)),
    documents: db
      .all('select request from case_document where case_id = ? order by rowid', String(row.id))
      .map(({ request }) => {
        const { contentBase64, caseId: _, ...document } = JSON.parse(String(request)) as CaseDocument;
        return { ...document, bytes: Buffer.from(contentBase64, 'base64').length };
      }),
  }));

export function findCaseDocument({ db }: Context, id: string) {
  const row = db.one('select request from case_document where id = ?', id);
  if (!row) return undefined;
  const { contentType, contentBase64 } = JSON.parse(String(row.request)) as CaseDocument;
  return { contentType, bytes: Buffer.from(contentBase64, 'base64') };
}

const badRequest = (message: string, fields?: readonly string[]) =>
  new Refused(400, { code: 'INVALID_REQUEST', message, ...(fields && { fields }) });

interface KeyedRequest {
  /** Of the loan or the case that the path names. */
  readonly id: string;
  readonly key: string;
  /** As the interface has it. */
  readonly body: unknown;
}

function checkFields(path: string, body: unknown): void {
  const mistakes = mistakesIn(path, body);
  if (mistakes.length > 0) throw badRequest('These fields are missing or wrong.', mistakes);
}

const isKey = (key: unknown): key is string =>
  typeof key === 'string' && key.trim() !== '' && key.length <= 255;

/** Answers `POST path` of the published interface; `act` gets only well-formed requests. */
function keyedRoute(
  app: FastifyInstance,
  path: string,
  status: 200 | 201,
  act: (request: KeyedRequest) => object,
): void {
  const address = path.replace(/\{\w+\}/, ':id');
  app.post<{ Params: { id?: string } }>(address, { bodyLimit: 15_000_000 }, async (request, reply) => {
    const { headers, body, params } = request;
    const key = headers['idempotency-key'];
    if (!isKey(key)) throw badRequest('The header Idempotency-Key is required.');
    checkFields(path, body);
    return reply.code(status).send(act({ id: params.id ?? '', key, body }));
  });
}

/** A repeated request gets the first response. Another request for a record that exists, under its key or as `existing`, is refused. */
function storeOnce(
  { db }: Context,
  table: 'loan' | 'branch_case' | 'case_document',
  row: { id: string; idempotency_key: string; request: string; [column: string]: string },
  existing: Row | undefined,
  { idField, ...conflict }: { idField: string; code: string; message: string },
): object {
  const repeated = db.one(`select id, request from ${table} where idempotency_key = ?`, row.idempotency_key);
  if (repeated?.request === row.request) return { [idField]: repeated.id };
  const other = repeated ?? existing;
  if (other) throw new Refused(409, { ...conflict, [idField]: other.id });
  db.insert(table, row);
  return { [idField]: row.id };
}
