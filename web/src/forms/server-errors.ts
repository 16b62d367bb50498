// Places the server's errors where the applicant can fix them: on a field, or in an alert.
import type { Refusal } from '#contract/errors.ts';

interface Placed {
  /** Field name and sentence, in the order of the response. */
  readonly fields: ReadonlyMap<string, string>;
  readonly alerts: readonly string[];
}

const toWords = (name: string) => name.replace(/([A-Z])/g, (sign) => ` ${sign.toLowerCase()}`);
const toSnakeCase = (name: string) => name.replace(/([A-Z])/g, (sign) => `_${sign.toLowerCase()}`);
const lastPart = (path: string) => path.slice(path.lastIndexOf('.') + 1);

export function placeServerErrors(errors: readonly Refusal[], names: readonly string[]): Placed {
  const fields = new Map<string, string>();
  const alerts: string[] = [];

  /** The form's name for a field, whether the server sends `address.zipCode`, `zipCode` or `zip_code`. */
  const known = (path: string): string | undefined =>
    names.find((name) => name === path) ??
    names.find((name) => [lastPart(name), toSnakeCase(lastPart(name))].includes(lastPart(path)));

  /** The fields that a sentence mentions by name. */
  const named = (sentence: string): readonly string[] =>
    names.filter((name) => {
      const own = lastPart(name);
      return new RegExp(`(^|[^\\w])(${own}|${toSnakeCase(own)}|${toWords(own)})([^\\w]|$)`, 'i').test(
        sentence,
      );
    });

  const put = (name: string, sentence: string) => {
    if (!fields.has(name)) fields.set(name, sentence);
  };

  const place = (message: unknown, path: string | undefined): void => {
    if (Array.isArray(message)) {
      for (const one of message) place(one, path);
    } else if (typeof message === 'object' && message !== null) {
      for (const [key, inner] of Object.entries(message)) place(inner, path ? `${path}.${key}` : key);
    } else if (typeof message === 'string' && message.trim() !== '') {
      const own = path === undefined ? undefined : known(path);
      const targets = own === undefined ? (path === undefined ? named(message) : []) : [own];
      for (const name of targets) put(name, message);
      if (targets.length === 0 && !alerts.includes(message)) alerts.push(message);
    }
  };

  for (const { field, message } of errors) place(message, field);
  return { fields, alerts };
}
