// The credit bureau, modeled on Experian's consumer services API.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import type { PullKind } from '../../people/credit-files.ts';
import { personNumber, ssnDigits } from '../../people/people.ts';
import { type Fields, fields, neverRespond, Refused, trimmedText as text } from '../../requests.ts';
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

/** The applicant's SSN. A request about an incomplete applicant is refused. */
function readSsn(body: Fields): string {
  const applicant = fields(fields(body.consumerPii).primaryApplicant);
  for (const [errorCode, message, [group = '', name = ''], form] of applicantFields)
    if (!form.test(text(fields(applicant[group])[name]))) throw badRequest(message, errorCode);
  const ssn = ssnDigits(fields(applicant.ssn).ssn);
  if (!ssn) throw badRequest('Invalid SSN: it takes nine digits', '202');
  return ssn;
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

const badRequest = (message: string, code?: string) => new Refused(400, failed('Bad Request', message, code));
const unauthorized = (message: string) => new Refused(401, failed('Unauthorized', message));
const systemFailure = () =>
  new Refused(500, failed('Internal Server Error', 'System temporarily unavailable', '500'));

function checkLogin(request: FastifyRequest, { credentials }: Context): void {
  if (text(request.headers.grant_type) !== 'password') throw badRequest('Header Grant_type must be password');
  if (!isJson(request)) throw badRequest(notJson);
  const body = fields(request.body);
  const [id, secret] = [text(body.client_id), text(body.client_secret)];
  if (id !== credentials.BUREAU_CLIENT_ID || secret !== credentials.BUREAU_CLIENT_SECRET)
    throw unauthorized('Invalid client identifier');
  const [username, password] = [text(body.username), text(body.password)];
  if (username !== credentials.BUREAU_USERNAME || password !== credentials.BUREAU_PASSWORD)
    throw unauthorized('Invalid username or password');
}

/** Refuses a request that does not fit the account's contract. */
function checkContract(request: FastifyRequest, kind: PullKind, context: Context): void {
  const { credentials } = context;
  const bearer = /^Bearer (.+)$/i.exec(text(request.headers.authorization))?.[1] ?? '';
  if (readToken(context, 'bureau', bearer).state !== 'valid') throw unauthorized('Access token is invalid');
  if (!isJson(request)) throw badRequest(notJson);
  if (text(request.headers.clientreferenceid) !== credentials.BUREAU_CLIENT_REFERENCE_ID)
    throw badRequest('Header clientReferenceId is not the one of your account', '100');
  const { requestor, permissiblePurpose, addOns } = fields(request.body);
  const [subscriberCode, purpose] =
    kind === 'soft'
      ? [credentials.BUREAU_SOFT_SUBSCRIBER_CODE, credentials.BUREAU_SOFT_PURPOSE]
      : [credentials.BUREAU_HARD_SUBSCRIBER_CODE, credentials.BUREAU_HARD_PURPOSE];
  if (text(fields(requestor).subscriberCode) !== subscriberCode)
    throw badRequest('Invalid subscriber code for this product', '101');
  if (text(fields(permissiblePurpose).type) !== purpose)
    throw badRequest('Permissible purpose is not in your contract for this product', '220');
  const unknown = modelsIn(fields(addOns)).find((model) => !offeredModels.includes(model));
  if (unknown !== undefined) throw badRequest(`Invalid risk model ${unknown}`, '230');
  const summary = summariesIn(fields(addOns)).find((type) => !offeredSummaries.includes(type));
  if (summary !== undefined) throw badRequest(`Invalid summary type ${summary}`, '231');
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

  app.post('/oauth2/v1/token', async (request) => {
    checkLogin(request, context);
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
      checkContract(request, kind, context);
      return handle(readSsn(fields(request.body)), request, reply);
    });

  const pull = (kind: PullKind) => async (ssn: string, request: FastifyRequest, reply: FastifyReply) => {
    // For persons 19, 20 and 21 it fails, but not hard pulls, which the product never repeats.
    const person = kind === 'soft' ? personNumber(ssn) : undefined;
    if (person === 20 && countAttempt(context, ssn) <= 2) throw systemFailure();
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

export const bureau: Vendor = { name: 'bureau', failure: systemFailure, routes };
