// Focuses the control that a screen marks, or else its heading, so that screen readers announce it.

export const markedControl = () => document.querySelector<HTMLElement>('[data-arrival]');

export function focusScreen(): void {
  const marked = markedControl();
  window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
  (marked ?? document.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: true });
  marked?.scrollIntoView({ block: 'center', behavior: 'instant' });
}
