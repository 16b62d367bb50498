// The application's branch, or the lender where there is none, to call at a press.
import { ButtonLink } from '../../ui/Button.tsx';
import { declinedText } from '../../wording/declined.ts';
import { telephone } from '../../wording/format.ts';
import { useBranchPhone } from './use-branch-phone.ts';

export function CallBranch({ kind = 'primary' }: { readonly kind?: 'primary' | 'secondary' }) {
  const phone = useBranchPhone();
  return (
    <ButtonLink href={telephone(phone)} kind={kind}>
      {declinedText.call(phone)}
    </ButtonLink>
  );
}
