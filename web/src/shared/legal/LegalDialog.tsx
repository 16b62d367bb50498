// A legal text over the page, for those who read before they agree.
import { useEffect, useState } from 'react';
import { calendarDay } from '#contract/calendar-day.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Dialog.tsx';
import { Stack } from '../../ui/Page.tsx';
import { legalDialogText } from '../../wording/legal-dialog.ts';
import { uiText } from '../../wording/ui-text.ts';
import { LegalBody } from './LegalBody.tsx';
import { type LegalText, loadLegalText } from './legal-texts.ts';

interface LegalDialogProps {
  readonly id: string;
  /** The title shown while the text loads. */
  readonly title: string;
  readonly onClose: () => void;
}

export default function LegalDialog({ id, title, onClose }: LegalDialogProps) {
  const { now } = useEnvironment();
  const [text, setText] = useState<LegalText | 'failed'>();
  useEffect(() => {
    let current = true;
    loadLegalText(id, calendarDay(now()))
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
          {uiText.close}
        </Button>
      }
    >
      <Stack tight>
        {text === undefined && <p role="status">{legalDialogText.loading}</p>}
        {text === 'failed' && <Alert kind="error">{legalDialogText.unavailable}</Alert>}
        {typeof text === 'object' && <LegalBody text={text} level={3} />}
      </Stack>
    </Modal>
  );
}
