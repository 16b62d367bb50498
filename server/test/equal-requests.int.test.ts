// Equal requests at once, over two processes: no step of the journey answers with an error of ours.
import { beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { crowdOf } from './crowd.ts';
import { documentsSentAs, oneClickAs } from './journeys.ts';
import { signHere } from './receive-funds.ts';
import { hasServer, openWorld, type World } from './world.ts';

// More than each process has connections.
const times = 8;

// The embedded database has one connection, which hides races.
describe.runIf(hasServer)('equal requests at once', () => {
  /** The same world, but each of its browsers sends what changes something several times. */
  let crowd: World;
  const failures: string[] = [];
  const logged: string[] = [];
  const log = createLog('error', { write: (line) => logged.push(line) });
  const world = openWorld({ database: 'server', env: { LIMIT_SCALE: '1000', DATABASE_POOL: '3' }, log });

  beforeAll(async () => {
    const other = await world.another('web');
    const browser = crowdOf(
      () => [world.product, other],
      times,
      (what) => failures.push(what),
    );
    crowd = Object.assign(Object.create(world) as World, { browser });
  });

  const expectNone = () => {
    expect([...new Set(failures)], logged.slice(0, 3).join('\n')).toEqual([]);
  };

  it('take an applicant from the form to a signed loan', { tags: ['full'] }, async () => {
    const { browser } = await documentsSentAs(crowd, 'linked');
    await signHere(browser);
    await browser.link('autopay');
    expectNone();
  });

  it.each([6, 28])('decide the one-click loan of person %i', async (person) => {
    const { browser } = await oneClickAs(crowd, person);
    const { counteroffer } = (await browser.journey()).links;
    if (counteroffer !== undefined) await browser.post(counteroffer);
    expect(await browser.screen()).toBe('fast-path-select-payment');
    expectNone();
  });
});
