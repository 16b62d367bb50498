// Native dialogs: the browser traps the focus, closes them with Escape and restores the focus.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { uiText } from '../wording/ui-text.ts';
import { Actions, Button } from './Button.tsx';
import styles from './Dialog.module.css';

interface ModalProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Buttons at the bottom, the main one first. */
  readonly actions?: ReactNode;
}

export function Modal({ open, onClose, title, children, actions }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const top = useRef<HTMLHeadingElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element || !open) return;
    const before = document.activeElement;
    element.showModal();
    top.current?.focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [open]);
  if (!open) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is the backdrop's.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Browsers close a dialog at the second Escape in a row, whatever `onCancel` does.
      onClose={() => dialog.current?.showModal()}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.inside}>
        <div className={styles.top}>
          <h2 id={heading} tabIndex={-1} ref={top}>
            {title}
          </h2>
          <button type="button" className={styles.close} aria-label={uiText.close} onClick={onClose}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="m6 6 12 12M18 6 6 18" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
            </svg>
          </button>
        </div>
        <div className={styles.content}>{typeof children === 'string' ? <p>{children}</p> : children}</div>
        {actions && (
          <div className={styles.actions}>
            <Actions>{actions}</Actions>
          </div>
        )}
      </div>
    </dialog>
  );
}

interface ConfirmProps extends Omit<ModalProps, 'onClose' | 'actions'> {
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly confirmWords: string;
  readonly cancelWords: string;
  /** Keeping what there is is the main button. */
  readonly isLoss?: boolean;
  readonly busy?: boolean;
  readonly failure?: string | false | undefined;
}

export function ConfirmDialog({
  onConfirm,
  onCancel,
  confirmWords,
  cancelWords,
  isLoss,
  busy = false,
  failure,
  ...modal
}: ConfirmProps) {
  // A request on its way can't be taken back, so the dialog stays until the answer.
  const cancel = () => {
    if (!busy) onCancel();
  };
  return (
    <Modal
      {...modal}
      onClose={cancel}
      actions={
        <>
          <Button kind={isLoss ? 'secondary' : 'primary'} busy={busy} failure={failure} onClick={onConfirm}>
            {confirmWords}
          </Button>
          <Button kind={isLoss ? 'primary' : 'secondary'} waiting={busy} onClick={cancel}>
            {cancelWords}
          </Button>
        </>
      }
    />
  );
}
