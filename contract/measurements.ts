// What a browser reports, with consent. The server stores only names on its lists, nothing that was typed.
import * as z from 'zod/mini';
import { post } from './endpoint.ts';
import { screenName as screen } from './journey.ts';

const event = z.discriminatedUnion('type', [
  /** A screen was shown. */
  z.strictObject({ type: z.literal('screen'), screen }),
  /** The screen's form was submitted and accepted. */
  z.strictObject({ type: z.literal('step'), screen }),
  /** A field's value was refused. The server stores the name only if it is a field of a form, and `other` otherwise. */
  z.strictObject({ type: z.literal('refused'), screen, field: z.string().check(z.maxLength(40)) }),
  /** The page was closed or left on this screen. */
  z.strictObject({ type: z.literal('left'), screen }),
]);
export type MeasuredEvent = z.output<typeof event>;

export const measure = post('/api/v1/measurements', {
  body: z.strictObject({
    /** A random number of one visit. It belongs to no person and no application. */
    visit: z.uuid(),
    /** Whether the visitor also agreed to advertising. */
    advertising: z.boolean(),
    events: z.array(event).check(z.minLength(1), z.maxLength(50)),
  }),
  response: z.object({}),
});

const position = z.int().check(z.minimum(0), z.maximum(10_000_000));

/** An error's kind and place. Its message may quote what a person typed, so it stays in the browser. */
export const reportError = post('/api/v1/browser-errors', {
  body: z.strictObject({
    screen: z.optional(screen),
    name: z.string().check(z.regex(/^[A-Z][A-Za-z]{1,40}$/)),
    /** Innermost first. */
    frames: z
      .array(
        z.strictObject({
          file: z.string().check(z.regex(/^[\w-]{1,80}\.js$/)),
          line: position,
          column: position,
        }),
      )
      .check(z.maxLength(20)),
  }),
  response: z.object({}),
});
