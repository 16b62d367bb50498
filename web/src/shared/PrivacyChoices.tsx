// 'Your Privacy Choices': strictly necessary storage stays on; everything else needs consent, one by one.
import { useState } from 'react';
import {
  all,
  type PrivacyChoices as Choices,
  none,
  privacyCategories,
  readChoices,
  saveChoices,
  sendsPrivacySignal,
} from '../lib/privacy/choices.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Dialog.tsx';
import { Stack } from '../ui/Page.tsx';
import { privacyText as words } from '../wording/privacy.ts';
import styles from './PrivacyChoices.module.css';

export default function PrivacyChoices({ onClose }: { readonly onClose: () => void }) {
  const [choices, setChoices] = useState<Choices>(() => readChoices(new Date()) ?? none);
  const [hasSignal] = useState(sendsPrivacySignal);
  const save = (chosen: Choices) => {
    saveChoices(chosen, new Date());
    onClose();
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={words.title}
      actions={
        <>
          <Button onClick={() => save(choices)}>{words.save}</Button>
          <Button kind="secondary" onClick={() => save(all)}>
            {words.all}
          </Button>
          <Button kind="secondary" onClick={() => save(none)}>
            {words.none}
          </Button>
        </>
      }
    >
      <Stack tight>
        {hasSignal && <p>{words.signal}</p>}
        <p>
          <strong>{words.necessary}</strong>
          <br />
          {words.necessaryWhat}
        </p>
        {privacyCategories.map((category) => (
          <label key={category} className={styles.choice}>
            <input
              type="checkbox"
              checked={choices[category] && !(hasSignal && category === 'advertising')}
              disabled={hasSignal && category === 'advertising'}
              onChange={({ target }) => setChoices({ ...choices, [category]: target.checked })}
            />
            <span>
              <strong>{words.categories[category].name}</strong>
              <br />
              {words.categories[category].what}
            </span>
          </label>
        ))}
        <p>{words.notSold}</p>
        <p>{words.kept}</p>
      </Stack>
    </Modal>
  );
}
