import type { LoanRequest } from '#contract/offers.ts';
import { Button } from '../../ui/Button.tsx';
import { amountText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import styles from './Amount.module.css';
import { isLent } from './offer-list.ts';

interface AmountButtonsProps {
  readonly request: LoanRequest;
  readonly title: string;
  readonly amounts: readonly number[];
  /** Where an amount that is lent without the vehicle, too, is offered with it. */
  readonly isSecured?: boolean;
  readonly busy: number | undefined;
  /** The amount that could not be saved. */
  readonly failed: number | undefined;
  readonly onChoose: (amount: number) => void;
}

export function AmountButtons(props: AmountButtonsProps) {
  const { request, title, amounts, isSecured = false, busy, failed, onChoose } = props;
  if (amounts.length === 0) return null;
  return (
    <fieldset className={styles.nearest}>
      <legend>{title}</legend>
      {amounts.map((listed) => (
        <Button
          key={listed}
          kind="secondary"
          compact
          busy={busy === listed}
          failure={failed === listed && uiText.notSent}
          onClick={() => onChoose(listed)}
        >
          {words.chooseAmount(listed, isSecured || !isLent(request, listed, false))}
        </Button>
      ))}
    </fieldset>
  );
}
