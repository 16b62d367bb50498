// A vehicle-data service: the vehicles registered to a person, their values and titles. A credit report has none of these.
import * as z from 'zod';
import { plainVin } from '#contract/vehicle.ts';
import type { Vehicle } from '../credit-policy/inputs.ts';
import type { Person } from './fraud.ts';
import { callVendor } from './http-client.ts';
import { optional } from './optional-fields.ts';
import { assertKeysAccepted, type Checkable } from './vendor-check.ts';

/** The person whose vehicles are searched for. The service receives nothing else about them. */
type Owner = Pick<Person, 'firstName' | 'lastName' | 'streetAddress' | 'city' | 'state' | 'zipCode'>;

/** What an applicant enters: a VIN, or the details on the registration. */
export type EnteredVehicle = { readonly vin: string } | Readonly<Pick<Vehicle, 'year' | 'make' | 'model'>>;

/** What the certificate of title states. */
export interface VehicleTitle {
  /** As the title has them: one name for each owner. */
  readonly owners: readonly string[];
  /** Who has a lien on the vehicle. */
  readonly lienholders: readonly string[];
}

/**
 * Only reads, so that every call may be repeated. `reference` is our application, for the service's own records. Both methods
 * reject with `NotPerformed` (a refusal is a `VendorRefused`) or `OutcomeUnknown`.
 */
export interface VehicleData extends Checkable {
  /** The vehicles registered to this person at this address, the most valuable first. Each has a VIN. */
  ownedBy(owner: Owner, reference: string, signal: AbortSignal): Promise<readonly Vehicle[]>;
  /** The entered vehicle with its value. Null if the service has none. */
  valueOf(entered: EnteredVehicle, reference: string, signal: AbortSignal): Promise<Vehicle | null>;
  /** The title of the vehicle with this VIN. Null if the service has none. */
  titleOf(vin: string, reference: string, signal: AbortSignal): Promise<VehicleTitle | null>;
}

const response = z.object({
  vehicles: z.array(
    z.object({
      year: z.int().min(1900).max(2100),
      make: z.string().min(1),
      model: z.string().min(1),
      vin: optional(z.string()),
      /** Some vehicles have no known value. */
      value: optional(z.object({ amount: z.number().nonnegative(), currency: z.literal('USD') })),
    }),
  ),
});

/** Vehicles older than 1981 have numbers of other lengths, for which no title can be looked up. */
const modernVin = (vin = '') => (plainVin(vin).length === 17 ? plainVin(vin) : null);

const titleResponse = z.object({
  title: z
    .object({
      owners: z.array(z.object({ name: z.string().min(1) })).min(1),
      liens: z.array(z.object({ holder: z.string().min(1) })),
    })
    .nullable(),
});

export function vehicleService(settings: {
  url: string;
  key: string;
  /** The code of the use that the service's contract permits (18 U.S.C. 2721(b)). */
  permittedUse: string;
}): VehicleData {
  const request = (path: string, body: object) =>
    ({
      vendor: 'vehicle-data',
      method: 'POST',
      url: `${settings.url}/v1/vehicles/${path}`,
      headers: { 'x-api-key': settings.key },
      json: { ...body, permitted_use: settings.permittedUse },
    }) as const;

  async function search(path: string, body: object, signal: AbortSignal): Promise<Vehicle[]> {
    const { vehicles } = await callVendor({ ...request(path, body), response, signal });
    return vehicles
      .flatMap(({ year, make, model, vin, value }) =>
        value ? [{ year, make, model, vin: modernVin(vin), valueCents: Math.round(value.amount * 100) }] : [],
      )
      .sort((a, b) => b.valueCents - a.valueCents);
  }

  return {
    /** A request without a vehicle: a wrong key is refused before that. */
    async tryKeys(signal) {
      const keys = 'VEHICLE_DATA_API_KEY or VEHICLE_DATA_PERMITTED_USE is';
      await assertKeysAccepted(keys, { ...request('by-vin', {}), signal });
      return 'the key and the permitted use are accepted';
    },
    async ownedBy(owner, reference, signal) {
      const found = await search(
        'by-owner',
        {
          reference,
          owner: {
            first_name: owner.firstName,
            last_name: owner.lastName,
            address: {
              street: owner.streetAddress,
              city: owner.city,
              state: owner.state,
              zip_code: owner.zipCode,
            },
          },
        },
        signal,
      );
      return found.filter(({ vin }) => vin !== null);
    },
    async valueOf(entered, reference, signal) {
      const found = await search('vin' in entered ? 'by-vin' : 'by-model', { reference, ...entered }, signal);
      return found[0] ?? null;
    },
    async titleOf(vin, reference, signal) {
      const { title } = await callVendor({
        ...request('title', { reference, vin }),
        response: titleResponse,
        signal,
      });
      return (
        title && {
          owners: title.owners.map(({ name }) => name),
          lienholders: title.liens.map(({ holder }) => holder),
        }
      );
    },
  };
}
