// Withdraws the application, and leads to the page where notices on paper are chosen.

import { useState } from 'react';
import { withdrawApplication } from '#contract/notices.ts';
import { ApiFailure } from '../api/failures.ts';
import { useEnvironment, useJourney } from '../journey/environment.ts';
import { useRedirectToState } from '../journey/use-redirect-to-state.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { uiText } from '../wording/ui-text.ts';
import { cancelText, withdrawText } from '../wording/withdrawal.ts';
import { LinkTo } from './LinkTo.tsx';

export default function Withdraw() {
  const { call } = useEnvironment();
  const redirect = useRedirectToState();
  const { links, isSigned } = useJourney() ?? {};
  const words = isSigned ? cancelText : withdrawText;
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const withdraw = async () => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await call(withdrawApplication, links?.withdraw, { body: {} });
      await redirect.toCurrentScreen();
    } catch (failure) {
      if (await redirect.afterRefusal(failure)) return;
      const message =
        failure instanceof ApiFailure && failure.has('try-again') ? failure.errors?.[0]?.message : undefined;
      setRefusal(typeof message === 'string' ? message : uiText.notSent);
      setBusy(false);
    }
  };

  return (
    <>
      {links?.paperNotices && <LinkTo screen="paper-notices">{withdrawText.paper}</LinkTo>}
      {links?.withdraw && (
        <div>
          <Button kind="link" onClick={() => setOpen(true)}>
            {words.button}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isOpen}
        title={words.title}
        confirmWords={words.confirm}
        cancelWords={words.cancel}
        isLoss
        busy={busy}
        failure={refusal}
        onConfirm={() => void withdraw()}
        onCancel={() => setOpen(false)}
      >
        {words.what}
      </ConfirmDialog>
    </>
  );
}
