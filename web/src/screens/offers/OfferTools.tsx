// The controls that both lists of offers have: the button of an offer, the vehicle switch and the filter.
import type { LoanRequest, OfferTerm } from '#contract/offers.ts';
import { Button } from '../../ui/Button.tsx';
import { Hidden } from '../../ui/Page.tsx';
import { offersText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import { termKey } from './offer-list.ts';
import { TermsFilter } from './TermsFilter.tsx';
import type { useOfferChoice } from './use-offer-choice.ts';
import { VehicleSwitch } from './VehicleSwitch.tsx';

interface OfferToolsProps {
  readonly choice: ReturnType<typeof useOfferChoice>;
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

interface VehicleToolProps extends OfferToolsProps {
  readonly amount: number;
  readonly vehicle: LoanRequest['vehicle'];
  /** The lowest amount from which every loan needs the vehicle. */
  readonly from?: number | undefined;
}

export function VehicleTool({ choice, amount, vehicle, from }: VehicleToolProps) {
  const { toggle, isOn } = choice.vehicle;
  const failure = choice.failed === 'vehicle' && uiText.notSent;
  if (toggle.kind === 'none') return null;
  return (
    <VehicleSwitch
      {...{ toggle, amount, vehicle, from, failure }}
      on={isOn}
      onChange={choice.changeVehicle}
    />
  );
}

export function FilterTool({ choice: { filter, resume, saving, failed } }: OfferToolsProps) {
  return (
    <TermsFilter
      all={filter.all}
      chosen={filter.months}
      busy={saving === 'filter'}
      failure={failed === 'filter' && uiText.notSent}
      onOpen={(open) => void resume('filter', open)}
      onSave={filter.set}
    />
  );
}
