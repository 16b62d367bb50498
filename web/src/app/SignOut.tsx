import { useState } from 'react';
import { useNavigate } from 'react-router';
import { endSession } from '#contract/prequalification.ts';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../journey/environment.ts';
import { signedOutState } from '../journey/signed-out.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { signOutText as words } from '../wording/sign-out.ts';

export function SignOut() {
  const { call } = useEnvironment();
  const navigate = useNavigate();
  const isSignedIn = useJourney()?.defaultScreen !== undefined;
  const [step, setStep] = useState<'ready' | 'confirming' | 'busy' | 'failed'>('ready');
  if (!isSignedIn) return null;

  const signOut = async () => {
    setStep('busy');
    try {
      await call(endSession, undefined, { body: {} });
    } catch {
      return setStep('failed');
    }
    setStep('ready');
    await navigate(pathOf('session-ended'), { replace: true, state: signedOutState });
  };
  return (
    <>
      <Button kind="link" onClick={() => setStep('confirming')}>
        {words.button}
      </Button>
      <ConfirmDialog
        open={step !== 'ready'}
        title={words.title}
        confirmWords={words.button}
        cancelWords={words.cancel}
        busy={step === 'busy'}
        failure={step === 'failed' && words.failed}
        onConfirm={() => void signOut()}
        onCancel={() => setStep('ready')}
      >
        {words.what}
      </ConfirmDialog>
    </>
  );
}
