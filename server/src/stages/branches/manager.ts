import type { Branch } from '#lender/schema/branches.ts';

export const managerOf = ({ manager: { picture, ...manager } }: Pick<Branch, 'manager'>) => ({
  ...manager,
  ...(picture && { picture: `/lender/${picture}` }),
});
