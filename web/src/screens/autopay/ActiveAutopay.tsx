// The authorized autopay, and the button that cancels it.
import { useState } from 'react';
import { type Autopay, setAutopay } from '#contract/autopay.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useAction } from '../../journey/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { autopayText as words } from '../../wording/autopay.ts';
import { depositText } from '../../wording/deposit.ts';
import { FirstPayment } from './FirstPayment.tsx';

interface ActiveAutopayProps {
  readonly plan: Autopay;
  readonly chosen: NonNullable<Autopay['chosen']>;
  readonly onCanceled: (plan: Autopay) => void;
}

export default function ActiveAutopay({ plan, chosen, onCanceled }: ActiveAutopayProps) {
  const { call } = useEnvironment();
  const href = useJourney()?.links.autopay;
  const [isOpen, setOpen] = useState(false);
  const account = plan.accounts.find(({ accountId }) => accountId === chosen.accountId);

  const cancel = useAction(async () => {
    const answer = await call(setAutopay, href, { body: { choice: 'cancel' } });
    setOpen(false);
    onCanceled(answer);
  }, words.failed);
  return (
    <>
      <Card chosen>
        <Figures
          list
          figures={[
            { label: words.every, value: words.when(chosen.daysBeforeDue) },
            ...(account ? [{ label: words.from, value: depositText.name(account) }] : []),
          ]}
        />
      </Card>
      <FirstPayment plan={plan} begins={chosen} />
      <Button kind="secondary" onClick={() => setOpen(true)}>
        {words.cancel}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={words.cancelTitle}
        confirmWords={words.cancel}
        cancelWords={words.keep}
        confirm={cancel}
        onCancel={() => setOpen(false)}
      >
        {words.cancelWhat}
      </ConfirmDialog>
    </>
  );
}
