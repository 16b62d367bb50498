import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Dialog.tsx';
import { StepList } from '../ui/Timeline.tsx';
import { timelineText as words } from '../wording/timeline.ts';

export function FourSteps({ current }: { readonly current: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="link" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      <Modal open={open} onClose={() => setOpen(false)} title={words.title}>
        <StepList
          current={current}
          steps={words.steps.map(({ name, what }) => ({ title: name, text: what }))}
        />
      </Modal>
    </>
  );
}
