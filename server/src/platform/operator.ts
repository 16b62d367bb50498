// Who runs an operator's command. All that it audits carries the name, so that no change can leave it out.
import { AsyncLocalStorage } from 'node:async_hooks';

const operator = new AsyncLocalStorage<{ name: string }>();

export const actingAs = <T>(name: string, run: () => Promise<T>): Promise<T> => operator.run({ name }, run);

/** Undefined in the product's own processes. */
export const operatorName = (): string | undefined => operator.getStore()?.name;

/** The database knows better who it is. */
export function identifyOperator(name: string): void {
  const acting = operator.getStore();
  if (acting) acting.name = name;
}
