import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './Accordion.module.css';

interface AccordionProps {
  readonly items: readonly {
    /** For links to it. */
    readonly id?: string;
    readonly title: ReactNode;
    /** A function renders it only while it is open. */
    readonly content: ReactNode | (() => ReactNode);
    /** At first. From then on the person opens and closes it. */
    readonly open?: boolean;
    readonly hidden?: boolean;
  }[];
}

/** Questions that open to their answers. The browser's search also finds a closed answer, unless it is rendered only while it is open. */
export function Accordion({ items }: AccordionProps) {
  const [begun] = useState(() => items.map(({ open }) => open));
  return (
    <div className={styles.accordion}>
      {items.map(({ id, title, content, hidden }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the questions have a fixed order.
        <details key={index} id={id} open={begun[index]} hidden={hidden}>
          <summary>
            <span>{title}</span>
          </summary>
          <div className={styles.content}>
            {typeof content === 'function' ? <WhileOpen render={content} /> : asParagraph(content)}
          </div>
        </details>
      ))}
    </div>
  );
}

type SingleAccordionProps = Pick<AccordionProps['items'][number], 'title' | 'open'> & {
  readonly children: ReactNode;
};

/** An accordion of one item. */
export function SingleAccordion({ children, ...item }: SingleAccordionProps) {
  return <Accordion items={[{ ...item, content: children }]} />;
}

const asParagraph = (content: ReactNode) => (typeof content === 'string' ? <p>{content}</p> : content);

function WhileOpen({ render }: { readonly render: () => ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const question = place.current?.closest('details');
    const look = () => setOpen(question?.open ?? false);
    // It may have been opened before the page was hydrated.
    look();
    question?.addEventListener('toggle', look);
    return () => question?.removeEventListener('toggle', look);
  }, []);
  return <div ref={place}>{isOpen && render()}</div>;
}
