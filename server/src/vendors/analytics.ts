// The analytics service: GA4's Measurement Protocol. It gets the names of screens and fields, and a random number for each visit.
import * as z from 'zod';
import { callVendor } from './http-client.ts';

export interface AnalyticsEvent {
  /** Letters and underscores. */
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
}

export interface Analytics {
  /** At most 25 events of one visit. Rejects with `VendorUnavailable` if the service refuses or does not answer. */
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
  return {
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
        answer: z.unknown(),
        signal,
      });
    },
  };
}
