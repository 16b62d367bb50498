// Every term of the chosen amount.
import { pathOf } from '#contract/screens.ts';
import { useGo } from '../../journey/navigate.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Timeline } from '../../ui/StepList.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { usd } from '../../wording/format.ts';
import { offersWords, termsWords as words } from '../../wording/offers.ts';
import { OfferChoice } from './OfferChoice.tsx';
import { previewSearch } from './preview-address.ts';
import { useOffers } from './use-offers.ts';

export default function Terms() {
  const go = useGo();
  const { request, terms, amount, choices, keep } = useOffers();
  return (
    <ScreenPage
      screen="terms"
      heading={words.heading}
      lead={terms && words.lead(usd(terms.amount))}
      width="medium"
      above={<Timeline steps={offersWords.steps} here={1} label={offersWords.progress} />}
    >
      {request && terms ? (
        <>
          <p>
            <a href={pathOf('amount')}>{words.back}</a>
          </p>
          <OfferChoice
            request={request}
            terms={terms}
            wanted={amount}
            chosen={choices.selectedTerm}
            withVehicle={choices.loanAmount === undefined ? undefined : choices.isLoanAutoSecured}
            plain
            keep={keep}
            onChosen={() => go('offers', { search: previewSearch })}
          />
        </>
      ) : (
        <Waiting messages={[offersWords.loading]} />
      )}
    </ScreenPage>
  );
}
