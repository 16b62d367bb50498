import type { ReactNode } from 'react';
import styles from './Alert.module.css';
import { classes } from './class-names.ts';

const signs = {
  info: <path d="M12 6.5v1.8M12 11v6.5" />,
  success: <path d="m7 12.4 3.4 3.4L17 9" />,
  error: <path d="M12 6.5v7M12 16v1.8" />,
};

interface AlertProps {
  readonly kind?: keyof typeof signs;
  readonly title?: ReactNode;
  /** Announced by screen readers when it appears. Errors are by default, unless their container takes the focus. */
  readonly live?: boolean;
  readonly children?: ReactNode;
}

/** A message, with an icon that does not rely on color. */
export function Alert({ kind = 'info', title, live = kind === 'error', children }: AlertProps) {
  return (
    <div
      className={classes(styles.alert, styles[kind])}
      role={live ? (kind === 'error' ? 'alert' : 'status') : undefined}
    >
      <svg className={styles.sign} viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="11" fill="currentColor" />
        <g fill="none" stroke="var(--card)" strokeWidth="2.4">
          {signs[kind]}
        </g>
      </svg>
      <div className={styles.words}>
        {title && <h2 className={styles.title}>{title}</h2>}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
    </div>
  );
}
