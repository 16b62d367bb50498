// A scheduled round leaves what another transaction holds to the next one. A test that expects its effect repeats it.
import { enforceRetention } from '#server/evidence/retention/enforce-retention.ts';
import { eventually, type World } from './world.ts';

export const retentionUntil = <T>(
  { product }: Pick<World, 'product'>,
  read: () => Promise<T | undefined | false>,
  batch?: number,
): Promise<T> =>
  eventually(async () => {
    await enforceRetention(product.services, batch);
    return read();
  });
