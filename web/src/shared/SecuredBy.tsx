import { loanText } from '../wording/loan-terms.ts';

export function SecuredBy({ vehicle }: { readonly vehicle: string | undefined }) {
  return (
    <p>
      <strong>{loanText.securedBy(vehicle)}</strong> {loanText.consequence}
    </p>
  );
}
