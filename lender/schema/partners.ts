// partners.json.
import { z } from 'zod';
import { id, picture, sentence, url } from './fields.ts';

export const partnersSchema = z.array(
  z.strictObject({
    id,
    name: sentence,
    logo: picture,
    subIds: z.array(z.string().regex(/^[\w-]+$/, 'must be letters, digits, _ and -')).min(1),
    /** Where a declined applicant may continue with this partner; null if the partner accepts none. */
    declinedLink: url.nullable(),
  }),
);
export type Partner = z.output<typeof partnersSchema>[number];
