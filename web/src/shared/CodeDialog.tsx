import type { Journey } from '#contract/journey.ts';
import { CodeDueContext } from '../journey/code-due.ts';
import { Modal } from '../ui/Dialog.tsx';
import { phoneCheckText } from '../wording/phone-check.ts';
import { CodeEntry, OtherPhone, useCodeEntry } from './CodeEntry.tsx';

interface CodeDialogProps {
  readonly now: Journey;
  readonly onEnd: (isEntered: boolean) => void;
}

/** Its own calls must not ask for a code. */
export default function CodeDialog(props: CodeDialogProps) {
  return (
    <CodeDueContext value={undefined}>
      <Entry {...props} />
    </CodeDueContext>
  );
}

function Entry({ now, onEnd }: CodeDialogProps) {
  const entry = useCodeEntry(now, () => onEnd(true));
  return (
    <Modal open title={entry.heading} onClose={() => onEnd(false)}>
      {entry.lead && (
        <p>
          {phoneCheckText.change} {entry.lead}
        </p>
      )}
      <CodeEntry entry={entry} />
      <OtherPhone />
    </Modal>
  );
}
