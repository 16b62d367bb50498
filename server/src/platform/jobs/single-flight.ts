// For requests that may arrive twice at once: the second waits for the first one's response instead of calling the vendor.
import { setTimeout as pause } from 'node:timers/promises';
import { CallInProgress, type VendorCall, type VendorCalls } from './vendor-calls.ts';

const pollMs = 100;

/** Throws `CallInProgress` if the other request has no response after the call's timeout. */
export async function singleFlight<A>(vendorCalls: VendorCalls, call: VendorCall<A>): Promise<A> {
  const until = performance.now() + vendorCalls.timeouts.seconds(call.timeoutSeconds) * 1000;
  for (;;) {
    try {
      return await vendorCalls.call(call);
    } catch (error) {
      if (!(error instanceof CallInProgress) || performance.now() > until) throw error;
      await pause(pollMs);
    }
  }
}
