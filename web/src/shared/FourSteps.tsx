// The whole way in four steps, for who wants to see it.
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Dialog.tsx';
import { Path } from '../ui/StepList.tsx';
import { appWords } from '../wording/app.ts';

const words = appWords.timeline;

export function FourSteps({ here }: { readonly here: number }) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button kind="link" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      <Modal open={open} onClose={() => setOpen(false)} title={words.title}>
        <Path here={here} steps={words.steps.map(({ name, what }) => ({ title: name, text: what }))} />
      </Modal>
    </div>
  );
}
