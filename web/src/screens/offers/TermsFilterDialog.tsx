// Chooses which terms to show: at least one. Loaded when the filter is first opened.
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Dialog.tsx';
import { QuietRow } from '../../ui/Page.tsx';
import { loanTermsText } from '../../wording/loan-terms.ts';
import { offersText } from '../../wording/offers.ts';
import styles from './Offers.module.css';

const words = offersText.filter;

interface TermsFilterDialogProps {
  readonly all: readonly number[];
  /** Undefined when every term is shown. */
  readonly chosen: ReadonlySet<number> | undefined;
  readonly onSave: (chosen: ReadonlySet<number> | undefined) => void;
  readonly onClose: () => void;
}

export default function TermsFilterDialog({ all, chosen, onSave, onClose }: TermsFilterDialogProps) {
  const [draft, setDraft] = useState<ReadonlySet<number>>(() => chosen ?? new Set(all));
  const [isRefused, setRefused] = useState(false);
  const toggle = (months: number) => {
    const next = new Set(draft);
    if (!next.delete(months)) next.add(months);
    setDraft(next);
  };
  const none = draft.size === 0;
  return (
    <Modal
      open
      onClose={onClose}
      title={words.title}
      actions={
        <>
          <Button
            waiting={none}
            onClick={() => {
              if (none) return setRefused(true);
              onSave(draft.size === all.length ? undefined : draft);
              onClose();
            }}
          >
            {words.save}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <QuietRow>
        <Button kind="link" onClick={() => setDraft(new Set(all))}>
          {words.all}
        </Button>
        <Button kind="link" onClick={() => setDraft(new Set())}>
          {words.none}
        </Button>
      </QuietRow>
      <fieldset className={styles.filter}>
        <legend className="visually-hidden">{words.title}</legend>
        {all.map((months) => (
          <label key={months} className={styles.filterChoice}>
            <input type="checkbox" checked={draft.has(months)} onChange={() => toggle(months)} />
            <span>{loanTermsText.months(months)}</span>
          </label>
        ))}
      </fieldset>
      <p className={none ? styles.least : styles.soft} role={none && isRefused ? 'alert' : undefined}>
        {words.least}
      </p>
    </Modal>
  );
}
