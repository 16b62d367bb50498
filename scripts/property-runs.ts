/** How many examples a property test tries: all of them in `npm run test:full`, a tenth of the same ones in each `npm test`. */
export const runs = (all: number): number => (process.env.PROPERTY_SEED ? Math.ceil(all / 10) : all);
