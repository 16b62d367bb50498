// Turns the vehicle as collateral on or off, and explains what that means at the current amount.
import { useId, useState } from 'react';
import type { LoanRequest, TermsOfAmount } from '#contract/offers.ts';
import { PressFailure } from '../../ui/PressFailure.tsx';
import { offersText } from '../../wording/offers.ts';
import styles from './Offers.module.css';
import type { VehicleToggle } from './offer-list.ts';

const words = offersText.toggle;

interface VehicleSwitchProps {
  readonly toggle: Exclude<VehicleToggle, { kind: 'none' }>;
  readonly on: boolean;
  readonly amount: TermsOfAmount['amount'];
  readonly vehicle: LoanRequest['vehicle'];
  /** The lowest amount from which every loan needs the vehicle. */
  readonly from: number | undefined;
  readonly failure: string | false;
  readonly onChange: (
    isLoanAutoSecured: boolean,
    onLowered: (without: number | undefined) => void,
  ) => Promise<void>;
}

export function VehicleSwitch(props: VehicleSwitchProps) {
  const { toggle, on, amount, vehicle, from, failure, onChange } = props;
  const explanation = useId();
  const [lowered, setLowered] = useState<number>();
  const [refused, setRefused] = useState(0);

  const change = (isLoanAutoSecured: boolean) => {
    // There is no offer to switch to, so the explanation is repeated.
    if (toggle.kind === 'always') setRefused(refused + 1);
    else void onChange(isLoanAutoSecured, setLowered);
  };

  return (
    <div className={styles.vehicle}>
      <label className={styles.toggle}>
        <input
          type="checkbox"
          checked={on}
          aria-disabled={toggle.kind === 'always' || undefined}
          aria-describedby={explanation}
          onChange={(event) => change(event.target.checked)}
        />
        <span>
          {words.label}
          <span className={styles.soft}>{words.what(vehicle?.description)}</span>
        </span>
      </label>
      {failure && <PressFailure why={failure} again={() => change(!on)} />}
      {from !== undefined && toggle.kind !== 'needed' && (
        <p className={styles.explanation}>{words.securedFrom(from)}</p>
      )}
      <p className={styles.explanation} id={explanation} role="status">
        <span key={refused} className={refused > 0 ? styles.again : undefined}>
          {lowered === amount && !on ? words.lowered(amount) : whyOf(toggle)}
        </span>
      </p>
    </div>
  );
}

function whyOf(toggle: VehicleToggle): string {
  switch (toggle.kind) {
    case 'needed':
      return words.needed(toggle.without);
    case 'unneeded':
      return words.unneeded(toggle.from);
    case 'always':
      return words.always;
    default:
      return '';
  }
}
