// The vehicle-data service: which vehicle is registered to a person, and what a vehicle is worth. It finds nobody by an SSN, which it
// never gets. Its test people are recognized by the application's reference, which the identity check had with their SSN.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { isVin, type Vehicle, valueOfModel, vehicleByVin, vehicleOf } from '../../people/vehicles.ts';
import { type Fields, fields, trimmedText as text } from '../../request-fields.ts';

function routes(app: FastifyInstance, { clock, credentials, db }: Context) {
  /** What is wrong with a request, or undefined. */
  const refusalOf = (request: FastifyRequest, wrong: readonly string[]) => {
    if (request.headers['x-api-key'] !== credentials.VEHICLE_DATA_API_KEY)
      return { status: 401, body: { code: 'UNAUTHORIZED', message: 'X-Api-Key is missing or wrong.' } };
    const body = fields(request.body);
    if (text(body.permitted_use) !== credentials.VEHICLE_DATA_PERMITTED_USE)
      return {
        status: 403,
        body: { code: 'USE_NOT_PERMITTED', message: 'permitted_use is not one that your contract names.' },
      };
    const all = [...(text(body.reference) ? [] : ['reference']), ...wrong];
    if (all.length === 0) return undefined;
    const message = `Wrong or missing: ${all.join(', ')}.`;
    return { status: 400, body: { code: 'INVALID_REQUEST', message, fields: all } };
  };

  const answer = (request: FastifyRequest, found: readonly (Omit<Vehicle, 'vin'> & { vin?: string })[]) => ({
    reference: text(fields(request.body).reference),
    vehicles: found.map(({ value, ...vehicle }) => ({
      ...vehicle,
      value: { amount: value, currency: 'USD', as_of: clock().toISOString().slice(0, 10) },
    })),
  });

  const serve = (
    path: string,
    wrongIn: (body: Fields) => readonly string[],
    find: (body: Fields) => readonly (Omit<Vehicle, 'vin'> & { vin?: string })[],
  ) =>
    app.post(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const body = fields(request.body);
      const refused = refusalOf(request, wrongIn(body));
      if (refused) return reply.code(refused.status).send(refused.body);
      return answer(request, find(body));
    });

  serve(
    '/v1/vehicles/by-owner',
    (body) => {
      const owner = fields(body.owner);
      const address = fields(owner.address);
      return [
        ...(text(owner.first_name) && text(owner.last_name) ? [] : ['owner']),
        ...(text(address.street) && text(address.city) ? [] : ['owner.address']),
        ...(/^[A-Z]{2}$/.test(text(address.state)) ? [] : ['owner.address.state']),
        ...(/^\d{5}$/.test(text(address.zip_code)) ? [] : ['owner.address.zip_code']),
        ...['ssn', 'date_of_birth', 'national_id'].filter((name) => name in body || name in owner),
      ];
    },
    (body) => {
      const known = db.one('select ssn from identified where reference = ?', text(body.reference));
      const vehicle = known && vehicleOf(String(known.ssn));
      return vehicle ? [vehicle] : [];
    },
  );

  serve(
    '/v1/vehicles/by-vin',
    (body) => (isVin(text(body.vin)) ? [] : ['vin']),
    (body) => {
      const vehicle = vehicleByVin(text(body.vin));
      return vehicle ? [vehicle] : [];
    },
  );

  serve(
    '/v1/vehicles/by-model',
    (body) => [
      ...(Number.isInteger(body.year) ? [] : ['year']),
      ...(text(body.make) ? [] : ['make']),
      ...(text(body.model) ? [] : ['model']),
    ],
    (body) => {
      const model = {
        year: Number(body.year),
        make: text(body.make).toUpperCase(),
        model: text(body.model).toUpperCase(),
      };
      const value = valueOfModel(model);
      return value === undefined ? [] : [{ ...model, value }];
    },
  );
}

export const vehicleData: Vendor = {
  name: 'vehicle-data',
  prefix: '/vehicle-data',
  failure: () => ({ status: 500, body: { code: 'INTERNAL', message: 'The vehicle service failed.' } }),
  routes,
};
