// Skipping autopay takes one press, just like accepting it.
import { useState } from 'react';
import { type Autopay, setAutopay } from '#contract/autopay.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { Button } from '../../ui/Button.tsx';
import { autopayText as words } from '../../wording/autopay.ts';

export function SkipButton({ onSkipped }: { readonly onSkipped: (plan: Autopay) => void }) {
  const { call } = useEnvironment();
  const redirect = useRedirectToState();
  const href = useJourney()?.links.autopay;
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready');
  const skip = async () => {
    if (state === 'busy') return;
    setState('busy');
    try {
      onSkipped(await call(setAutopay, href, { body: { choice: 'skip' } }));
    } catch (failure) {
      if (!(await redirect.afterRefusal(failure))) setState('failed');
    }
  };
  return (
    <Button
      kind="secondary"
      failure={state === 'failed' && words.failed}
      busy={state === 'busy'}
      busyWords={words.skipping}
      onClick={() => void skip()}
    >
      {words.skip}
    </Button>
  );
}
