// The name in a mailed link's address. Anybody can write an address, and what it says stands in our heading: only what can
// be a name is shown.
import { limits } from '#contract/fields.ts';

export function greetedName(name: string | null): string | undefined {
  const given = name?.trim() ?? '';
  return /^\p{L}[\p{L}\p{M} '’-]*$/u.test(given) && given.length <= limits.name ? given : undefined;
}
