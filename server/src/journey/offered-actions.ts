// Narrows the actions of a state to those that have an effect for this application.
import type { AccountValidation } from '../records/account-validations.ts';
import type { Services } from '../services.ts';
import type { Application } from './applications.ts';
import { permissionsOf } from './chart.ts';
import { mayUpdateDetails } from './details-updates.ts';
import type { Action } from './state-declaration.ts';
import { mayEnterVehicle } from './vehicle-entry.ts';

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
    services.lender.partners.some((one) => one.id === application.partner_id && one.declinedLink),
  partners: ({ services }) => services.lender.partners.some((one) => one.declinedLink),
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
