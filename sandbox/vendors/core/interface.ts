// What the core system accepts: exactly the requests of the published interface, and a loan whose figures add up.
import * as z from 'zod';
import openApi from '../../../docs/core-system.openapi.json' with { type: 'json' };

type Operation = {
  get?: object;
  post?: { requestBody?: { content: { 'application/json': { schema: object } } } };
};
const paths: Readonly<Record<string, Operation>> = openApi.paths;
const schemasByName: Readonly<Record<string, object>> = openApi.components.schemas;

type Loan =
  (typeof openApi.paths)['/v1/loans']['post']['requestBody']['content']['application/json']['example'];

/** A lender's system ignores fields that it doesn't know. The sandbox knows them all, and refuses others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('$ref' in schema) return closed(schemasByName[String(schema.$ref).split('/').at(-1) ?? '']);
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in inner ? { ...inner, additionalProperties: false } : inner;
}

const schemas = new Map<string, z.ZodType>();

function schemaOf(path: string): z.ZodType {
  const cached = schemas.get(path);
  if (cached) return cached;
  const schema = paths[path]?.post?.requestBody?.content['application/json'].schema;
  if (schema === undefined) throw new Error(`The published interface has no POST ${path}.`);
  const compiled = z.fromJSONSchema(closed(schema) as Parameters<typeof z.fromJSONSchema>[0]);
  schemas.set(path, compiled);
  return compiled;
}

/** The fields of a request to `POST path` that are missing, malformed or unknown, such as `borrower.ssn`. */
export function mistakesIn(path: string, body: unknown): string[] {
  const read = schemaOf(path).safeParse(body);
  if (read.success) return [];
  const places = read.error.issues.flatMap(({ path: place, ...issue }) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...place, key]) : [place],
  );
  return [...new Set(places.map((place) => place.join('.')))];
}

/** The parts of a well-formed boarding whose figures contradict the others. */
export function contradictionsIn(body: unknown): string[] {
  const { vehicle, note, schedule, disclosure, disbursement } = body as Loan;
  const { amountCents, fees } = note;
  const [first, last] = [schedule[0], schedule.at(-1)];
  let balance = amountCents;
  const isAmortized = schedule.every(
    ({ number, paymentCents, principalCents, interestCents, ...row }, at) => {
      balance -= principalCents;
      const isLevel = at === schedule.length - 1 || paymentCents === note.monthlyPaymentCents;
      return (
        number === at + 1 &&
        isLevel &&
        principalCents + interestCents === paymentCents &&
        row.balanceCents === balance
      );
    },
  );
  const total = schedule.reduce((sum, { paymentCents }) => sum + paymentCents, 0);
  const { financeChargeCents, amountFinancedCents, totalOfPaymentsCents } = disclosure;
  const checks: Readonly<Record<string, boolean>> = {
    vehicle: (vehicle !== null) === note.isAutoSecured,
    schedule: isAmortized && balance === 0 && schedule.length <= note.months,
    note:
      first?.dueOn === note.firstDueOn &&
      last?.dueOn === note.lastDueOn &&
      last.paymentCents === note.lastPaymentCents &&
      note.payoff.amountsCents.length === schedule.length &&
      note.payoff.amountsCents.every((amount, at) => amount <= (schedule[at]?.balanceCents ?? 0)),
    disclosure:
      total === totalOfPaymentsCents &&
      amountFinancedCents + financeChargeCents === totalOfPaymentsCents &&
      amountFinancedCents === amountCents - fees.originationCents,
    disbursement: disbursement.amountCents === amountCents - fees.originationCents - fees.filingCents,
  };
  return Object.entries(checks).flatMap(([field, holds]) => (holds ? [] : [field]));
}
