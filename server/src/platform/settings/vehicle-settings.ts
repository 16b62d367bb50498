// The vehicle-data service.
import { address, oneOf, secret, setting, text } from './setting.ts';

const agreed = {
  found: 'Your contract with the service',
  neededFor: 'loans secured by a vehicle',
  byDefault: 'no loan is secured by a vehicle',
} as const;

export const vehicleSettings = {
  VEHICLE_DATA_URL: setting(
    address.optional(),
    'Finds the vehicle registered to an applicant, and values vehicles. Set all three of these settings or none',
    {
      ...agreed,
      example: 'https://vehicles.vendor.example',
    },
  ),
  VEHICLE_DATA_API_KEY: secret(text.optional(), 'The service’s key', { ...agreed, example: '…' }),
  VEHICLE_DATA_PERMITTED_USE: setting(
    text.optional(),
    'The code by which the contract names your permitted use of registrations (18 U.S.C. 2721(b))',
    {
      ...agreed,
      example: '13',
    },
  ),
  VEHICLE_DATA_TITLES: setting(
    oneOf(['true', 'false']).default('false'),
    'Whether your contract includes titles: owners and liens by VIN. Without them, no loan is secured by a vehicle unless `titleCheck` in `lender/funding.json` is `branch`',
    { ...agreed, byDefault: 'false', example: 'true' },
  ),
};
