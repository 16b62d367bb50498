// 'Your Privacy Choices': strictly necessary storage stays on; everything else needs consent.
import { useState } from 'react';
import { measurementConsent, saveMeasurementConsent } from '../lib/measurement-consent.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Dialog.tsx';
import { Stack } from '../ui/Page.tsx';
import { appText } from '../wording/app.ts';
import styles from './PrivacyChoices.module.css';

const words = appText.privacyChoices;

export default function PrivacyChoices({ onClose }: { readonly onClose: () => void }) {
  const [measurement, setMeasurement] = useState(measurementConsent);
  return (
    <Modal
      open
      onClose={onClose}
      title={words.title}
      actions={
        <Button
          onClick={() => {
            saveMeasurementConsent(measurement);
            onClose();
          }}
        >
          {words.save}
        </Button>
      }
    >
      <Stack tight>
        <p>
          <strong>{words.necessary}</strong>
          <br />
          {words.necessaryWhat}
        </p>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={measurement}
            onChange={(event) => setMeasurement(event.target.checked)}
          />
          <span>
            <strong>{words.measurement}</strong>
            <br />
            {words.measurementWhat}
          </span>
        </label>
        <p>{words.notSold}</p>
      </Stack>
    </Modal>
  );
}
