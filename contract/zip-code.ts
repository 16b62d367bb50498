// What the form asks about a ZIP code, in a file of its own because only the question itself loads it.
import * as z from 'zod/mini';
import { post } from './endpoint.ts';
import { limits, state, zipCode } from './fields.ts';
import { manager } from './shapes.ts';

export const askAboutZipCode = post('/api/v1/addresses/zip-code', {
  body: z.strictObject({ state, zipCode, city: z.optional(z.string().check(z.maxLength(limits.city))) }),
  response: z.object({
    question: z.optional(z.string()),
    /** The city of the code, where the typed one is another. It may be right all the same. */
    city: z.optional(z.string()),
    /** The code is in another state: the form is refused until the applicant confirms theirs. */
    mustConfirm: z.optional(z.literal(true)),
    /** The branch that would serve this home; absent where the code is in doubt or no branch is near enough. */
    branch: z.optional(z.object({ name: z.string(), manager })),
  }),
});
