// Turns an issue that zod found into a sentence for the person who edits the file.
import type { z } from 'zod';

/** One issue as a sentence: the path of the field (with the id of its row, if it has one) and how to fix it. */
export function issueSentence(issue: z.core.$ZodIssue, json: unknown): string {
  if (issue.code === 'unrecognized_keys') {
    const at = fieldPath([...issue.path, issue.keys[0] ?? ''], json);
    return `${at} is not a field that we know; remove it or correct its spelling.`;
  }
  const at = fieldPath(issue.path, json) || 'the file';
  const parent = fieldPath(issue.path.slice(0, -1), json);
  const value = valueAt(json, issue.path);
  if (value === undefined && !issue.message.startsWith('is '))
    return `${at} is missing${issue.code === 'invalid_type' ? `: it must be ${kindOf(issue.expected)}` : ''}.`;
  if (issue.code === 'invalid_type') return `${at} must be ${kindOf(issue.expected)}.`;
  if (issue.code === 'invalid_value' && !issue.message.startsWith('must'))
    return `${at} must be ${oneOf(issue.values)}, not ${JSON.stringify(value)}.`;
  if (issue.code === 'invalid_union' && issue.inclusive !== false && issue.options)
    return `${at} must be ${oneOf(issue.options)}, not "${String(value)}".`;
  if ((issue.code === 'too_small' || issue.code === 'too_big') && !issue.message.startsWith('must')) {
    const [most, limit] = issue.code === 'too_small' ? ['least', issue.minimum] : ['most', issue.maximum];
    const entries = Number(limit) === 1 ? ' entry' : ' entries';
    return issue.origin === 'array'
      ? `${at} must have at ${most} ${limit}${entries}.`
      : `${at} must be at ${most} ${limit}.`;
  }
  if (issue.code === 'invalid_key')
    return `${at} ${issue.issues[0]?.message ?? 'is not a name that we know'}.`;
  if (issue.code === 'invalid_format' && !issue.message.startsWith('must'))
    return `${at} must be a valid ${issue.format}.`;
  // "{parent}.max" in a message names another field of the same object.
  return `${at} ${issue.message.replaceAll('{parent}.', parent ? `${parent}.` : '')}.`;
}

function kindOf(expected: string): string {
  const article = /^[aeiou]/.test(expected) ? 'an' : 'a';
  if (expected === 'string') return 'text in quotes';
  if (expected === 'array' || expected === 'tuple') return 'a list in brackets';
  if (expected === 'object' || expected === 'record') return 'an object in braces';
  if (expected === 'boolean') return 'true or false';
  if (expected === 'int') return 'a whole number';
  return `${article} ${expected}`;
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`;
}

function valueAt(json: unknown, at: readonly PropertyKey[]): unknown {
  let value = json;
  for (const key of at) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  return value;
}

/** `rows[3] (E-50).when.score`: the path, with the id or state of each row, so that its reader need not count rows. */
function fieldPath(at: readonly PropertyKey[], json: unknown): string {
  let text = '';
  at.forEach((key, index) => {
    if (typeof key === 'number') {
      const row = valueAt(json, at.slice(0, index + 1)) as { id?: unknown; state?: unknown } | undefined;
      const name = row?.id ?? row?.state;
      text += `[${key}]${typeof name === 'string' ? ` (${name})` : ''}`;
    } else {
      text += `${text === '' ? '' : '.'}${String(key)}`;
    }
  });
  return text;
}
