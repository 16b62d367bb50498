// What the two screens that list offers share: which terms are shown, and choosing one of them.
import { type RefObject, useState } from 'react';
import type { LoanRequest, OfferTerm, TermsOfAmount } from '#contract/offers.ts';
import type { TermChoice } from '#finance/amount-options.ts';
import { isRefusedAs } from '../../api/failures.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import type { AmountEntry } from './AmountField.tsx';
import {
  amountGroups,
  arrange,
  besideFeatured,
  isLent,
  type Moved,
  monthsOf,
  movedAt,
  movedTo,
  remaining,
  termKey,
  vehicleToggle,
  vehicleWith,
} from './offer-list.ts';
import { previewSearch } from './preview-address.ts';
import type { Choices } from './use-offers.ts';
import type { Saving } from './use-saving.ts';

export interface OfferChoiceOptions {
  readonly request: LoanRequest;
  readonly terms: TermsOfAmount;
  /** The latest chosen amount. Its terms may still be loading. */
  readonly wanted: number | undefined;
  readonly chosen: TermChoice | undefined;
  /** The months that a partner's lead requests. */
  readonly requestedMonths?: number | undefined;
  /** Whether a link requests offers secured by the vehicle. */
  readonly requestsSecured?: boolean;
  /** The saved choice about the vehicle, if any. */
  readonly withVehicle: boolean | undefined;
  readonly saveChoices: (choices: Choices) => Promise<void>;
  /** Of the whole page, so that two of its controls do not save at once. */
  readonly saving: Saving;
  /** The field in which an amount can be typed, if the page has one. */
  readonly entry?: RefObject<AmountEntry | null>;
}

export function useOfferChoice(options: OfferChoiceOptions) {
  const { request, terms, chosen, requestedMonths, requestsSecured, saveChoices, entry } = options;
  const navigate = useNavigateTo();
  const { amount } = terms;
  const { saving, failed, save } = options.saving;
  const filter = useMonthsFilter(terms);
  const vehicle = useVehicleToggle(options);
  // What was moved to. Its length stays when the amount changes.
  const [moved, setMoved] = useState<Moved & { readonly before: number | undefined }>();
  const { passing, featured } = arrange(
    terms.terms,
    { months: filter.months, withAutoSecured: vehicle.showsSecured },
    { moved: movedAt(amount, moved), chosen, requested: requestedMonths, secured: requestsSecured },
  );
  const sideBySide = besideFeatured(passing, featured, moved?.before);

  /** Sends the amount that the field shows, once the page goes by it. Without one that is lent, it is not sent. */
  const withAmount = (send: (loanAmount: number) => Promise<boolean>) => async () => {
    const settled = entry?.current ? await entry.current.settle() : amount;
    return settled !== undefined && send(settled);
  };

  return {
    passing,
    featured,
    sideBySide,
    others: passing.filter((term) => !sideBySide.includes(term)),
    filter,
    vehicle,
    moveTo: (to: TermChoice) =>
      setMoved({ ...movedTo(to, amount, { moved, chosen }), before: sideBySide.at(1)?.months }),
    saving,
    failed,
    isChosen: (term: OfferTerm) =>
      chosen !== undefined &&
      term.months === chosen.months &&
      term.isAutoSecured === (chosen.isAutoSecured ?? term.isAutoSecured),
    choose: (term: OfferTerm) =>
      save(
        termKey(term),
        withAmount((loanAmount) => saveTerm(options, term, loanAmount, vehicle.isOn)),
        () => {
          setMoved(undefined);
          navigate('offers', { search: previewSearch });
          return 'leaves';
        },
      ),
    /** Continues once the page shows the offers of the amount that is typed. */
    resume: (key: string, then: () => unknown) =>
      save(
        key,
        withAmount(async () => true),
        then,
      ),
    /** `onLowered` is called with the highest amount lent without the vehicle, if that takes the place of a higher one. */
    changeVehicle: async (isLoanAutoSecured: boolean, onLowered: (without: number | undefined) => void) => {
      let without: number | undefined;
      vehicle.wish(isLoanAutoSecured);
      await save(
        'vehicle',
        withAmount(async (loanAmount) => {
          const { toggle } = vehicle;
          const isNeeded =
            loanAmount === amount ? toggle.kind === 'needed' : vehicleWith(request, loanAmount) === true;
          if (isNeeded && !isLoanAutoSecured) [without] = amountGroups(request).unsecured;
          filter.takeAlong(without ?? loanAmount);
          await saveChoices({ loanAmount: without ?? loanAmount, isLoanAutoSecured, selectedTerm: null });
          return true;
        }),
        () => onLowered(without),
      );
      vehicle.wish(undefined);
    },
  };
}

/** Whether the term was saved. The typed amount may not be lent like the offer that was pressed: its own offers are shown instead. */
async function saveTerm(
  { request, terms: { amount }, saveChoices, entry }: OfferChoiceOptions,
  { months, isAutoSecured }: OfferTerm,
  loanAmount: number,
  isVehicleOn: boolean,
): Promise<boolean> {
  const showInstead = () => {
    entry?.current?.focus();
    return false;
  };
  if (loanAmount !== amount && !isLent(request, loanAmount, isAutoSecured)) return showInstead();
  const isLoanAutoSecured = vehicleWith(request, loanAmount) ?? isVehicleOn;
  try {
    await saveChoices({ loanAmount, isLoanAutoSecured, selectedTerm: { months, isAutoSecured } });
    return true;
  } catch (failure) {
    const isGone = loanAmount !== amount && isRefusedAs(failure, 'term-gone');
    if (!isGone) throw failure;
    return showInstead();
  }
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

function useVehicleToggle({ request, terms, wanted, withVehicle }: OfferChoiceOptions) {
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
