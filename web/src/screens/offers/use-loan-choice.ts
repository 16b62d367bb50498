// The one owner of the amount, the term and the vehicle on a page of offers. Nothing is saved until an offer is chosen.
import { useRef, useState } from 'react';
import type { LoanRequest, OfferTerm, TermsOfAmount } from '#contract/offers.ts';
import { type TermChoice, usualTerm } from '#finance/amount-options.ts';
import { isRefusedAs } from '../../api/failures.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { offersText } from '../../wording/offers.ts';
import { useAmountEntry } from './AmountField.tsx';
import {
  amountGroups,
  amountShown,
  amountStops,
  arrange,
  isLent,
  type Moved,
  monthsOf,
  movedAt,
  movedTo,
  nearestSecured,
  remaining,
  termKey,
  vehicleToggle,
  vehicleWith,
} from './offer-list.ts';
import { previewSearch } from './preview-address.ts';
import type { useOffers } from './use-offers.ts';
import { useSaving } from './use-saving.ts';

export interface LoanChoiceOptions {
  readonly offers: Pick<
    ReturnType<typeof useOffers>,
    'amount' | 'gone' | 'byAmount' | 'choices' | 'requestsSecured' | 'explore' | 'saveChoices'
  >;
  readonly request: LoanRequest;
  readonly terms: TermsOfAmount;
}

export type LoanChoice = ReturnType<typeof useLoanChoice>;

export function useLoanChoice(options: LoanChoiceOptions) {
  const { offers, request, terms } = options;
  const { choices } = offers;
  const { selectedTerm: chosen } = choices;
  const { amount } = terms;
  const [filter, setFilter] = useState<ReadonlySet<number>>();
  // What was moved to. Its length stays when the amount changes.
  const [moved, setMoved] = useState<Moved>();
  /** Why a press was not taken, until something else is moved to. */
  const [notTaken, setNotTaken] = useState<string>();
  const move = (to: number) => {
    setNotTaken(undefined);
    offers.explore(to);
  };
  const heading = useRef<HTMLHeadingElement>(null);
  const entry = useAmountEntry({ request, amount: offers.amount, gone: offers.gone, onTyped: move });
  const vehicle = useVehicle(options, move);
  const choosing = useChoosing(options, {
    entry,
    vehicle,
    refuse: (why) => {
      setNotTaken(why);
      entry.input.current?.focus();
    },
    onChosen: () => setMoved(undefined),
  });
  const allMonths = monthsOf(terms.terms);
  const months = remaining(filter, allMonths);
  const arranged = arrange(
    terms.terms,
    { months, withAutoSecured: vehicle.showsSecured },
    {
      moved: movedAt(amount, moved),
      chosen,
      requested: choices.requestedTerm,
      secured: offers.requestsSecured,
    },
  );
  const secured = securedBeside(offers, request, amount);

  return {
    ...arranged,
    ...choosing,
    amount,
    entry,
    heading,
    /** The secured offer beside the amount, where a link requests one and the amount is lent only without the vehicle. */
    secured,
    showSecured: () => {
      if (!secured) return;
      vehicle.change(true);
      setMoved({ months: secured.term.months, isAutoSecured: true, at: secured.amount });
      move(secured.amount);
      // The pressed button is gone then.
      heading.current?.focus();
    },
    stops: amountStops(request, offers.byAmount, vehicle.showsSecured),
    explore: move,
    filter: { all: allMonths, months, set: setFilter },
    vehicle,
    moveTo: (to: TermChoice) => {
      setNotTaken(undefined);
      setMoved(movedTo(to, amount, { moved, chosen }));
    },
    notTaken,
    isChosen: (term: OfferTerm) =>
      chosen !== undefined &&
      chosen.amount === amount &&
      term.months === chosen.months &&
      term.isAutoSecured === (chosen.isAutoSecured ?? term.isAutoSecured),
  };
}

