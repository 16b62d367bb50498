import { type ComponentPropsWithRef, type ReactNode, useImperativeHandle, useRef } from 'react';
import { dropWaiting } from '../lib/online.ts';
import { uiText } from '../wording/ui-text.ts';
import styles from './Button.module.css';
import { classes } from './class-names.ts';
import { PressFailure } from './PressFailure.tsx';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'link';

interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'className' | 'style'> {
  readonly kind?: ButtonKind;
  /** As wide as its text on every screen. Otherwise it is full width on a phone. */
  readonly compact?: boolean;
  /** Looks disabled but can be pressed, so that the handler can explain what is missing. */
  readonly waiting?: boolean;
  /** Shows that work is in progress, and ignores presses. */
  readonly busy?: boolean;
  readonly busyWords?: string;
  /** Why the last press failed, if it did. Shown beside the button. */
  readonly failure?: string | false | undefined;
  readonly children: ReactNode;
}

/** A button. It is never fully disabled, so that it keeps the focus and can explain itself. */
export function Button({
  kind = 'primary',
  compact,
  waiting,
  busy,
  busyWords,
  failure,
  ref,
  children,
  ...button
}: ButtonProps) {
  const own = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => own.current as HTMLButtonElement);
  return (
    <>
      <button
        type="button"
        {...button}
        ref={own}
        className={classes(styles.button, styles[kind], compact && styles.compact, busy && styles.busy)}
        aria-disabled={waiting || busy || undefined}
        onClick={(event) => {
          if (busy) return event.preventDefault();
          dropWaiting();
          button.onClick?.(event);
        }}
      >
        {busy ? (
          <>
            <span className={styles.dots} aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            <span role="status">{busyWords ?? uiText.wait}</span>
          </>
        ) : (
          children
        )}
      </button>
      {failure && !busy && <PressFailure why={failure} again={() => own.current?.click()} />}
    </>
  );
}

interface ButtonLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'className' | 'style'> {
  readonly kind?: ButtonKind;
}

/** A link that looks like a button, for going somewhere rather than doing something. */
export function ButtonLink({ kind = 'primary', children, ...link }: ButtonLinkProps) {
  return (
    <a {...link} className={classes(styles.button, styles[kind])}>
      {children}
    </a>
  );
}

/** A group of buttons, the main one first: stacked on a phone, side by side on wider screens. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
