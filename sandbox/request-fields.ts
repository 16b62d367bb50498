// Reads values from request bodies and queries, whose types are not known.

export type Fields = Record<string, unknown>;

export const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const trimmedText = (value: unknown): string => text(value).trim();
