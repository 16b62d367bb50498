// What the server tells every page of this installation: where the third parties' scripts are. It stands in the shell as
// JSON, so that no request is needed before the form works.
import * as z from 'zod/mini';

const settingsShape = z.object({
  recaptcha: z.optional(z.object({ script: z.string(), siteKey: z.string() })),
  socure: z.optional(z.object({ script: z.string(), sdkKey: z.string(), configBaseUrl: z.string() })),
  plaid: z.optional(z.object({ script: z.string() })),
  development: z.optional(z.boolean()),
});
export type Settings = z.output<typeof settingsShape>;

/** The settings of the page; none where the shell carries none that can be read. */
export function readSettings(document: Pick<Document, 'getElementById'>): Settings {
  try {
    const parsed = settingsShape.safeParse(
      JSON.parse(document.getElementById('settings')?.textContent ?? '{}'),
    );
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}
