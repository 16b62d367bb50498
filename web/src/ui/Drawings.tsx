// Line drawings around a railway line.
import type { ReactNode } from 'react';
import { classes } from './class-names.ts';
import styles from './Drawings.module.css';

// In every drawing, .fill is the paper behind the lines and .spot the one highlighted shape.
const drawings = {
  /** A person's papers with a check: verified. */
  verified: (
    <>
      <path d="M4 78h152" />
      <rect x="38" y="14" width="84" height="54" rx="6" className={styles.fill} />
      <circle cx="60" cy="34" r="8" />
      <path d="M47 57c2-8 6-11 13-11s11 3 13 11M84 31h26M84 42h18" />
      <circle cx="116" cy="62" r="14" className={styles.spot} />
      <path d="m109.5 62.5 4.5 4.5 8.5-9.5" />
    </>
  ),
  /** A paper with a signature and its seal: signed. */
  signed: (
    <>
      <path d="M4 78h152" />
      <path d="M48 78V10h44l16 16v52" className={styles.fill} />
      <path d="M92 10v16h16M60 28h20M60 39h32" />
      <path d="M57 62c7-13 12-13 11-4s5 4 9-1 5 4 11-1" />
      <path d="m100 66-4 14 10-5 10 5-4-14" className={styles.fill} />
      <circle cx="106" cy="58" r="12" className={styles.spot} />
    </>
  ),
  /** A station reached, and a coin: the money is on the account. */
  funded: (
    <>
      <path d="M4 74h152" />
      <path d="M34 74V42l26-18 26 18v32" className={styles.fill} />
      <path d="M28 46 60 23l32 23M52 74V56h16v18" />
      <circle cx="120" cy="50" r="22" className={styles.spot} />
      <path d="M128 43c-2-4-15-4-15 2s15 4 15 10-13 6-15 2M120.5 35v30" />
    </>
  ),
  /** The line branches away: no offer, another way. */
  junction: (
    <>
      <path d="M4 66h152" />
      <path d="M36 66c26 0 26-38 52-38h42" />
      <circle cx="136" cy="28" r="8" className={styles.spot} />
      <path d="M146 66h10M112 58v16M120 58v16" />
      <circle cx="24" cy="66" r="7" className={styles.fill} />
    </>
  ),
  /** A signal at stop: something went wrong or is out of service. */
  signal: (
    <>
      <path d="M4 78h152M80 78V36" />
      <rect x="64" y="6" width="32" height="46" rx="16" className={styles.fill} />
      <circle cx="80" cy="20" r="6" className={styles.spot} />
      <circle cx="80" cy="38" r="6" />
      <path d="M68 78v-8h24v8M20 78v-7M36 78v-7M124 78v-7M140 78v-7" />
    </>
  ),
  /** A letter on its way: sent. */
  letter: (
    <>
      <path d="M4 78h152" />
      <rect x="42" y="18" width="76" height="50" rx="5" className={styles.fill} />
      <path d="m44 22 36 28 36-28" />
      <circle cx="116" cy="20" r="10" className={styles.spot} />
      <path d="M58 78a5 5 0 0 0 10 0M92 78a5 5 0 0 0 10 0M48 78v-10M112 78v-10" />
    </>
  ),
  /** A paper to sign. */
  document: (
    <>
      <path d="M4 78h152" />
      <path d="M50 78V10h42l18 18v50" className={styles.fill} />
      <path d="M92 10v18h18M62 34h20M62 44h34M62 54h34" />
      <path d="m61 63 7 7m0-7-7 7M74 70h22" />
      <circle cx="104" cy="66" r="7" className={styles.spot} />
    </>
  ),
  /** A station clock: expired, or time to return. */
  clock: (
    <>
      <path d="M4 78h152M80 78V60" />
      <circle cx="80" cy="34" r="26" className={styles.fill} />
      <path d="M80 18v16l11 8M66 78h28" />
      <circle cx="80" cy="34" r="4" className={styles.spot} />
    </>
  ),
  /** A map with the branch on it. */
  map: (
    <>
      <path d="M18 22 58 10l44 14 40-12v56l-40 12-44-14-40 12z" className={styles.fill} />
      <path d="M58 10v56M102 24v56M26 52c20-16 34 8 54-8s30-4 54-14" />
      <path d="M80 44s-13-11-13-20a13 13 0 0 1 26 0c0 9-13 20-13 20z" className={styles.spot} />
    </>
  ),
  /** A bank: linking an account. */
  bank: (
    <>
      <path d="M4 78h152" />
      <path d="m46 34 34-20 34 20z" className={styles.fill} />
      <path d="M54 34v34M71 34v34M89 34v34M106 34v34M46 68h68M42 78v-4h76v4" />
      <circle cx="80" cy="26" r="4" className={styles.spot} />
    </>
  ),
  /** A person to talk to. */
  talk: (
    <>
      <path d="M4 78h152" />
      <path
        d="M38 14h62a8 8 0 0 1 8 8v26a8 8 0 0 1-8 8H66L50 70V56H38a8 8 0 0 1-8-8V22a8 8 0 0 1 8-8z"
        className={styles.fill}
      />
      <path d="M46 30h44M46 41h28" />
      <circle cx="118" cy="56" r="11" className={styles.spot} />
      <path d="M102 78c2-8 8-11 16-11s14 3 16 11" />
    </>
  ),
  /** A lock on the line: information kept safe. */
  lock: (
    <>
      <path d="M4 78h152" />
      <path d="M62 38V26a18 18 0 0 1 36 0v12" />
      <rect x="52" y="36" width="56" height="42" rx="6" className={styles.fill} />
      <circle cx="80" cy="54" r="6" className={styles.spot} />
      <path d="M80 60v8" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type DrawingName = keyof typeof drawings;

/** Whether the lender's pages have drawings. */
declare const __DRAWINGS__: boolean;

/** A decorative drawing, hidden from screen readers. */
export function Drawing({ name, small }: { readonly name: DrawingName; readonly small?: boolean }) {
  if (!__DRAWINGS__) return null;
  return (
    <svg className={classes(styles.drawing, small && styles.small)} viewBox="0 0 160 88" aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}

interface EmptyProps {
  readonly drawing: DrawingName;
  readonly children?: ReactNode;
}

/** Shown when there is nothing to choose, with what to do instead. */
export function EmptyState({ drawing, children }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <Drawing name={drawing} />
      {typeof children === 'string' ? <p>{children}</p> : children}
    </div>
  );
}

export function LineBreak() {
  return (
    <svg className={styles.break} viewBox="0 0 240 20" preserveAspectRatio="xMidYMid meet" aria-hidden="true">
      <path d="M0 10h110M130 10h110" />
      <circle cx="120" cy="10" r="6" />
    </svg>
  );
}
