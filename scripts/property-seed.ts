// `npm test` generates the same examples each time, so that only a change fails; `test:full` new ones.
import fc from 'fast-check';

const seed = process.env.PROPERTY_SEED;
if (seed) fc.configureGlobal({ seed: Number(seed) });
