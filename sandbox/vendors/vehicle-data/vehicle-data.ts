// The vehicle-data service: which vehicle is registered to a person, and what a vehicle is worth. It never gets
// an SSN: its test people are recognized by the application's reference, which the identity check had with their SSN.
import type { FastifyInstance } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import type { Vehicle } from '../../people/people.ts';
import { isVin, titleOf, valueOfModel, vehicleByVin, vehicleOf } from '../../people/vehicles.ts';
import { type Fields, fields, trimmedText as text } from '../../requests.ts';

/** A person's SSN and name, which the identity check had with the application's reference. */
const identified = (db: Context['db'], reference: string) =>
  db.readRecord<{ ssn: string; name: string }>('identified', reference);

type Found = Omit<Vehicle, 'vin'> & { vin?: string };
type Search = {
  mistakesIn: (body: Fields) => readonly string[];
  find: (body: Fields, db: Context['db']) => Found | undefined;
};

const byOwner: Search = {
  mistakesIn: (body) => {
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
  find: (body, db) => {
    const known = identified(db, text(body.reference));
    return known && vehicleOf(known.ssn);
  },
};

const byVin: Search = {
  mistakesIn: (body) => (isVin(text(body.vin)) ? [] : ['vin']),
  find: (body) => vehicleByVin(text(body.vin)),
};

const byModel: Search = {
  mistakesIn: (body) => [
    ...(Number.isInteger(body.year) ? [] : ['year']),
    ...['make', 'model'].filter((name) => !text(body[name])),
  ],
  find: (body) => {
    const [make, model] = [text(body.make).toUpperCase(), text(body.model).toUpperCase()];
    const named = { year: Number(body.year), make, model };
    const value = valueOfModel(named);
    return value === undefined ? undefined : { ...named, value };
  },
};

function routes(app: FastifyInstance, { clock, credentials, db }: Context) {
  const route = (
    path: string,
    mistakesIn: (body: Fields) => readonly string[],
    answer: (body: Fields) => Record<string, unknown>,
  ) =>
    app.post(path, async (request, reply) => {
      const refuse = (status: number, body: object) => reply.code(status).send(body);
      if (request.headers['x-api-key'] !== credentials.VEHICLE_DATA_API_KEY)
        return refuse(401, { code: 'UNAUTHORIZED', message: 'X-Api-Key is missing or wrong.' });
      const body = fields(request.body);
      if (text(body.permitted_use) !== credentials.VEHICLE_DATA_PERMITTED_USE) {
        const message = 'permitted_use is not one that your contract names.';
        return refuse(403, { code: 'USE_NOT_PERMITTED', message });
      }
      const mistakes = [...(text(body.reference) ? [] : ['reference']), ...mistakesIn(body)];
      if (mistakes.length > 0) {
        const message = `Wrong or missing: ${mistakes.join(', ')}.`;
        return refuse(400, { code: 'INVALID_REQUEST', message, fields: mistakes });
      }
      return { reference: text(body.reference), ...answer(body) };
    });
  const search = (path: string, { mistakesIn, find }: Search) =>
    route(path, mistakesIn, (body) => {
      const found = find(body, db);
      const asOf = clock().toISOString().slice(0, 10);
      const describe = ({ value, ...vehicle }: Found) => ({
        vin: null,
        ...vehicle,
        value: { amount: value, currency: 'USD', as_of: asOf },
      });
      return { vehicles: found ? [describe(found)] : [] };
    });
  search('/v1/vehicles/by-owner', byOwner);
  search('/v1/vehicles/by-vin', byVin);
  search('/v1/vehicles/by-model', byModel);
  route('/v1/vehicles/title', byVin.mistakesIn, (body) => {
    const known = identified(db, text(body.reference));
    const person = known && { ssn: known.ssn, name: known.name.toUpperCase() };
    return { title: (person && titleOf(text(body.vin), person)) ?? null };
  });
}

export const vehicleData: Vendor = {
  name: 'vehicle-data',
  prefix: '/vehicle-data',
  failure: () => ({ status: 500, body: { code: 'INTERNAL', message: 'The vehicle service failed.' } }),
  routes,
};
