// Withdraws the application, and leads to the page where notices on paper are chosen.
import { useState } from 'react';
import { withdrawApplication } from '#contract/notices.ts';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../journey/environment.ts';
import { useRedirectToState } from '../journey/use-redirect-to-state.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { uiText } from '../wording/ui-text.ts';
import { withdrawText as words } from '../wording/withdrawal.ts';

export default function Withdraw() {
  const { call } = useEnvironment();
  const redirect = useRedirectToState();
  const links = useJourney()?.links;
  const [asking, setAsking] = useState(false);
  const [step, setStep] = useState<'ready' | 'busy' | 'failed'>('ready');

  const withdraw = async () => {
    setAsking(false);
    setStep('busy');
    try {
      await call(withdrawApplication, links?.withdraw, { body: {} });
      await redirect.toCurrentScreen();
    } catch (failure) {
      if (await redirect.afterRefusal(failure)) return;
      setStep('failed');
    }
  };

  return (
    <>
      {step === 'failed' && <Alert kind="error">{uiText.notSent}</Alert>}
      {links?.paperNotices && (
        <p>
          <a href={pathOf('paper-notices')}>{words.paper}</a>
        </p>
      )}
      {links?.withdraw && (
        <div>
          <Button kind="link" busy={step === 'busy'} busyWords={words.busy} onClick={() => setAsking(true)}>
            {words.button}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        title={words.title}
        confirmWords={words.confirm}
        cancelWords={words.cancel}
        onConfirm={() => void withdraw()}
        onCancel={() => setAsking(false)}
      >
        {words.what}
      </ConfirmDialog>
    </>
  );
}
