// Tests that run on both databases.
import { describe } from 'vitest';
import { type DatabaseKind, hasServer } from './world.ts';

/** The same tests on both databases. Of `repeats`, the embedded one is left to `npm run test:full`. */
export function describeOnEachDatabase(
  name: string,
  { repeats }: { repeats: boolean },
  tests: (database: DatabaseKind) => void,
): void {
  describe.runIf(hasServer)(name.replace('%s', 'server'), () => tests('server'));
  const tags = repeats && hasServer ? ['full'] : [];
  describe(name.replace('%s', 'embedded'), { tags }, () => tests('embedded'));
}
