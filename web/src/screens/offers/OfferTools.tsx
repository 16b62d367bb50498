// The controls that both lists of offers have: the button of an offer, the vehicle switch and the filter.

import { useId, useRef, useState } from 'react';
import type { LoanRequest, OfferTerm } from '#contract/offers.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Button } from '../../ui/Button.tsx';
import { Hidden } from '../../ui/Page.tsx';
import { offersText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import styles from './Offers.module.css';
import { termKey, type VehicleToggle } from './offer-list.ts';
import type { LoanChoice } from './use-loan-choice.ts';

const TermsFilterDialog = lazyPart(() => import('./TermsFilterDialog.tsx'));

const { toggle: toggleText, filter: filterText } = words;

interface OfferToolsProps {
  readonly choice: LoanChoice;
}

interface VehicleToolProps extends OfferToolsProps {
  readonly vehicle: LoanRequest['vehicle'];
  /** The lowest amount from which every loan needs the vehicle. */
  readonly from?: number | undefined;
}

/** Turns the vehicle as collateral on or off, and explains what that means at the current amount. */
export function VehicleTool({ choice, vehicle, from }: VehicleToolProps) {
  const { toggle, isOn, isLowered, change } = choice.vehicle;
  const explanation = useId();
  const [refused, setRefused] = useState(0);
  if (toggle.kind === 'none') return null;
  return (
    <div className={styles.vehicle}>
      <label className={styles.toggle}>
        <input
          type="checkbox"
          checked={isOn}
          aria-disabled={toggle.kind === 'always' || undefined}
          aria-describedby={explanation}
          onChange={({ target }) => {
            // There is no offer to switch to, so the explanation is repeated.
            if (toggle.kind === 'always') setRefused(refused + 1);
            else change(target.checked);
          }}
        />
        <span>
          {toggleText.label}
          <span className={styles.soft}>{toggleText.what(vehicle?.description)}</span>
        </span>
      </label>
      {from !== undefined && toggle.kind !== 'needed' && (
        <p className={styles.soft}>{toggleText.securedFrom(from)}</p>
      )}
      <p className={styles.soft} id={explanation} role="status">
        <span key={refused} className={refused > 0 ? styles.again : undefined}>
          {isLowered ? toggleText.lowered(choice.amount) : whyOf(toggle)}
        </span>
      </p>
    </div>
  );
}

function whyOf(toggle: VehicleToggle): string {
  switch (toggle.kind) {
    case 'needed':
      return toggleText.needed(toggle.without);
    case 'unneeded':
      return toggleText.unneeded(toggle.from);
    case 'always':
      return toggleText.always;
    default:
      return '';
  }
}

interface ChooseProps extends OfferToolsProps {
  readonly term: OfferTerm;
  readonly kind: 'primary' | 'link';
}

export function ChooseButton({ choice, term, kind }: ChooseProps) {
  return (
    <Button
      kind={kind}
      busy={choice.saving === termKey(term)}
      failure={choice.failed === termKey(term) && uiText.notSent}
      onClick={() => void choice.choose(term)}
    >
      <span>{choice.isChosen(term) ? words.chooseAgain : words.choose}</span>
      <Hidden>{`: ${words.chooseNamed(term.monthlyPayment, term.months)}`}</Hidden>
    </Button>
  );
}

/** Opens the dialog that chooses which terms to show, and shows them all again. */
export function FilterTool({ choice: { filter } }: OfferToolsProps) {
  const { all, months: chosen, set } = filter;
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={opener} kind="link" onClick={() => setIsOpen(true)}>
        {chosen ? filterText.active(chosen.size) : filterText.open}
      </Button>
      {chosen && (
        <Button
          kind="link"
          onClick={() => {
            set(undefined);
            opener.current?.focus();
          }}
        >
          {filterText.clear}
        </Button>
      )}
      {isOpen && (
        <TermsFilterDialog all={all} chosen={chosen} onSave={set} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
