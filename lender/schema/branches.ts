// branches.json and trade-area.json.
import { z } from 'zod';
import { clockTime, id, phone, sentence, stateCode, timeZone, zipCode } from './fields.ts';

export const branchesSchema = z
  .array(
    z.strictObject({
      id,
      name: sentence,
      streetAddress: sentence,
      city: sentence,
      state: stateCode,
      zipCode,
      phone,
      /** The number at which the branch's people answer texts, in its open hours. Without one, no text is offered. */
      texts: phone.exactOptional(),
      /** Monday to Friday; Saturday is by appointment, Sunday closed. */
      openHours: z
        .tuple([clockTime, clockTime])
        .refine(([open, close]) => open < close, 'must open before it closes'),
      /** Of the hours, where it is not the one of the state and ZIP code. */
      timeZone: timeZone.exactOptional(),
      /** The picture is a file under lender/public, square, of at least 112 px. */
      manager: z.strictObject({
        fullName: sentence,
        title: sentence,
        picture: z
          .string()
          .regex(
            /^[\w/-]+\.(?:jpe?g|png|webp|svg)$/,
            'must be the path of a picture under lender/public, like "managers/maureen-gallegos.jpg"',
          )
          .exactOptional(),
      }),
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    }),
  )
  .min(1);
export type Branch = Omit<z.output<typeof branchesSchema>[number], 'timeZone'> & {
  readonly timeZone: string;
};

export const tradeAreaSchema = z.strictObject({
  radiusMiles: z.number().positive().max(500),
  /** False where a branch may not lend to residents of another state than its own. */
  acrossStateLines: z.boolean().exactOptional(),
});
