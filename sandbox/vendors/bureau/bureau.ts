// The credit bureau, modeled on Experian's consumer services API.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { neverAnswer } from '../../hang-up.ts';
import type { PullKind } from '../../people/credit-files.ts';
import { personNumber, ssnDigits } from '../../people/people.ts';
import { type Fields, fields, trimmedText as text } from '../../request-fields.ts';
import { uuid } from '../../state/identifiers.ts';
import { issueToken, readToken } from '../../state/tokens.ts';
import { type AddOns, type Applicant, creditReport, militaryReport, offeredModels } from './report.ts';

const accessTokenSeconds = 1800;

const failed = (errorType: string, message: string, errorCode?: string) => ({
  errors: [{ ...(errorCode ? { errorCode } : {}), errorType, message }],
  success: false,
});

/** The applicant, or the error in the request. */
function readApplicant(body: Fields): Applicant | { errorCode: string; message: string } {
  const applicant = fields(fields(body.consumerPii).primaryApplicant);
  const name = fields(applicant.name);
  const address = fields(applicant.currentAddress);
  const ssn = ssnDigits(fields(applicant.ssn).ssn);
  const invalid = (errorCode: string, message: string) => ({ errorCode, message });
  if (!text(name.lastName)) return invalid('200', 'Invalid surname');
  if (!text(name.firstName)) return invalid('201', 'Invalid first name');
  if (!ssn) return invalid('202', 'Invalid SSN: primaryApplicant.ssn.ssn takes nine digits');
  if (!text(address.line1)) return invalid('210', 'Invalid street address');
  if (!text(address.city)) return invalid('211', 'Invalid city');
  if (!/^[A-Z]{2}$/i.test(text(address.state))) return invalid('212', 'Invalid state');
  if (!/^\d{5}(-?\d{4})?$/.test(text(address.zipCode))) return invalid('213', 'Invalid ZIP code');
  return {
    firstName: text(name.firstName),
    lastName: text(name.lastName),
    middleName: text(name.middleName),
    ssn,
    dob: text(fields(applicant.dob).dob),
    line1: text(address.line1),
    city: text(address.city),
    state: text(address.state),
    zipCode: text(address.zipCode),
  };
}

const notJson = 'Content-Type and Accept must be application/json';
const isJson = ({ headers }: FastifyRequest) =>
  /^application\/json\b/i.test(text(headers['content-type'])) &&
  /\bapplication\/json\b/i.test(text(headers.accept));

function modelsIn(addOns: Fields): string[] {
  const models = fields(addOns.riskModels).modelIndicator;
  return Array.isArray(models) ? models.map(text) : [];
}

function readAddOns(body: Fields): AddOns {
  const addOns = fields(body.addOns);
  return {
    models: modelsIn(addOns),
    fraudShield: addOns.fraudShield === 'Y',
    mla: addOns.mla === 'Y',
    ofac: addOns.ofacmsg === 'Y',
  };
}

