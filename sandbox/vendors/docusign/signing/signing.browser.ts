// The signing page's script: the signer's time zone, and the end of the session after inactivity.
const { base = '', idleSeconds = '1200' } = document.body.dataset;

const zone = document.getElementById('zone') as HTMLInputElement | null;
if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;

let timeout: number | undefined;
let reportedAt = Date.now();

async function recordActivity(): Promise<void> {
  clearTimeout(timeout);
  timeout = window.setTimeout(
    () => (document.getElementById('timeout-form') as HTMLFormElement | null)?.submit(),
    Number(idleSeconds) * 1000,
  );
  if (Date.now() - reportedAt < 60_000) return;
  reportedAt = Date.now();
  const response = await fetch(`${base}/active`, { method: 'POST' }).catch(() => undefined);
  // The session ended elsewhere; reloading sends the person to the right place.
  if (response?.status === 410) location.reload();
}
for (const name of ['pointerdown', 'keydown', 'scroll'])
  document.addEventListener(name, recordActivity, { passive: true });
recordActivity();

// The browser restored this page from its back/forward cache.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

export {};
