// The visit's marketing parameters. They stay in memory, since a later address may lack them.
import { marketingOf } from './experience.ts';

let begun: ReturnType<typeof marketingOf> = {};

/** The parameters of the current address and of earlier ones in this visit. */
export function marketingNow(): ReturnType<typeof marketingOf> {
  begun = { ...begun, ...marketingOf(window.location.search) };
  return begun;
}
