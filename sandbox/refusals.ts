// The console's errors, all of one shape.
export const refusal = (message: string, code = 'INVALID') => ({ errors: [{ code, message }] });

/** For paths that belong to neither the console nor a vendor. */
export const notFound = refusal('The sandbox has nothing at this address.', 'NOT_FOUND');

export const noProduct = (productUrl: string) =>
  refusal(`The product isn't responding at ${productUrl}.`, 'NO_ANSWER');
