// What may be logged of a vendor's error: its codes and the names of fields. Its sentences, which may repeat what we sent, are left
// out, and so is everything that equals a value that we sent.
import { readJson } from '../platform/json.ts';

const codeKeys = /^(?:code|errors?|error[-_]?codes?|error[-_]?type|error_description|status|reason|type)$/i;
/** Keys under which vendors put the name of a field, or a list of them. */
const fieldKeys = /^(?:fields?|field_?names?|invalid_?fields?|missing_?fields?|param(?:eter)?s?|path|loc)$/i;
/** Keys of sentences, which may name fields that we sent. */
const sentenceKeys =
  /^(?:message|error[-_]?message|detail|error_description|description|errorDetails?|reason|title)$/i;

/** `INVALID_FIELD`, `invalid-input-secret`, `60410`, `APIError_3`: words that are no person's name. */
const codeShape = /^(?:\d{1,6}|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*|[A-Za-z][a-z0-9]*(?:[-_.][A-Za-z0-9]+)+)$/;
const fieldShape = /^[A-Za-z_]\w*(?:(?:\.|\[)\w+\]?)*$/;
const mostParts = 6;
const longest = 80;
/** Texts that are longer than this have spaces. */
const longestText = 1000;

/**
 * Codes and field names of a vendor's error, such as `INVALID_REQUEST: routing_number`; empty if it names none. `sent` is the
 * request's body (JSON text, a form or plain data) and its address: any part of an error that repeats one of their values is dropped.
 */
export function errorDetails(body: unknown, ...sent: readonly unknown[]): string {
  const request = readSent(sent);
  const codes = new Set<string>();
  const fields = new Set<string>();
  const isValue = (text: string) => {
    const small = text.toLowerCase();
    return request.values.some(
      (value) =>
        value === small ||
        (value.length > 3 && small.includes(value)) ||
        // A few digits of a number, such as the last four.
        (/^\d+$/.test(small) && value.includes(small)),
    );
  };
  const keep = (into: Set<string>, shape: RegExp, found: unknown) => {
    const text = typeof found === 'number' ? String(found) : found;
    if (typeof text === 'string' && text.length <= longest && shape.test(text) && !isValue(text))
      into.add(text);
  };
  walk(body, (key, value) => {
    if (codeKeys.test(key)) keep(codes, codeShape, value);
    if (fieldKeys.test(key)) keep(fields, fieldShape, value);
    if (sentenceKeys.test(key) && typeof value === 'string')
      for (const [word] of value.matchAll(/[A-Za-z_]\w*/g))
        if (request.names.has(word)) keep(fields, fieldShape, word);
  });
  const listed = (words: ReadonlySet<string>) => [...words].slice(0, mostParts).join(', ');
  return [listed(codes), listed(fields)].filter((part) => part !== '').join(': ');
}

/** Calls `see` for each value with its key, at any depth. The items of a list have the key of the list. */
function walk(value: unknown, see: (key: string, value: unknown) => void, key = ''): void {
  see(key, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(value)) walk(field, see, Array.isArray(value) ? key : name);
}

/** The names of the fields that were sent, at every depth, and all values, in lowercase. */
function readSent(sent: readonly unknown[]) {
  const names = new Set<string>();
  const values: string[] = [];
  for (const part of sent.map(parsed)) {
    walk(part, (key, value) => {
      if (key !== '') names.add(key);
      if (value === undefined || typeof value === 'boolean' || typeof value === 'object') return;
      // A file in base64. No error repeats it, and reading it would block for long.
      if (typeof value === 'string' && value.length > longestText && !value.includes(' ')) return;
      const text = String(value).trim().toLowerCase();
      // One or two letters, such as the state, occur in every other word; they must be the whole of it.
      if (text !== '') values.push(text);
      for (const word of text.split(/[^\p{L}\p{N}]+/u)) if (word.length > 3) values.push(word);
    });
  }
  return { names, values };
}

/** A body as it was sent: JSON, a form, or a query. */
function parsed(part: unknown): unknown {
  if (typeof part !== 'string') return part instanceof URLSearchParams ? Object.fromEntries(part) : part;
  return readJson(part) ?? Object.fromEntries(new URLSearchParams(part.replace(/^[^?]*\?/, '')));
}
