// Narrows the actions of a state to those that have an effect for this application.

import { timeLimitsOn } from '#lender/in-force.ts';
import { lenderToday } from '../platform/clock.ts';
import type { AccountValidation } from '../records/account-validations.ts';
import type { Services, With } from '../services.ts';
import type { Application } from './applications.ts';
import { type Position, permissionsOf } from './chart.ts';
import { canHappen } from './guard.ts';
import type { Action } from './state-declaration.ts';

interface Facts {
  readonly services: Services;
  readonly application: Application;
  readonly validation: AccountValidation | undefined;
  readonly hasDenial: boolean;
  readonly takesBank: boolean;
  readonly mayWithdraw: boolean;
}

/** After signing, another account is taken only where the first one did not work. */
const takesAccount = ({ application, validation }: Facts) =>
  permissionsOf(application).signing !== 'completed' || validation?.status === 'INVALID';

const conditions: { readonly [A in Action]?: (facts: Facts) => boolean } = {
  // Some partners don't take the people we decline.
  partner: ({ services, application }) =>
    services.lender.partners.some(({ id, declinedLink }) => id === application.partner_id && declinedLink),
  partners: ({ services }) => services.lender.partners.some(({ declinedLink }) => declinedLink),
  accounts: takesAccount,
  directEntry: takesAccount,
  // A reviewer may never deny what waits for review.
  adverseAction: ({ hasDenial }) => hasDenial,
  // Some applicants don't live near a branch.
  branch: ({ application }) => application.branch_id !== null,
  updateLead: ({ services, application }) => mayUpdateDetails(services, application),
  linkToken: ({ takesBank }) => takesBank,
  exchange: ({ takesBank }) => takesBank,
  vehicle: ({ services, application }) => mayEnterVehicle(services, application),
  withdraw: ({ mayWithdraw }) => mayWithdraw,
};

export function offeredActions(
  services: Services,
  application: Application,
  facts: Omit<Facts, 'services' | 'application'>,
): Action[] {
  return [...permissionsOf(application).actions].filter(
    (action) => conditions[action]?.({ services, application, ...facts }) ?? true,
  );
}

export function vehicleSources({ lender }: With<'lender'>): ReadonlySet<'records' | 'applicant'> {
  return new Set(lender.policy.programs.flatMap(({ vehicleFrom }) => vehicleFrom));
}

/** Only where the policy has a use for a vehicle, the records showed none, and there is a service that values it. */
export const mayEnterVehicle = (
  services: With<'lender' | 'vendors'>,
  { vehicle_search: search }: Pick<Application, 'vehicle_search'>,
): boolean =>
  (search === 'none' || search === 'unavailable') &&
  services.vendors.vehicleData !== undefined &&
  vehicleSources(services).has('applicant');

/** Whether the person in a partner's lead has not applied yet. */
export const isLead = (position: Position) => canHappen(position, 'leadAdmitted');

/** Whether there are offers that a change of details decides again. */
export const changesOffers = (position: Position) => canHappen(position, 'phoneChanged');

export const isConfirmingPhone = (position: Position) =>
  changesOffers(position) && canHappen(position, 'codeAccepted');

/** Before the decision details may always change, and so may a new phone until it is confirmed. */
export function mayUpdateDetails(
  services: With<'lender' | 'clock'>,
  application: Pick<Application, 'state' | 'path' | 'details_updates'>,
): boolean {
  if (!changesOffers(application) || isConfirmingPhone(application)) return true;
  return (
    application.details_updates <
    timeLimitsOn(services.lender.policy, lenderToday(services)).maxDetailsUpdates
  );
}
