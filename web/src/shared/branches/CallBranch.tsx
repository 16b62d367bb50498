// The application's branch, or the lender where there is none, to call at a press.
import { getBranch } from '#contract/branches.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { telephone } from '../../ui/Header.tsx';
import { declinedText } from '../../wording/declined.ts';
import { phoneText } from '../../wording/format.ts';
import { helpPhone } from '../../wording/lender.ts';

export function CallBranch({ kind = 'primary' }: { readonly kind?: 'primary' | 'secondary' }) {
  const { data: branch } = useServerQuery(getBranch, useJourney()?.links.branch);
  const phone = branch ? phoneText(branch.phone) : helpPhone;
  return (
    <ButtonLink href={telephone(phone)} kind={kind}>
      {declinedText.call(phone)}
    </ButtonLink>
  );
}
