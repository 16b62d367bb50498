// Which of a lender's programs an applicant was offered, in flags.
import type * as z from 'zod/mini';
import type { offersSummary } from './offers.ts';

/** `all`: the names of the lender's programs. */
export function summaryOf(
  offered: readonly { readonly name: string; readonly isAutoSecured: boolean }[],
  all: readonly string[],
): z.output<typeof offersSummary> {
  const isOnly = (only: string) => offered.length > 0 && offered.every(({ name }) => name === only);
  return {
    hasAllOffers: all.every((program) => offered.some(({ name }) => name === program)),
    isOnlySmall: isOnly('small'),
    isOnlyLarge: isOnly('large'),
    hasAutoSecured: offered.some(({ isAutoSecured }) => isAutoSecured),
    isOnlyAutoSecured: offered.every(({ isAutoSecured }) => isAutoSecured),
  };
}
