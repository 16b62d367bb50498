// The amount that the visitor chose in the page's first view, in whole dollars. No script renders its choices.
import { useSyncExternalStore } from 'react';

export const requestedAmount = (): number | undefined => {
  const chosen = document.querySelector<HTMLInputElement>('[name=loanAmount]:checked');
  return chosen ? Number(chosen.value) : undefined;
};

/** Chooses an amount of before a reload, unless one has been chosen since. */
export function requestAmount(dollars: number | undefined): void {
  if (requestedAmount()) return;
  document.querySelector<HTMLInputElement>(`[name=loanAmount][value="${dollars}"]`)?.click();
}

export const useRequestedAmount = () => useSyncExternalStore(subscribe, requestedAmount, () => undefined);

const subscribe = (listener: () => void) => {
  document.addEventListener('change', listener);
  return () => document.removeEventListener('change', listener);
};
