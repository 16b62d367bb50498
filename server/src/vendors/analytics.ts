// The analytics service: GA4's Measurement Protocol. It gets the names of screens and fields, and a random number for each visit.
import * as z from 'zod';
import { callVendor } from './http-client.ts';
import { optional, optionalList } from './optional-fields.ts';
import { type Checkable, refusedKeys, ToFix } from './vendor-check.ts';

export interface AnalyticsEvent {
  /** Letters and underscores. */
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
}

export interface Analytics extends Checkable {
  /** At most 25 events of one visit. Rejects with `VendorUnavailable` if the service refuses or does not respond. */
  send(
    visit: { readonly id: string; readonly advertising: boolean },
    events: readonly AnalyticsEvent[],
    signal: AbortSignal,
  ): Promise<unknown>;
}

/** The service's own limit for one request. */
export const mostEventsAtOnce = 25;

export function googleAnalytics(settings: { url: string; measurementId: string; secret: string }): Analytics {
  const query = new URLSearchParams({ measurement_id: settings.measurementId, api_secret: settings.secret });
  const validation = z.object({
    validationMessages: optionalList(z.object({ fieldPath: optional(z.string()) })),
  });
  return {
    /** The service’s own validation, which records nothing. */
    async tryKeys(signal) {
      const { validationMessages } = await callVendor({
        vendor: 'ga4',
        method: 'POST',
        url: `${settings.url}/debug/mp/collect?${query}`,
        json: { client_id: 'vendors-check', events: [{ name: 'vendors_check', params: {} }] },
        response: validation,
        signal,
      }).catch(refusedKeys('GA4_MEASUREMENT_ID or GA4_API_SECRET is'));
      const wrong = validationMessages.map(({ fieldPath = 'the request' }) => fieldPath).join(', ');
      if (wrong !== '') throw new ToFix(`GA4_MEASUREMENT_ID or GA4_API_SECRET is not accepted: ${wrong}`);
      return 'events are accepted';
    },
    send: ({ id, advertising }, events, signal) => {
      const consent = advertising ? 'GRANTED' : 'DENIED';
      return callVendor({
        vendor: 'ga4',
        method: 'POST',
        url: `${settings.url}/mp/collect?${query}`,
        json: {
          client_id: id,
          consent: { ad_user_data: consent, ad_personalization: consent },
          events: events.map(({ name, params }) => ({ name, params: { session_id: id, ...params } })),
        },
        response: z.unknown(),
        signal,
      });
    },
  };
}