interface Choosing {
  readonly entry: ReturnType<typeof useAmountEntry>;
  readonly vehicle: ReturnType<typeof useVehicle>;
  readonly refuse: (why: string) => void;
  readonly onChosen: () => void;
}

/** Saves what was pressed with the typed amount, and leads on. */
function useChoosing(
  { offers, request, terms }: LoanChoiceOptions,
  { entry, vehicle, refuse, onChosen }: Choosing,
) {
  const { choices, saveChoices } = offers;
  const navigate = useNavigateTo();
  const { saving, failed, save } = useSaving();
  const isSecuredAt = (loanAmount: number) => vehicleWith(request, loanAmount) ?? vehicle.isOn;

  /** The typed amount may not be lent like the offer that was pressed: its own offers are shown instead. */
  const saveTerm = async ({ months, isAutoSecured }: OfferTerm, loanAmount: number): Promise<boolean> => {
    const isOther = loanAmount !== terms.amount;
    if (isOther && !isLent(request, loanAmount, isAutoSecured)) {
      refuse(offersText.lentOtherwise(loanAmount, !isAutoSecured));
      return false;
    }
    const isLoanAutoSecured = isSecuredAt(loanAmount);
    try {
      await saveChoices({ loanAmount, isLoanAutoSecured, selectedTerm: { months, isAutoSecured } });
      return true;
    } catch (failure) {
      if (!isOther || !isRefusedAs(failure, 'term-gone')) throw failure;
      refuse(offersText.noSuchTerm(loanAmount, months));
      return false;
    }
  };
  const saveAmount = async (loanAmount: number): Promise<boolean> => {
    const isSaved = amountShown(request, choices) === loanAmount && !vehicle.isWished;
    const isLoanAutoSecured = isSecuredAt(loanAmount);
    if (!isSaved) await saveChoices({ loanAmount, isLoanAutoSecured, selectedTerm: null });
    return true;
  };
  return {
    saving,
    failed,
    choose: (term: OfferTerm) =>
      save(
        termKey(term),
        () => entry.save((loanAmount) => saveTerm(term, loanAmount)),
        () => {
          onChosen();
          navigate('offers', { search: previewSearch });
        },
      ),
    /** Leads to every term of the amount. That page shows what is saved. */
    seeTerms: () =>
      save(
        'terms',
        () => entry.save(saveAmount),
        () => navigate('terms'),
      ),
  };
}

function securedBeside(offers: LoanChoiceOptions['offers'], request: LoanRequest, shown: number) {
  const amount = offers.requestsSecured ? nearestSecured(request, shown) : undefined;
  const terms = amount === undefined ? [] : (offers.byAmount?.get(amount) ?? []);
  const term = usualTerm(terms.filter(({ isAutoSecured }) => isAutoSecured));
  return amount !== undefined && term ? { amount, term } : undefined;
}

function useVehicle({ offers, request, terms }: LoanChoiceOptions, move: (amount: number) => void) {
  const { choices, amount } = offers;
  /** What the switch was turned to. */
  const [wished, wish] = useState<boolean>();
  const [lowered, setLowered] = useState<number>();
  const toggle = vehicleToggle(request, terms);
  const isNeeded = toggle.kind === 'needed' || toggle.kind === 'always';
  const saved = choices.loanAmount === undefined ? true : choices.isLoanAutoSecured;
  const isOn = toggle.kind !== 'none' && ((isNeeded && terms.amount === amount) || (wished ?? saved));
  return {
    toggle,
    isOn,
    isWished: wished !== undefined,
    /** Secured offers stay until the offers without a vehicle have loaded. */
    showsSecured: isOn || isNeeded,
    /** Whether the amount took the place of a higher one, which needs the vehicle. */
    isLowered: !isOn && lowered === terms.amount,
    change: (isLoanAutoSecured: boolean) => {
      wish(isLoanAutoSecured);
      const [without] = amountGroups(request).unsecured;
      if (isLoanAutoSecured || toggle.kind !== 'needed' || without === undefined) return;
      setLowered(without);
      move(without);
    },
  };
}
