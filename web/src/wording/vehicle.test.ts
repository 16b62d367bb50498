import { expect, it } from 'vitest';
import { vehicleText } from './vehicle.ts';

it('the hint of the VIN has its length, and every place to find it', () => {
  expect(vehicleText.vinHint).toMatch(/^17 letters and numbers\./);
  for (const place of ['windshield', 'dashboard', 'door', 'registration', 'insurance card'])
    expect(vehicleText.vinHint).toContain(place);
});
