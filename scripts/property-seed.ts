// `npm test` generates the same examples each time, so that a change fails only for what it changed; `npm run test:full`
// generates new ones.
import fc from 'fast-check';

const seed = process.env.PROPERTY_SEED;
if (seed) fc.configureGlobal({ seed: Number(seed) });
