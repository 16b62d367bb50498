// Messages for invalid values, where the contract has no message of its own.
import type { $ZodRawIssue } from 'zod/v4/core';

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

/** One sentence about how to fix the value. */
export function validationMessage(issue: $ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This field is required.';
      return `This field must be ${kinds[issue.expected] ?? 'a different kind of value'}.`;
    case 'invalid_value':
      if (issue.input === undefined) return 'This field is required.';
      return `Send ${oneOf(issue.values)}.`;
    case 'invalid_union':
      return Array.isArray(issue.options) ? `Send ${oneOf(issue.options)}.` : asTheFormDoes;
    case 'too_small':
      return `Send at least ${amount(issue.origin, Number(issue.minimum))}.`;
    case 'too_big':
      return `Send at most ${amount(issue.origin, Number(issue.maximum))}.`;
    case 'invalid_format':
      if (issue.format === 'date') return 'Send a date such as 2026-03-31.';
      if (issue.format === 'datetime') return 'Send a time such as 2026-03-31T12:00:00Z.';
      return asTheFormDoes;
    default:
      return asTheFormDoes;
  }
}

const asTheFormDoes = "We can't read this value. Send it as the form does.";

const oneOf = (values: readonly unknown[]) =>
  values.length === 1 ? String(values[0]) : `one of these: ${values.map(String).join(', ')}`;

function amount(origin: string, count: number): string {
  const unit = { string: 'character', array: 'entry', set: 'entry' }[origin];
  if (unit === undefined) return String(count);
  return `${count} ${count === 1 ? unit : unit.replace(/y$/, 'ie').concat('s')}`;
}
