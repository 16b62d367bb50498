import type { ReactNode } from 'react';
import styles from './Accordion.module.css';

interface AccordionProps {
  readonly items: readonly {
    /** For links to it. */
    readonly id?: string;
    readonly title: ReactNode;
    readonly content: ReactNode;
    readonly open?: boolean;
  }[];
}

/** Questions that expand to their answers. The browser's search finds closed ones too. */
export function Accordion({ items }: AccordionProps) {
  return (
    <div className={styles.accordion}>
      {items.map(({ id, title, content, open }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the questions have a fixed order.
        <details key={index} id={id} open={open}>
          <summary>
            <span>{title}</span>
          </summary>
          <div className={styles.content}>{typeof content === 'string' ? <p>{content}</p> : content}</div>
        </details>
      ))}
    </div>
  );
}
