import servicing from '#lender/public/servicing.json';

/** What to do if a payment becomes hard, in the lender's words. */
export const { hardship } = servicing;
