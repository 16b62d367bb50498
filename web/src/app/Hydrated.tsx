// Marks the moment when a page, or a region of it, responds to the applicant.
import { type ReactNode, useEffect } from 'react';

interface HydratedProps {
  /** What has been hydrated. On the landing page the form is last. */
  readonly region?: 'all' | 'around form' | 'form';
  readonly children: ReactNode;
}

const buttonSelectors = { all: 'button', 'around form': 'button:not(form *)', form: 'form button' } as const;

export function Hydrated({ region = 'all', children }: HydratedProps) {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.hydrated = region === 'around form' ? region : 'all';
    // `bootstrap.ts` recorded a button that was pressed before hydration.
    const { pressed } = dataset;
    const buttons = document.querySelectorAll<HTMLButtonElement>(buttonSelectors[region]);
    const button = [...buttons].find(({ type, textContent }) => type === 'button' && textContent === pressed);
    if (!button) return;
    delete dataset.pressed;
    button.click();
  }, [region]);
  return children;
}
