// All three checks passed.
import { useNavigateTo } from '../../journey/navigate.ts';
import { FourSteps } from '../../shared/FourSteps.tsx';
import { ManageBank } from '../../shared/ManageBank.tsx';
import { PrequalifiedAmount } from '../../shared/PrequalifiedAmount.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Drawing } from '../../ui/Drawings.tsx';
import { verificationText } from '../../wording/verification.ts';
import { Checks } from './Checks.tsx';

const words = verificationText.success;

export default function VerificationSuccess() {
  const navigate = useNavigateTo();
  return (
    <ScreenPage
      screen="verification-success"
      heading={words.heading}
      lead={words.lead}
      above={<Drawing name="verified" />}
    >
      <PrequalifiedAmount />
      <Card title={words.list}>
        <Checks label={words.list} of={() => ({ holds: true, state: words.verified })} />
      </Card>
      <p>{words.next}</p>
      <div>
        <Button onClick={() => navigate('approval-submit')}>{words.button}</Button>
      </div>
      <ManageBank />
      <FourSteps current={1} />
    </ScreenPage>
  );
}
