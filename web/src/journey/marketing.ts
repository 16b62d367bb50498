// The marketing parameters the visit began with. They stay in this document's memory: a later address may lack them.
import { marketingOf } from './experience.ts';

let begun: ReturnType<typeof marketingOf> = {};

/** What the address says, and what an earlier address of this visit said. */
export function marketingNow(): ReturnType<typeof marketingOf> {
  begun = { ...begun, ...marketingOf(window.location.search) };
  return begun;
}
