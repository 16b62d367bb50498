// What the two screens that list offers share: which terms are shown, and choosing one of them.
import { useState } from 'react';
import type { LoanRequest, OfferTerm, TermsOfAmount } from '#contract/offers.ts';
import type { TermChoice } from '#finance/amount-options.ts';
import { arrange, monthsOf, remaining, termKey, vehicleToggle } from './offer-list.ts';
import type { Choices } from './use-offers.ts';
import { useSaving } from './use-saving.ts';

export interface OfferChoiceOptions {
  readonly request: LoanRequest;
  readonly terms: TermsOfAmount;
  /** The latest chosen amount. Its terms may still be loading. */
  readonly wanted: number | undefined;
  readonly chosen: TermChoice | undefined;
  /** The months that a partner's lead requests. */
  readonly requestedMonths?: number | undefined;
  /** The saved choice about the vehicle, if any. */
  readonly withVehicle: boolean | undefined;
  readonly saveChoices: (choices: Choices) => Promise<void>;
  readonly onChosen: () => void;
}

export function useOfferChoice(options: OfferChoiceOptions) {
  const { terms, chosen, requestedMonths, saveChoices, onChosen } = options;
  const { amount } = terms;
  const { saving, failed, save } = useSaving<string>();
  const filter = useMonthsFilter(terms);
  const vehicle = useVehicleToggle(options);
  // The length that the slider was moved to. It stays when the amount changes.
  const [movedTo, moveTo] = useState<number>();
  const arranged = arrange(
    terms.terms,
    { months: filter.months, withAutoSecured: vehicle.showsSecured },
    { moved: movedTo, chosen, requested: requestedMonths },
  );

  return {
    ...arranged,
    filter,
    vehicle,
    moveTo,
    saving,
    failed,
    isChosen: (term: OfferTerm) =>
      chosen !== undefined &&
      term.months === chosen.months &&
      term.isAutoSecured === (chosen.isAutoSecured ?? term.isAutoSecured),
    choose: async (term: OfferTerm) => {
      const choices = { loanAmount: amount, isLoanAutoSecured: vehicle.isOn, selectedTerm: term };
      if (!(await save(termKey(term), () => saveChoices(choices)))) return;
      moveTo(undefined);
      onChosen();
    },
    /** Resolves to whether the choice was saved. */
    changeVehicle: async (choices: Choices & { readonly isLoanAutoSecured: boolean }) => {
      vehicle.wish(choices.isLoanAutoSecured);
      filter.takeAlong(choices.loanAmount ?? amount);
      const isSaved = await save('vehicle', () => saveChoices(choices));
      vehicle.wish(undefined);
      return isSaved;
    },
  };
}

/** A filter belongs to one amount, since another amount may have other terms. The vehicle switch takes it along. */
function useMonthsFilter({ amount, terms }: TermsOfAmount) {
  const [filter, setFilter] = useState<{
    amounts: readonly number[];
    months: ReadonlySet<number> | undefined;
  }>();
  const all = monthsOf(terms);
  return {
    all,
    /** The months to show; undefined shows all. */
    months: filter?.amounts.includes(amount) ? remaining(filter.months, all) : undefined,
    set: (months: ReadonlySet<number> | undefined) => setFilter({ amounts: [amount], months }),
    takeAlong: (to: number) => filter && setFilter({ ...filter, amounts: [...filter.amounts, to] }),
  };
}

function useVehicleToggle({
  request,
  terms,
  wanted,
  withVehicle,
}: Pick<OfferChoiceOptions, 'request' | 'terms' | 'wanted' | 'withVehicle'>) {
  /** What the switch was turned to, until that is saved. */
  const [wished, wish] = useState<boolean>();
  const toggle = vehicleToggle(request, terms);
  const isNeeded = toggle.kind === 'needed' || toggle.kind === 'always';
  const isOn =
    toggle.kind !== 'none' && (wished ?? ((isNeeded && terms.amount === wanted) || (withVehicle ?? true)));
  return {
    toggle,
    isOn,
    /** Secured offers stay until the offers without a vehicle have loaded. */
    showsSecured: isOn || isNeeded,
    wish,
  };
}
