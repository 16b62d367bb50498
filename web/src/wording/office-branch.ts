/** The branch by the lender's own address, for who has no branch near home. */
declare const __OFFICE_BRANCH__: { readonly name: string; readonly phone: string };

export const officeBranch = __OFFICE_BRANCH__;
