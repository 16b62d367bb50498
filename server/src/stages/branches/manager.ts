import type { Branch } from '#lender/schema/branches.ts';

/** A branch's manager as pages show them, with the address of their picture. */
export const managerOf = ({ manager: { picture, ...manager } }: Pick<Branch, 'manager'>) => ({
  ...manager,
  ...(picture && { picture: `/lender/${picture}` }),
});
