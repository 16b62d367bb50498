// A legal text over the page, for those who read before they agree.
import { useEffect, useState } from 'react';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Dialog.tsx';
import { Stack } from '../ui/Page.tsx';
import { partWords } from '../wording/parts.ts';
import { landingWords } from '../wording/prequalification.ts';
import { localDay } from './days.ts';
import { useEnvironment } from './environment.tsx';
import { LegalBody } from './LegalBody.tsx';
import { type LegalText, loadLegalText } from './legalTexts.ts';

interface LegalDialogProps {
  readonly id: string;
  /** Said while the text itself is on its way. */
  readonly title: string;
  readonly onClose: () => void;
}

export default function LegalDialog({ id, title, onClose }: LegalDialogProps) {
  const { now } = useEnvironment();
  const [text, setText] = useState<LegalText | 'failed'>();
  useEffect(() => {
    let current = true;
    loadLegalText(id, localDay(now()))
      .then((loaded) => current && setText(loaded ?? 'failed'))
      .catch(() => current && setText('failed'));
    return () => {
      current = false;
    };
  }, [id, now]);
  return (
    <Modal
      open
      onClose={onClose}
      title={typeof text === 'object' ? text.title : title}
      actions={
        <Button kind="secondary" onClick={onClose}>
          {partWords.close}
        </Button>
      }
    >
      <Stack tight>
        {text === undefined && <p role="status">{landingWords.textLoading}</p>}
        {text === 'failed' && <Alert kind="error">{landingWords.textUnavailable}</Alert>}
        {typeof text === 'object' && <LegalBody text={text} level={3} />}
      </Stack>
    </Modal>
  );
}
