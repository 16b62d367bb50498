// The SDK's types as JSON, and helpers to read a request's fields.
import { randomInt } from 'node:crypto';

/** The SDK declares string unions as enums; in JSON they are plain strings. */
export type Wire<Shape> = Shape extends string
  ? `${Shape}`
  : Shape extends (infer Element)[]
    ? Wire<Element>[]
    : Shape extends object
      ? { [Key in keyof Shape]: Wire<Shape[Key]> }
      : Shape;

/** A response without its `request_id`. */
export type ResponseFields<Response extends { request_id: string }> = Omit<Wire<Response>, 'request_id'>;

export const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const letterString = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

export const requestId = (): string => letterString(15);
/** For an item, an account or a stream. */
export const objectId = (): string => letterString(37);

/** Plaid's API has amounts in dollars. */
export const dollars = (cents: number): number => cents / 100;
export const isoDay = (moment: Date): string => moment.toISOString().slice(0, 10);
