// The moment at which a page, or a part of it, comes alive.
import { type ReactNode, useEffect } from 'react';
import type { Given } from '../journey/preloaded-answers.ts';

interface BeginningProps {
  /** What may be used in the first drawing alone. */
  readonly given?: Given | undefined;
  /** What comes alive. On the landing page the form comes after what is around it. */
  readonly part?: 'all' | 'around form' | 'form';
  readonly children: ReactNode;
}

const buttonsOf = { all: 'button', 'around form': 'button:not(form *)', form: 'form button' } as const;

export function Beginning({ given, part = 'all', children }: BeginningProps) {
  useEffect(() => {
    given?.forget();
    const { dataset } = document.documentElement;
    dataset.alive = part === 'around form' ? part : 'all';
    // A button that was pressed before was noted by the page's first script (`first.ts`).
    const { pressed } = dataset;
    const buttons = document.querySelectorAll<HTMLButtonElement>(buttonsOf[part]);
    const button = [...buttons].find(({ type, textContent }) => type === 'button' && textContent === pressed);
    if (!button) return;
    delete dataset.pressed;
    button.click();
  }, [given, part]);
  return children;
}
