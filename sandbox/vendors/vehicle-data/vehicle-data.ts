// The vehicle-data service. It never gets an SSN: it knows test people by the application's reference.

import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { people, personWith, type Vehicle } from '../../people/people.ts';
import { type Fields, fields, Refused, trimmedText as text } from '../../requests.ts';

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
    const applicant = identified(db, text(body.reference));
    return applicant && vehicleOf(applicant.ssn);
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
    app.post(path, async (request) => {
      if (request.headers['x-api-key'] !== credentials.VEHICLE_DATA_API_KEY)
        throw new Refused(401, { code: 'UNAUTHORIZED', message: 'X-Api-Key is missing or wrong.' });
      const body = fields(request.body);
      if (text(body.permitted_use) !== credentials.VEHICLE_DATA_PERMITTED_USE) {
        const message = 'permitted_use is not one that your contract names.';
        throw new Refused(403, { code: 'USE_NOT_PERMITTED', message });
      }
      const mistakes = [...(text(body.reference) ? [] : ['reference']), ...mistakesIn(body)];
      if (mistakes.length > 0) {
        const message = `Wrong or missing: ${mistakes.join(', ')}.`;
        throw new Refused(400, { code: 'INVALID_REQUEST', message, fields: mistakes });
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
    const applicant = identified(db, text(body.reference));
    const person = applicant && { ssn: applicant.ssn, name: applicant.name.toUpperCase() };
    return { title: (person && titleOf(text(body.vin), person)) ?? null };
  });
}

export const vehicleData: Vendor = {
  name: 'vehicle-data',
  failure: () => ({ status: 500, body: { code: 'INTERNAL', message: 'The vehicle service failed.' } }),
  routes,
};

// Who owns which vehicle, and what vehicles are worth.

type Model = Pick<Vehicle, 'year' | 'make' | 'model'>;

/** Every make that the service knows, with its models and the first three characters of its VINs. */
const makes: Readonly<Record<string, { maker: string; models: readonly string[] }>> = {
  CHEVROLET: { maker: '1G1', models: ['MALIBU', 'EQUINOX', 'SILVERADO'] },
  FORD: { maker: '1FT', models: ['ESCAPE', 'F-150', 'FUSION'] },
  HONDA: { maker: '2HG', models: ['CIVIC', 'ACCORD', 'CR-V'] },
  HYUNDAI: { maker: 'KMH', models: ['ELANTRA', 'TUCSON'] },
  NISSAN: { maker: '1N4', models: ['ROGUE', 'ALTIMA'] },
  SUBARU: { maker: '4S4', models: ['OUTBACK', 'FORESTER'] },
  TOYOTA: { maker: '2T3', models: ['CAMRY', 'COROLLA', 'RAV4'] },
};
const makeNames = Object.keys(makes);
const [oldest, newest] = [2000, 2026];

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
/** A VIN never has I, O or Q. */
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const letterValues = '12345678123457923456789';
const digitOf = (character: string): number =>
  Number(/\d/.test(character) ? character : letterValues[letters.indexOf(character)]);

/** The ninth character of a VIN, computed from the others (49 CFR 565.15(c)). */
function checkDigit(vin: string): string {
  const rest = [...vin].reduce((sum, character, at) => sum + digitOf(character) * (weights[at] ?? 0), 0) % 11;
  return rest === 10 ? 'X' : String(rest);
}

const isVin = (vin: string): boolean => /^[A-HJ-NPR-Z\d]{17}$/.test(vin) && checkDigit(vin) === vin[8];

/** The letters of the tenth character, from 2010 on; they begin again after thirty years. */
const yearLetters = 'ABCDEFGHJKLMNPRSTVWXY123456789';

function vinOf({ year, make }: Model, serial: number): string {
  const { maker = '1HG' } = makes[make] ?? {};
  const letter = yearLetters[(year - 2010 + 30) % 30] ?? 'A';
  const open = `${maker}BSANC0${letter}3${String(serial % 1_000_000).padStart(6, '0')}`;
  return `${open.slice(0, 8)}${checkDigit(open)}${open.slice(9)}`;
}

/** What a vehicle of a year is worth: $2,300 less for each year, and never under $1,500. */
const worth = (year: number): number =>
  Math.max(1500, Math.round((31_000 - (newest - year) * 2300) / 100) * 100);

/** Two thirds of the people who are not test people own one. */
function vehicleFromSsn(ssn: string): Vehicle | undefined {
  const bytes = createHash('sha256').update(`vehicle of ${ssn}`).digest();
  const upTo = (position: number, limit: number) => bytes.readUInt16BE(position * 2) % limit;
  if (upTo(0, 3) === 0) return undefined;
  const make = makeNames[upTo(1, makeNames.length)] ?? 'FORD';
  const { models = [] } = makes[make] ?? {};
  const model = { year: 2012 + upTo(2, 12), make, model: models[upTo(3, models.length)] ?? '' };
  return { ...model, vin: vinOf(model, bytes.readUInt32BE(8)), value: 3000 + (model.year - 2012) * 1400 };
}

function vehicleOf(ssn: string): Vehicle | undefined {
  const person = personWith(ssn);
  return person === undefined ? vehicleFromSsn(ssn) : person.vehicle;
}

const ownerOf = (vin: string) => people.find(({ vehicle }) => vehicle?.vin === vin);

/** The vehicle with this VIN: one of the people's, or one made up from the VIN. Serial numbers that begin with 999 are unknown. */
function vehicleByVin(vin: string): Vehicle | undefined {
  const own = ownerOf(vin)?.vehicle;
  if (own) return own;
  const year = yearOf(vin);
  const make = makeNames.find((name) => makes[name]?.maker === vin.slice(0, 3));
  if (year === undefined || make === undefined || vin.slice(11, 14) === '999') return undefined;
  const model = makes[make]?.models[0] ?? '';
  return { year, make, model, vin, value: worth(year) };
}

type Title = { owners: { name: string }[]; liens: { holder: string }[] };

const titlesBySerial: Readonly<Record<string, string>> = {
  '998': 'other-owner',
  '997': 'lien',
  '996': 'none',
};

/** Serial numbers from 998 are someone else's, from 997 under a lien, from 996 without a title. */
function titleOf(vin: string, { ssn, name }: { ssn: string; name: string }): Title | undefined {
  const owner = ownerOf(vin);
  const title = owner?.title ?? titlesBySerial[vin.slice(11, 14)];
  if (title === 'none') return undefined;
  const isOthers = title === 'other-owner' || (owner !== undefined && owner !== personWith(ssn));
  return {
    owners: [{ name: isOthers ? 'MORGAN HOLLOWAY' : name }],
    liens: title === 'lien' ? [{ holder: 'BEEHIVE AUTO FINANCE' }] : [],
  };
}

function yearOf(vin: string): number | undefined {
  const at = yearLetters.indexOf(vin[9] ?? '');
  if (at < 0) return undefined;
  return 2010 + at <= newest ? 2010 + at : 1980 + at;
}

/** What a vehicle of this year, make and model is worth; undefined where the service knows none. */
function valueOfModel({ year, make, model }: Model): number | undefined {
  const isKnown = makes[make]?.models.includes(model) ?? false;
  return isKnown && oldest <= year && year <= newest ? worth(year) : undefined;
}
