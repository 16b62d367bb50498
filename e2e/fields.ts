// Fields of a page, by their labels.
import type { Visit } from './visit.ts';

export const field = (visit: Visit, name: string) => visit.page.getByLabel(name, { exact: true });

export async function answer(visit: Visit, name: string, value: string): Promise<void> {
  await field(visit, name).fill(value);
  await field(visit, name).blur();
}
