import type { LoanRequest } from '#contract/offers.ts';
import { Button } from '../../ui/Button.tsx';
import { amountText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import styles from './Amount.module.css';
import { isLent, nearestListed } from './offer-list.ts';

interface NearestAmountsProps {
  readonly request: LoanRequest;
  readonly amount: number;
  readonly busy: number | undefined;
  /** The amount that could not be saved. */
  readonly failed: number | undefined;
  readonly onChoose: (amount: number) => void;
}

export function NearestAmounts({ request, amount, busy, failed, onChoose }: NearestAmountsProps) {
  const nearest = nearestListed(request, amount);
  if (nearest.length === 0) return null;
  return (
    <fieldset className={styles.nearest}>
      <legend>{words.nearest(nearest.length)}</legend>
      {nearest.map((listed) => (
        <Button
          key={listed}
          kind="secondary"
          compact
          busy={busy === listed}
          failure={failed === listed && uiText.notSent}
          onClick={() => onChoose(listed)}
        >
          {words.chooseAmount(listed, !isLent(request, listed, false))}
        </Button>
      ))}
    </fieldset>
  );
}
