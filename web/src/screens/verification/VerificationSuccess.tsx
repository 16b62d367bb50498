import { useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { FourSteps } from '../../shared/FourSteps.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { AmountBadge, Card } from '../../ui/Card.tsx';
import { verificationText } from '../../wording/verification.ts';
import { Checks } from './Checks.tsx';

const words = verificationText.success;

export default function VerificationSuccess() {
  const journey = useJourney();
  const navigate = useNavigateTo();
  return (
    <ScreenPage
      screen="verification-success"
      heading={words.heading}
      lead={words.lead}
      beside={<FourSteps current={1} />}
    >
      <AmountBadge amount={journey?.prequalifiedAmount} />
      <Card title={words.list}>
        <Checks label={words.list} of={() => ({ holds: true, state: words.verified })} />
      </Card>
      <p>{words.next}</p>
      <Button onClick={() => navigate('approval-submit')}>{words.button}</Button>
    </ScreenPage>
  );
}
