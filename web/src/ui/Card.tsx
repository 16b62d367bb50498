// Plain cards and the guarantees.
import type { ReactNode } from 'react';
import { usd } from '../wording/format.ts';
import { uiText } from '../wording/ui-text.ts';
import styles from './Card.module.css';
import { classes } from './class-names.ts';
import { Tick } from './Tick.tsx';

interface CardProps {
  readonly title?: ReactNode;
  /** Marks a chosen or completed card with a green edge and tint. */
  readonly chosen?: boolean;
  readonly children: ReactNode;
}

/** Related content on a raised surface. */
export function Card({ title, chosen, children }: CardProps) {
  return (
    <section className={classes(styles.card, styles.filled, chosen && styles.chosen)}>
      {title && <h2>{title}</h2>}
      {children}
    </section>
  );
}

export function AmountBadge({ amount }: { readonly amount: number | undefined }) {
  if (amount === undefined) return null;
  return (
    <p className={styles.badge}>
      <span className={styles.dot} aria-hidden="true" />
      <span>
        {uiText.prequalifiedFor} <strong>{usd(amount)}</strong>
      </span>
    </p>
  );
}

interface GuaranteesProps {
  readonly title: string;
  /** Whether the title is visible. */
  readonly titled?: boolean;
  readonly items: readonly { readonly title: string; readonly text: ReactNode }[];
}

/** The lender's guarantees, beside a form or in the text. */
export function Guarantees({ title, titled, items }: GuaranteesProps) {
  return (
    <section className={styles.guarantees}>
      <h2 className={titled ? styles.guaranteesTitle : 'visually-hidden'}>{title}</h2>
      <ul>
        {items.map(({ title, text }) => (
          <li key={title}>
            <Tick />
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
