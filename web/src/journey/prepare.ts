import type { Environment } from './environment.ts';

/** Fetches what a screen cannot be drawn without. The screen reads it with `useLoaderData`. */
export type Prepare = (
  environment: Environment,
  parameters: Readonly<Record<string, string | undefined>>,
) => Promise<unknown>;
