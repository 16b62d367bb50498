// The SDK's types as they are on the wire, and how a request's fields are read.
import { randomInt } from 'node:crypto';

/** The SDK declares its word lists as enums; on the wire, and here, a word is itself. */
export type Wire<Shape> = Shape extends string
  ? `${Shape}`
  : Shape extends (infer Element)[]
    ? Wire<Element>[]
    : Shape extends object
      ? { [Key in keyof Shape]: Wire<Shape[Key]> }
      : Shape;

/** A response before the request's own identifier is put to it. */
export type Answer<Response extends { request_id: string }> = Omit<Wire<Response>, 'request_id'>;

export type Fields = Record<string, unknown>;
export const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const letterString = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

export const requestId = (): string => letterString(15);
/** Of an item, an account or a stream. */
export const objectId = (): string => letterString(37);

/** Dollars from cents: the wire counts money so. */
export const dollars = (cents: number): number => cents / 100;
export const isoDay = (moment: Date): string => moment.toISOString().slice(0, 10);
