import type { MouseEvent } from 'react';
import styles from './Contents.module.css';
import { classes } from './class-names.ts';
import { Disclosure } from './Disclosure.tsx';

export interface ContentsItem {
  /** Of the element in the page. */
  readonly id: string;
  readonly title: string;
}

interface ContentsProps {
  readonly title: string;
  readonly items: readonly ContentsItem[];
  /** Above the text as one line that opens, where no column beside it has room. */
  readonly folded?: boolean;
}

/** Links to the parts of a long page. A folded part opens. */
export function Contents({ title, items, folded }: ContentsProps) {
  if (items.length === 0) return null;
  const list = (
    <ul>
      {items.map((item) => (
        <li key={item.id}>
          <a href={`#${item.id}`} onClick={(event) => goTo(event, item.id)}>
            {item.title}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <nav className={classes(styles.contents, folded ? styles.folded : styles.beside)} aria-label={title}>
      {folded ? (
        <Disclosure line={title}>{list}</Disclosure>
      ) : (
        <>
          <h2>{title}</h2>
          {list}
        </>
      )}
    </nav>
  );
}

/** Not a navigation of the router, which would begin at the top of the page. */
function goTo(event: MouseEvent, id: string): void {
  const part = document.getElementById(id);
  if (!part) return;
  event.preventDefault();
  if (part instanceof HTMLDetailsElement) part.open = true;
  const target = part.querySelector('summary') ?? part;
  part.scrollIntoView({ block: 'start' });
  target.focus({ preventScroll: true });
}
