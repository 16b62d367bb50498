import { expect, it } from 'vitest';
import { VendorTimeouts } from './vendor-timeouts.ts';

it('a stop waits longer than the longest call to a vendor', () => {
  for (const scale of [0.01, 1, 10]) {
    const timeouts = new VendorTimeouts(scale);
    expect(timeouts.stopSeconds).toBeGreaterThan(timeouts.seconds(30));
    expect(() => timeouts.signal(31)).toThrow('30 seconds at most');
  }
});
