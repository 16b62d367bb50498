// What was answered before hydration: React takes over a box's appearance, not its meaning. After a
// translator's changes React renders every control again, and the old one still has what was typed.
import { type ReactNode, useLayoutEffect, useState } from 'react';

/** Answers whose part of the page is not rendered again yet. */
let waiting: readonly (() => unknown)[] = [];

/** Around what is hydrated at once: a page, or a part whose script comes later. */
export function EarlyAnswers({ children }: { readonly children: ReactNode }) {
  // Read before the fields below write their own values.
  const [early] = useState(() => [...waiting, ...controls().map(earlyAnswer)]);
  // In the task that rendered the fields, so that no key is lost.
  useLayoutEffect(() => {
    waiting = early.filter((answer) => !answer());
  }, [early]);
  return children;
}

/** A server that renders the page has none. */
const controls = () => [
  ...(globalThis.document?.querySelectorAll<HTMLInputElement>('[data-rendered] :is(input,select)') ?? []),
];

/** How a control's answer is given again, which returns the control if it is there. */
const earlyAnswer = (old: HTMLInputElement, _: number, all: readonly HTMLInputElement[]) => {
  const { checked, defaultChecked, type } = old;
  const hasFocus = old === document.activeElement;
  const isAlike = (other: HTMLInputElement) => type === other.type;
  const place = all.filter(isAlike).indexOf(old);
  return () => {
    const now = old.isConnected ? old : controls().filter(isAlike)[place];
    // Where one of several was chosen, the others follow.
    if (now && checked !== defaultChecked && (checked || type !== 'radio')) {
      now.checked = !checked;
      now.click();
    }
    if (now && now !== old) {
      // Forms read a box whose value was set as that value, not as checked or not.
      const isTyped = !/^(file|checkbox|radio)$/.test(type) && old.value !== (old.defaultValue ?? '');
      if (isTyped) now.value = old.value;
      if (hasFocus) {
        now.focus();
        // Not every type has a caret.
        if (old.selectionStart !== null) now.setSelectionRange?.(old.selectionStart, old.selectionEnd);
      }
      if (isTyped) now.dispatchEvent(new Event('input', { bubbles: true }));
    }
    return now;
  };
};
