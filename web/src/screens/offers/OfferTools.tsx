// The controls that both lists of offers have: the button of an offer, the vehicle switch and the filter.

import { useId, useRef, useState } from 'react';
import type { LoanRequest, OfferTerm } from '#contract/offers.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Button } from '../../ui/Button.tsx';
import { Hidden } from '../../ui/Page.tsx';
import { PressFailure } from '../../ui/PressFailure.tsx';
import { offersText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import styles from './Offers.module.css';
import { termKey, type VehicleToggle } from './offer-list.ts';
import type { useOfferChoice } from './use-offer-choice.ts';

const TermsFilterDialog = lazyPart(() => import('./TermsFilterDialog.tsx'));

const { toggle: toggleText, filter: filterText } = words;

interface OfferToolsProps {
  readonly choice: ReturnType<typeof useOfferChoice>;
}

interface VehicleToolProps extends OfferToolsProps {
  readonly amount: number;
  readonly vehicle: LoanRequest['vehicle'];
  /** The lowest amount from which every loan needs the vehicle. */
  readonly from?: number | undefined;
}

/** Turns the vehicle as collateral on or off, and explains what that means at the current amount. */
export function VehicleTool(props: VehicleToolProps) {
  return props.choice.vehicle.toggle.kind === 'none' ? null : <VehicleSwitch {...props} />;
}

function VehicleSwitch({ choice, amount, vehicle, from }: VehicleToolProps) {
  const { toggle, isOn } = choice.vehicle;
  const explanation = useId();
  const [lowered, setLowered] = useState<number>();
  const [refused, setRefused] = useState(0);

  const change = (isLoanAutoSecured: boolean) => {
    // There is no offer to switch to, so the explanation is repeated.
    if (toggle.kind === 'always') setRefused(refused + 1);
    else void choice.changeVehicle(isLoanAutoSecured, setLowered);
  };

  return (
    <div className={styles.vehicle}>
      <label className={styles.toggle}>
        <input
          type="checkbox"
          checked={isOn}
          aria-disabled={toggle.kind === 'always' || undefined}
          aria-describedby={explanation}
          onChange={(event) => change(event.target.checked)}
        />
        <span>
          {toggleText.label}
          <span className={styles.soft}>{toggleText.what(vehicle?.description)}</span>
        </span>
      </label>
      {choice.failed === 'vehicle' && <PressFailure why={uiText.notSent} again={() => change(!isOn)} />}
      {from !== undefined && toggle.kind !== 'needed' && (
        <p className={styles.explanation}>{toggleText.securedFrom(from)}</p>
      )}
      <p className={styles.explanation} id={explanation} role="status">
        <span key={refused} className={refused > 0 ? styles.again : undefined}>
          {lowered === amount && !isOn ? toggleText.lowered(amount) : whyOf(toggle)}
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
      <Hidden>: {words.chooseNamed(term.monthlyPayment, term.months)}</Hidden>
    </Button>
  );
}

/** Opens the dialog that chooses which terms to show, and shows them all again. */
export function FilterTool({ choice: { filter, resume, saving, failed } }: OfferToolsProps) {
  const { all, months: chosen, set } = filter;
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.filterTools}>
      <Button
        ref={opener}
        kind="link"
        busy={saving === 'filter'}
        failure={failed === 'filter' && uiText.notSent}
        onClick={() => void resume('filter', () => setIsOpen(true))}
      >
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
    </div>
  );
}
