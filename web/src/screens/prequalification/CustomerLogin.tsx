// Present borrowers continue in the lender's customer portal.
import { ButtonLink } from '../../ui/Button.tsx';
import { brand } from '../../wording/lender.ts';
import { customerLoginText as words } from '../../wording/prequalification.ts';
import { Notice } from '../notices/Notice.tsx';

export default function CustomerLogin() {
  return (
    <Notice screen="customer-login" {...words}>
      <ButtonLink href={brand.customerPortal}>{words.button}</ButtonLink>
    </Notice>
  );
}
