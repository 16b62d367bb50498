import type { MouseEvent } from 'react';
import styles from './Contents.module.css';

export interface ContentsItem {
  /** Of the element in the page. */
  readonly id: string;
  readonly title: string;
}

/** Links to the parts of a long page. A folded part opens. */
export function Contents({
  title,
  items,
}: {
  readonly title: string;
  readonly items: readonly ContentsItem[];
}) {
  return (
    <nav className={styles.contents} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <a href={`#${item.id}`} onClick={(event) => goTo(event, item.id)}>
              {item.title}
            </a>
          </li>
        ))}
      </ul>
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
