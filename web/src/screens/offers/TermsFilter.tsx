// Opens the dialog that chooses which terms to show, and shows them all again.
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { offersText } from '../../wording/offers.ts';
import styles from './Offers.module.css';

const TermsFilterDialog = lazy(() => import('./TermsFilterDialog.tsx'));
const words = offersText.filter;

interface TermsFilterProps {
  readonly all: readonly number[];
  /** Undefined when every term is shown. */
  readonly chosen: ReadonlySet<number> | undefined;
  readonly busy: boolean;
  readonly failure: string | false;
  /** Calls `open` once the offers to filter are on the page. */
  readonly onOpen: (open: () => void) => void;
  readonly onSave: (chosen: ReadonlySet<number> | undefined) => void;
}

export function TermsFilter({ all, chosen, busy, failure, onOpen, onSave }: TermsFilterProps) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.filterTools}>
      <Button
        ref={opener}
        kind="link"
        busy={busy}
        failure={failure}
        onClick={() => onOpen(() => setIsOpen(true))}
      >
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
      {isOpen && (
        <Suspense>
          <TermsFilterDialog all={all} chosen={chosen} onSave={onSave} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
