// Whether an applicant may enter a vehicle: the lender's programs define the source of a secured loan's vehicle.
import type { With } from '../services.ts';
import type { Application } from './applications.ts';

export function vehicleSources({ lender }: With<'lender'>): ReadonlySet<'records' | 'applicant'> {
  return new Set(lender.policy.programs.flatMap(({ vehicleFrom }) => vehicleFrom));
}

/** Only where the policy has a use for a vehicle, the records showed none, and there is a service that values it. */
export function mayEnterVehicle(
  services: With<'lender' | 'vendors'>,
  { vehicle_search: search }: Pick<Application, 'vehicle_search'>,
): boolean {
  return (
    (search === 'none' || search === 'unavailable') &&
    services.vendors.vehicleData !== undefined &&
    vehicleSources(services).has('applicant')
  );
}
