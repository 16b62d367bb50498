import { pathOf } from '#contract/screens.ts';
import { Beside, ScreenPage } from '../../shared/ScreenPage.tsx';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { Scene } from '../../ui/Drawings.tsx';
import { usd } from '../../wording/format.ts';
import { offersText, termsText as words } from '../../wording/offers.ts';
import { OfferRow } from './OfferRow.tsx';
import { ChooseButton, FilterTool, VehicleTool } from './OfferTools.tsx';
import { termKey } from './offer-list.ts';
import { type LoanChoiceOptions, useLoanChoice } from './use-loan-choice.ts';
import { prepareOffers, useOffers } from './use-offers.ts';

/** @public The routes call it. */
export const prepare = prepareOffers;

export default function Terms() {
  const offers = useOffers();
  const { request, terms } = offers;
  return (
    <ScreenPage
      screen="terms"
      heading={words.heading}
      lead={terms && words.lead(usd(terms.amount))}
      width="medium"
      beside={request && terms ? null : undefined}
    >
      {request && terms ? (
        <EveryOffer offers={offers} request={request} terms={terms} />
      ) : (
        <WaitForRead read={offers.reading} loading={offersText.loading} />
      )}
    </ScreenPage>
  );
}

function EveryOffer(options: LoanChoiceOptions) {
  const choice = useLoanChoice(options);
  const { amount, passing, isChosen } = choice;
  return (
    <>
      <VehicleTool choice={choice} vehicle={options.request.vehicle} />
      {passing.length === 0 && (
        <div>
          <Scene name="junction" />
          <p>{words.none}</p>
        </div>
      )}
      <section>
        {passing.map((term) => (
          <OfferRow
            key={termKey(term)}
            amount={amount}
            term={term}
            chosen={isChosen(term)}
            level={2}
            action={<ChooseButton choice={choice} term={term} kind="link" />}
          />
        ))}
      </section>
      <p role="status">{choice.notTaken ?? choice.entry.error}</p>
      <Beside screen="terms">
        <FilterTool choice={choice} />
        <a href={pathOf('amount')}>{words.back}</a>
      </Beside>
    </>
  );
}