function routes(app: FastifyInstance, context: Context) {
  const { clock, credentials, db, consoleEvents } = context;

  app.post('/oauth2/v1/token', async (request, reply) => {
    if (text(request.headers.grant_type) !== 'password')
      return reply.code(400).send(failed('Bad Request', 'Header Grant_type must be password'));
    if (!isJson(request)) return reply.code(400).send(failed('Bad Request', notJson));
    const body = fields(request.body);
    const [id, secret] = [text(body.client_id), text(body.client_secret)];
    if (id !== credentials.BUREAU_CLIENT_ID || secret !== credentials.BUREAU_CLIENT_SECRET)
      return reply.code(401).send(failed('Unauthorized', 'Invalid client identifier'));
    if (
      text(body.username) !== credentials.BUREAU_USERNAME ||
      text(body.password) !== credentials.BUREAU_PASSWORD
    )
      return reply.code(401).send(failed('Unauthorized', 'Invalid username or password'));
    return {
      issued_at: String(clock().getTime()),
      expires_in: String(accessTokenSeconds),
      token_type: 'Bearer',
      access_token: issueToken(context, 'bureau', accessTokenSeconds),
      refresh_token: issueToken(context, 'bureau', 86_400),
    };
  });

  const attempts = (ssn: string) => {
    const name = `bureau attempts ${ssn}`;
    const attempt = db.readSetting(name, 0) + 1;
    db.saveSetting(name, attempt);
    return attempt;
  };

  const contract = {
    soft: { subscriber: credentials.BUREAU_SOFT_SUBSCRIBER_CODE, purpose: credentials.BUREAU_SOFT_PURPOSE },
    hard: { subscriber: credentials.BUREAU_HARD_SUBSCRIBER_CODE, purpose: credentials.BUREAU_HARD_PURPOSE },
  };

  const refusalOf = (request: FastifyRequest, kind: PullKind) => {
    const bearer = /^Bearer (.+)$/i.exec(text(request.headers.authorization))?.[1] ?? '';
    if (readToken(context, 'bureau', bearer).state !== 'valid')
      return { status: 401, body: failed('Unauthorized', 'Access token is invalid') };
    const refused = (message: string, code?: string) => ({
      status: 400,
      body: failed('Bad Request', message, code),
    });
    if (!isJson(request)) return refused(notJson);
    if (text(request.headers.clientreferenceid) !== credentials.BUREAU_CLIENT_REFERENCE_ID)
      return refused('Header clientReferenceId is not the one of your account', '100');
    const { requestor, permissiblePurpose, addOns } = fields(request.body);
    if (text(fields(requestor).subscriberCode) !== contract[kind].subscriber)
      return refused('Invalid subscriber code for this product', '101');
    if (text(fields(permissiblePurpose).type) !== contract[kind].purpose)
      return refused('Permissible purpose is not in your contract for this product', '220');
    const unknown = modelsIn(fields(addOns)).find((model) => !offeredModels.includes(model));
    return unknown === undefined ? undefined : refused(`Invalid risk model ${unknown}`, '230');
  };

  const pull = (kind: PullKind) => async (request: FastifyRequest, reply: FastifyReply) => {
    const refused = refusalOf(request, kind);
    if (refused) return reply.code(refused.status).send(refused.body);
    const body = fields(request.body);
    const applicant = readApplicant(body);
    if ('errorCode' in applicant)
      return reply.code(400).send(failed('Bad Request', applicant.message, applicant.errorCode));

    // For persons 19, 20 and 21 the bureau is slow, failing or silent. Hard pulls are not affected: the product never
    // repeats one.
    const person = kind === 'soft' ? personNumber(applicant.ssn) : undefined;
    if (person === 20 && attempts(applicant.ssn) <= 2) {
      const { status, body: broken } = bureau.failure();
      return reply.code(status).send(broken);
    }
    if (person === 21) return neverAnswer(request, reply);

    const report = creditReport(kind, applicant, readAddOns(body), clock());
    const at = clock().toISOString();
    // A bureau shows one soft inquiry of a lender and a day. Every hard pull counts: a repeat is a bug that tests must be able to see.
    const known = db.one(
      'select id from pull where kind = ? and ssn = ? and substr(at, 1, 10) = ?',
      kind,
      applicant.ssn,
      at.slice(0, 10),
    );
    if (!known || kind === 'hard') {
      db.run(
        'insert into pull (id, kind, ssn, reference, at, report) values (?, ?, ?, ?, ?, ?)',
        uuid(),
        kind,
        applicant.ssn,
        credentials.BUREAU_CLIENT_REFERENCE_ID,
        at,
        JSON.stringify(report),
      );
      consoleEvents.publish('pulls');
    }
    if (person === 19) await context.sleep(context.slowAnswerMs);
    return report;
  };

  app.post('/consumerservices/mla/v1/search', async (request, reply) => {
    const refused = refusalOf(request, 'hard');
    if (refused) return reply.code(refused.status).send(refused.body);
    const applicant = readApplicant(fields(request.body));
    if ('errorCode' in applicant)
      return reply.code(400).send(failed('Bad Request', applicant.message, applicant.errorCode));
    return militaryReport(applicant, clock());
  });
  app.post('/consumerservices/prequal/v1/credit-report', pull('soft'));
  app.post('/consumerservices/credit-profile/v2/credit-report', pull('hard'));
}

export const bureau: Vendor = {
  name: 'bureau',
  prefix: '/bureau',
  failure: () => ({
    status: 500,
    body: failed('Internal Server Error', 'System temporarily unavailable', '500'),
  }),
  routes,
};
