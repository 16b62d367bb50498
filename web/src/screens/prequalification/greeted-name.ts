// The name in an emailed link. Anyone can write a link, and this name appears in our heading, so only a plausible name is shown.
import { limits } from '#contract/fields.ts';

export function greetedName(name: string | null): string | undefined {
  const given = name?.trim() ?? '';
  return /^\p{L}[\p{L}\p{M} '’-]*$/u.test(given) && given.length <= limits.name ? given : undefined;
}
