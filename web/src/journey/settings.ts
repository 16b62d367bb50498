// The installation's settings. The page has them as JSON, so that the form needs no request.
import * as z from 'zod/mini';

const settingsShape = z.object({
  /** No one in production has a test person's number. */
  isProduction: z.optional(z.boolean()),
  recaptcha: z.optional(z.object({ script: z.string(), siteKey: z.string() })),
  socure: z.optional(z.object({ script: z.string(), sdkKey: z.string(), configBaseUrl: z.string() })),
  plaid: z.optional(z.object({ script: z.string() })),
});
export type Settings = z.output<typeof settingsShape>;

/** The page's settings; empty when they cannot be read. */
export function readSettings(document: Pick<Document, 'getElementById'>): Settings {
  try {
    return settingsShape.parse(JSON.parse(document.getElementById('settings')?.textContent ?? '{}'));
  } catch {
    return {};
  }
}
