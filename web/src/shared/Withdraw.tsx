// Withdraws the application, and leads to the page where notices on paper are chosen.

import { useState } from 'react';
import { withdrawApplication } from '#contract/notices.ts';
import { useEnvironment, useJourney } from '../journey/environment.ts';
import { useAction } from '../journey/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { cancelText, withdrawText } from '../wording/withdrawal.ts';
import { LinkTo } from './LinkTo.tsx';

export default function Withdraw() {
  const { call } = useEnvironment();
  const { links, isSigned } = useJourney() ?? {};
  const words = isSigned ? cancelText : withdrawText;
  const [isOpen, setOpen] = useState(false);
  const withdraw = useAction(async () => {
    await call(withdrawApplication, links?.withdraw, { body: {} });
    return 'moved';
  });

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
        confirm={withdraw}
        onCancel={() => setOpen(false)}
      >
        {words.what}
      </ConfirmDialog>
    </>
  );
}
