// Native dialogs: the browser traps the focus, closes them with Escape and restores the focus.
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
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
  /** Whether a press began beside the dialog: one that selects its text may end there. */
  const beganBeside = useRef(false);
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
      onPointerDown={(event) => {
        beganBeside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (beganBeside.current && event.target === event.currentTarget) onClose();
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
  /** What the confirming button does, as `useAction` returns it. */
  readonly confirm: Pick<ComponentProps<typeof Button>, 'busy' | 'failure' | 'onClick'>;
  readonly onCancel: () => void;
  readonly confirmWords: string;
  readonly cancelWords: string;
  /** Keeping what there is is the main button. */
  readonly isLoss?: boolean;
}

export function ConfirmDialog({
  confirm,
  onCancel,
  confirmWords,
  cancelWords,
  isLoss,
  ...modal
}: ConfirmProps) {
  // What failed before the dialog was closed is not shown again.
  const [isPressed, setPressed] = useState(false);
  // A request on its way can't be taken back, so the dialog stays until the answer.
  const cancel = () => {
    if (confirm.busy) return;
    setPressed(false);
    onCancel();
  };
  return (
    <Modal
      {...modal}
      onClose={cancel}
      actions={
        <>
          <Button
            {...confirm}
            kind={isLoss ? 'secondary' : 'primary'}
            failure={isPressed && confirm.failure}
            onClick={(event) => {
              setPressed(true);
              confirm.onClick?.(event);
            }}
          >
            {confirmWords}
          </Button>
          <Button kind={isLoss ? 'primary' : 'secondary'} waiting={confirm.busy ?? false} onClick={cancel}>
            {cancelWords}
          </Button>
        </>
      }
    />
  );
}
