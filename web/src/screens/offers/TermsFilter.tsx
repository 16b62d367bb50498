// A dialog that chooses which terms to show: at least one.
import { useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Dialog.tsx';
import { offersText } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import styles from './Offers.module.css';

const words = offersText.filter;

interface TermsFilterProps {
  readonly all: readonly number[];
  /** Undefined when every term is shown. */
  readonly chosen: ReadonlySet<number> | undefined;
  readonly onSave: (chosen: ReadonlySet<number> | undefined) => void;
}

export function TermsFilter({ all, chosen, onSave }: TermsFilterProps) {
  const [draft, setDraft] = useState<ReadonlySet<number>>();
  const [asked, setAsked] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const open = () => {
    setAsked(false);
    setDraft(chosen ?? new Set(all));
  };
  const close = () => setDraft(undefined);
  const toggle = (months: number) => {
    const next = new Set(draft);
    if (!next.delete(months)) next.add(months);
    setDraft(next);
  };
  const none = draft?.size === 0;
  return (
    <div className={styles.filterTools}>
      <Button ref={opener} kind="secondary" compact onClick={open}>
        {chosen ? words.active(chosen.size) : words.open}
      </Button>
      {chosen && (
        <Button
          kind="link"
          onClick={() => {
            onSave(undefined);
            opener.current?.focus();
          }}
        >
          {words.clear}
        </Button>
      )}
      <Modal
        open={draft !== undefined}
        onClose={close}
        title={words.title}
        actions={
          <>
            <Button
              waiting={none}
              onClick={() => {
                if (none || !draft) return setAsked(true);
                onSave(draft.size === all.length ? undefined : draft);
                close();
              }}
            >
              {words.save}
            </Button>
            <Button kind="secondary" onClick={close}>
              {words.cancel}
            </Button>
          </>
        }
      >
        <div className={styles.filterTools}>
          <Button kind="link" onClick={() => setDraft(new Set(all))}>
            {words.all}
          </Button>
          <Button kind="link" onClick={() => setDraft(new Set())}>
            {words.none}
          </Button>
        </div>
        <fieldset className={styles.filter}>
          <legend className="visually-hidden">{words.title}</legend>
          {all.map((months) => (
            <label key={months} className={styles.filterChoice}>
              <input type="checkbox" checked={draft?.has(months) ?? false} onChange={() => toggle(months)} />
              <span>{uiText.months(months)}</span>
            </label>
          ))}
        </fieldset>
        <p className={none ? styles.least : styles.soft} role={none && asked ? 'alert' : undefined}>
          {words.least}
        </p>
      </Modal>
    </div>
  );
}
