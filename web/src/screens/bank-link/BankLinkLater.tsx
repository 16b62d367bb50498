// The terms are accepted, and a branch continues.
import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { BranchContact } from '../../shared/branches/BranchContact.tsx';
import { FourSteps } from '../../shared/FourSteps.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { AmountBadge, Card } from '../../ui/Card.tsx';
import { Drawing } from '../../ui/Drawings.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { StepList } from '../../ui/StepList.tsx';
import { bankLinkLaterText as words } from '../../wording/bank-link.ts';
import { rate, usd, usdExact } from '../../wording/format.ts';
import { uiText } from '../../wording/ui-text.ts';

export default function BankLinkLater() {
  const journey = useJourney();
  const term = journey?.choices.selectedTerm;
  return (
    <ScreenPage
      screen="bank-link-later"
      heading={words.heading}
      lead={words.lead}
      above={<Drawing name="arrived" />}
    >
      {journey?.prequalifiedAmount !== undefined && <AmountBadge amount={usd(journey.prequalifiedAmount)} />}
      {term && (
        <Card title={words.chosen}>
          <Figures
            list
            figures={[
              { label: uiText.monthly, value: usdExact(term.monthlyPayment) },
              { label: uiText.amount, value: usd(term.amount) },
              { label: uiText.term, value: uiText.months(term.months) },
              { label: uiText.apr, value: rate(term.apr) },
            ]}
          />
        </Card>
      )}
      <h2>{words.next}</h2>
      <StepList steps={words.steps.map((title) => ({ title }))} />
      <p>{words.prepare}</p>
      {journey?.allowed.includes('bank-link') && (
        <p>
          {words.instead} <a href={pathOf('bank-link')}>{words.insteadLink}</a>
        </p>
      )}
      <BranchContact />
      <FourSteps current={1} />
    </ScreenPage>
  );
}
