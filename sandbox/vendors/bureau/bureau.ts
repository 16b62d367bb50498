// The credit bureau, modeled on Experian's consumer services API.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import type { PullKind } from '../../people/credit-files.ts';
import { personNumber, ssnDigits } from '../../people/people.ts';
import { type Fields, fields, neverRespond, trimmedText as text } from '../../requests.ts';
import { issueToken, readToken } from '../../state/tokens.ts';
import {
  type AddOns,
  creditReport,
  militaryReport,
  ofacReport,
  offeredModels,
  offeredSummaries,
} from './report.ts';

const accessTokenSeconds = 1800;

const failed = (errorType: string, message: string, errorCode?: string) => ({
  errors: [{ ...(errorCode ? { errorCode } : {}), errorType, message }],
  success: false,
});

/** Names have no blanks, accents or marks but the dash; a surname may begin with D', L' or O'. Addresses are ASCII. */
const applicantFields: readonly [errorCode: string, message: string, place: string[], form: RegExp][] = [
  ['200', 'Invalid surname', ['name', 'lastName'], /^(?:[DLO]')?[A-Z]+(?:-[A-Z]+)*$/i],
  ['201', 'Invalid first name', ['name', 'firstName'], /^[A-Z]+(?:-[A-Z]+)*$/i],
  ['210', 'Invalid street address', ['currentAddress', 'line1'], /^[ -~]*\S[ -~]*$/],
  ['211', 'Invalid city', ['currentAddress', 'city'], /^[ -~]*\S[ -~]*$/],
  ['212', 'Invalid state', ['currentAddress', 'state'], /^[A-Z]{2}$/i],
  ['213', 'Invalid ZIP code', ['currentAddress', 'zipCode'], /^\d{5}(-?\d{4})?$/],
];

/** The applicant's SSN, or the refusal of a request about an incomplete one. */
function readSsn(body: Fields): string | Refusal {
  const applicant = fields(fields(body.consumerPii).primaryApplicant);
  for (const [errorCode, message, [group = '', name = ''], form] of applicantFields)
    if (!form.test(text(fields(applicant[group])[name]))) return badRequest(message, errorCode);
  return ssnDigits(fields(applicant.ssn).ssn) ?? badRequest('Invalid SSN: it takes nine digits', '202');
}

const notJson = 'Content-Type and Accept must be application/json';
const isJson = ({ headers }: FastifyRequest) =>
  /^application\/json\b/i.test(text(headers['content-type'])) &&
  /\bapplication\/json\b/i.test(text(headers.accept));

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : []);
const modelsIn = (addOns: Fields) => texts(fields(addOns.riskModels).modelIndicator);
const summariesIn = (addOns: Fields) => texts(fields(addOns.summaries).summaryType);

function readAddOns(body: Fields, { credentials }: Context): AddOns {
  const addOns = fields(body.addOns);
  return {
    models: modelsIn(addOns),
    summaries: summariesIn(addOns),
    fraudShield: addOns.fraudShield === 'Y',
    mla: addOns.mla === 'Y',
    ofac: addOns.ofacmsg === 'Y',
    confirmedFraud: credentials.BUREAU_CONFIRMED_FRAUD_INDICATOR,
  };
}

type Refusal = ReturnType<Vendor['failure']>;
const refuse = (reply: FastifyReply, { status, body }: Refusal) => reply.code(status).send(body);
const badRequest = (message: string, code?: string): Refusal => ({
  status: 400,
  body: failed('Bad Request', message, code),
});
const unauthorized = (message: string): Refusal => ({ status: 401, body: failed('Unauthorized', message) });

function tokenRefusal(request: FastifyRequest, { credentials }: Context): Refusal | undefined {
  if (text(request.headers.grant_type) !== 'password')
    return badRequest('Header Grant_type must be password');
  if (!isJson(request)) return badRequest(notJson);
  const body = fields(request.body);
  const [id, secret] = [text(body.client_id), text(body.client_secret)];
  if (id !== credentials.BUREAU_CLIENT_ID || secret !== credentials.BUREAU_CLIENT_SECRET)
    return unauthorized('Invalid client identifier');
  const [username, password] = [text(body.username), text(body.password)];
  return username === credentials.BUREAU_USERNAME && password === credentials.BUREAU_PASSWORD
    ? undefined
    : unauthorized('Invalid username or password');
}

/** Why a report is refused; undefined when the request fits the account's contract. */
function reportRefusal(request: FastifyRequest, kind: PullKind, context: Context): Refusal | undefined {
  const { credentials } = context;
  const bearer = /^Bearer (.+)$/i.exec(text(request.headers.authorization))?.[1] ?? '';
  if (readToken(context, 'bureau', bearer).state !== 'valid') return unauthorized('Access token is invalid');
  if (!isJson(request)) return badRequest(notJson);
  if (text(request.headers.clientreferenceid) !== credentials.BUREAU_CLIENT_REFERENCE_ID)
    return badRequest('Header clientReferenceId is not the one of your account', '100');
  const { requestor, permissiblePurpose, addOns } = fields(request.body);
  const [subscriberCode, purpose] =
    kind === 'soft'
      ? [credentials.BUREAU_SOFT_SUBSCRIBER_CODE, credentials.BUREAU_SOFT_PURPOSE]
      : [credentials.BUREAU_HARD_SUBSCRIBER_CODE, credentials.BUREAU_HARD_PURPOSE];
  if (text(fields(requestor).subscriberCode) !== subscriberCode)
    return badRequest('Invalid subscriber code for this product', '101');
  if (text(fields(permissiblePurpose).type) !== purpose)
    return badRequest('Permissible purpose is not in your contract for this product', '220');
  const unknown = modelsIn(fields(addOns)).find((model) => !offeredModels.includes(model));
  if (unknown !== undefined) return badRequest(`Invalid risk model ${unknown}`, '230');
  const summary = summariesIn(fields(addOns)).find((type) => !offeredSummaries.includes(type));
  return summary === undefined ? undefined : badRequest(`Invalid summary type ${summary}`, '231');
}

function countAttempt({ db }: Context, ssn: string): number {
  const name = `bureau attempts ${ssn}`;
  const attempt = db.readSetting(name, 0) + 1;
  db.saveSetting(name, attempt);
  return attempt;
}

export type Pull = { id: string; kind: PullKind; at: string; ssn: string; clientReferenceId: string };

/** A bureau lists one soft inquiry of a lender a day. It lists every hard pull, so that tests see a repeated one. */
function savePull(context: Context, kind: PullKind, ssn: string): void {
  const { clock, credentials, db, consoleEvents } = context;
  const at = clock().toISOString();
  const isListed = db
    .listRecords<Pull>('pull')
    .some((pull) => pull.kind === kind && pull.ssn === ssn && pull.at.slice(0, 10) === at.slice(0, 10));
  if (isListed && kind === 'soft') return;
  const id = crypto.randomUUID();
  const clientReferenceId = credentials.BUREAU_CLIENT_REFERENCE_ID;
  db.saveRecord('pull', id, { id, kind, at, ssn, clientReferenceId } satisfies Pull);
  consoleEvents.publish('pulls');
}

function routes(app: FastifyInstance, context: Context) {
  const { clock } = context;

  app.post('/oauth2/v1/token', async (request, reply) => {
    const refused = tokenRefusal(request, context);
    if (refused) return refuse(reply, refused);
    return {
      issued_at: String(clock().getTime()),
      expires_in: String(accessTokenSeconds),
      token_type: 'Bearer',
      access_token: issueToken(context, 'bureau', accessTokenSeconds),
      refresh_token: issueToken(context, 'bureau', 86_400),
    };
  });

  const reportRoute = (
    path: string,
    kind: PullKind,
    handle: (ssn: string, request: FastifyRequest, reply: FastifyReply) => unknown,
  ) =>
    app.post(path, async (request, reply) => {
      const read = reportRefusal(request, kind, context) ?? readSsn(fields(request.body));
      return typeof read === 'string' ? handle(read, request, reply) : refuse(reply, read);
    });

  const pull = (kind: PullKind) => async (ssn: string, request: FastifyRequest, reply: FastifyReply) => {
    // For persons 19, 20 and 21 it fails, but not hard pulls, which the product never repeats.
    const person = kind === 'soft' ? personNumber(ssn) : undefined;
    if (person === 20 && countAttempt(context, ssn) <= 2) return refuse(reply, bureau.failure());
    if (person === 21) return neverRespond(request, reply);
    savePull(context, kind, ssn);
    if (person === 19) await context.sleep(context.slowResponseMs);
    return creditReport(kind, ssn, readAddOns(fields(request.body), context), clock());
  };

  reportRoute('/consumerservices/prequal/v1/credit-report', 'soft', pull('soft'));
  reportRoute('/consumerservices/credit-profile/v2/credit-report', 'hard', pull('hard'));
  reportRoute('/consumerservices/mla/v1/search', 'hard', (ssn) => militaryReport(ssn, clock()));
  reportRoute('/consumerservices/ofac/v1/search', 'hard', (ssn) => ofacReport(ssn, clock()));
}

export const bureau: Vendor = {
  name: 'bureau',
  failure: () => ({
    status: 500,
    body: failed('Internal Server Error', 'System temporarily unavailable', '500'),
  }),
  routes,
};
