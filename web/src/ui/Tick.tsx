/** A check mark beside text with the same meaning. */
export function Tick() {
  return (
    <svg width="1.1em" height="1.1em" viewBox="0 0 24 24" aria-hidden="true">
      <path d="m5 12.5 4.6 4.6L19 7.4" fill="none" stroke="currentColor" strokeWidth="3.4" />
    </svg>
  );
}
