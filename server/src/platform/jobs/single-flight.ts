// For requests, which may come twice at once where a job runs alone: the second waits for the answer that the first is
// given, instead of asking a vendor who answers only once.
import { CallInProgress, type VendorCall, type VendorCalls } from './vendor-calls.ts';

const lookAgainMs = 100;

/** Throws `CallInProgress` where the other request is still at it after the call's own time. */
export async function singleFlight<A>(vendorCalls: VendorCalls, call: VendorCall<A>): Promise<A> {
  const until = performance.now() + call.timeoutSeconds * 1000;
  for (;;) {
    try {
      return await vendorCalls.call(call);
    } catch (error) {
      if (!(error instanceof CallInProgress) || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    }
  }
}
