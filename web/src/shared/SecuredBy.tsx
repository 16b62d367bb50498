import { loanText } from '../wording/loan-terms.ts';

/** What secures the loan, and what that means. */
export function SecuredBy({ vehicle }: { readonly vehicle: string | undefined }) {
  return (
    <p>
      <strong>{loanText.securedBy(vehicle)}</strong> {loanText.consequence}
    </p>
  );
}
