// The return from a bank's login page, kept in the history's state, out of the address bar.
import { type BankReturn, bankReturnOf, withoutReturn } from './link-flow.ts';

const historyKey = 'bankReturn';

export function bankReturn(): BankReturn | undefined {
  const saved = (window.history.state as Record<string, unknown> | null)?.[historyKey];
  return bankReturnOf(new URL(window.location.href), saved);
}

/** Saves a return address for a reload, or removes it once it is used up. */
export function saveBankReturn(returned: BankReturn | undefined): void {
  const { [historyKey]: _, ...state } = (window.history.state ?? {}) as Record<string, unknown>;
  window.history.replaceState(
    returned ? { ...state, [historyKey]: returned.uri } : state,
    '',
    withoutReturn(new URL(window.location.href)),
  );
}
