import { expect, it } from 'vitest';
import { vehicleText } from './vehicle.ts';

it.each([
  ['SUBARU', 'OUTBACK', '2019 Subaru Outback'],
  ['TOYOTA', 'RAV4', '2019 Toyota RAV4'],
  ['HONDA', 'CR-V', '2019 Honda CR-V'],
  ['FORD', 'F-150', '2019 Ford F-150'],
  ['JEEP', 'GRAND CHEROKEE', '2019 Jeep Grand Cherokee'],
  ['MERCEDES-BENZ', 'GLK350', '2019 Mercedes-Benz GLK350'],
  ['GMC', 'SIERRA 1500', '2019 GMC Sierra 1500'],
  ['KIA', 'SOUL', '2019 Kia Soul'],
  ['RAM', '1500', '2019 Ram 1500'],
  ['Mini', 'Cooper S', '2019 Mini Cooper S'],
])('%s %s is written as people do', (make, model, text) => {
  expect(vehicleText({ year: 2019, make, model })).toBe(text);
});
