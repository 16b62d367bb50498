import { useState } from 'react';
import { Actions, Button } from '../ui/Button.tsx';
import { ConfirmDialog, Modal } from '../ui/Dialog.tsx';
import { StepList } from '../ui/StepList.tsx';

export function ExampleDialogs() {
  const [open, setOpen] = useState<'modal' | 'confirm' | undefined>();
  const close = () => setOpen(undefined);
  return (
    <Actions>
      <Button kind="secondary" onClick={() => setOpen('modal')}>
        Your path to the financing you need
      </Button>
      <Button kind="secondary" onClick={() => setOpen('confirm')}>
        Confirm an income
      </Button>
      <Modal open={open === 'modal'} onClose={close} title="Your path to the financing you need">
        <StepList current={1} steps={pathSteps} />
      </Modal>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Hmmm. Are you sure you entered the right amount?"
        onConfirm={close}
        onCancel={close}
      >
        We are looking for annual income.
      </ConfirmDialog>
    </Actions>
  );
}

export const pathSteps = [
  { title: 'Choose my loan', text: 'Pick an amount and a term. This does not affect your credit score.' },
  {
    title: 'Verify my info',
    text: 'Connect your bank so that we can verify income, identity and residence.',
  },
  { title: 'Receive my funds', text: 'Sign your documents. Funds arrive in 2 to 3 business days.' },
  { title: 'Finish setup', text: 'Set up autopay and the online customer portal.' },
];
