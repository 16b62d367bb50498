// Marks the moment when a page responds to the applicant, and repeats what was pressed on it before.
import { type ReactNode, useEffect } from 'react';
import { EarlyAnswers } from '../lib/EarlyAnswers.tsx';

export function Hydrated({ children }: { readonly children: ReactNode }) {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.hydrated = 'all';
    // What `bootstrap.ts` recorded.
    document
      .querySelectorAll<HTMLFormElement>('[data-rendered] form')
      [Number(dataset.submitted)]?.requestSubmit();
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[type=button]')];
    buttons.find(({ textContent }) => textContent === dataset.pressed)?.click();
  }, []);
  return <EarlyAnswers>{children}</EarlyAnswers>;
}
