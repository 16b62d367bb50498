import { useNavigateTo } from '../../journey/navigate.ts';
import { LinkTo } from '../../shared/LinkTo.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { usd } from '../../wording/format.ts';
import { offersText, termsText as words } from '../../wording/offers.ts';
import { EveryOffer } from './EveryOffer.tsx';
import { previewSearch } from './preview-address.ts';
import { prepareOffers, useOffers } from './use-offers.ts';

/** @public The routes call it. */
export const prepare = prepareOffers;

export default function Terms() {
  const navigate = useNavigateTo();
  const { request, terms, reading, amount, choices, saveChoices } = useOffers();
  return (
    <ScreenPage
      screen="terms"
      heading={words.heading}
      lead={terms && words.lead(usd(terms.amount))}
      width="medium"
    >
      {request && terms ? (
        <>
          <LinkTo screen="amount">{words.back}</LinkTo>
          <EveryOffer
            request={request}
            terms={terms}
            wanted={amount}
            chosen={choices.selectedTerm}
            withVehicle={choices.loanAmount === undefined ? undefined : choices.isLoanAutoSecured}
            saveChoices={saveChoices}
            onChosen={() => navigate('offers', { search: previewSearch })}
          />
        </>
      ) : (
        <WaitForRead read={reading} loading={offersText.loading} />
      )}
    </ScreenPage>
  );
}
