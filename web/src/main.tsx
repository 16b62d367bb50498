// The browser's entry. Hydrates a prerendered page, or draws the page.
import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { start } from './app/start.tsx';
import { reloadForFiles } from './lib/reload-for-files.ts';
import './ui/styles.css';

addEventListener(
  'vite:preloadError',
  () =>
    void reloadForFiles({
      history,
      isReachable: () =>
        fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(3000) }),
      reload: () => location.reload(),
      hide: (isHidden) => {
        document.body.style.visibility = isHidden ? 'hidden' : '';
      },
    }),
);

/** An error that a boundary shows. The browser itself reports it nowhere. */
function onCaughtError(detail: unknown): void {
  console.error(detail);
  dispatchEvent(new CustomEvent('branchline:caught', { detail }));
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to draw into.');

const isDrawnAlready =
  location.pathname.startsWith('/dev/') &&
  (await (await import('./dev/start.tsx')).drawDevelopmentPage(root));
if (!isDrawnAlready) {
  const isDrawn = root.hasAttribute('data-drawn');
  const { pathname, search } = location;
  const app = <StrictMode>{await start()}</StrictMode>;
  const isLedElsewhere = location.pathname !== pathname;
  const draw = () => {
    // The screen that the server drew is hydrated if it is the one to show.
    if (isDrawn && !isLedElsewhere && location.search === search) hydrateRoot(root, app, { onCaughtError });
    else createRoot(root, { onCaughtError }).render(app);
  };
  // A redirect has just changed the address, and the screen changes with it. Otherwise it is drawn as a transition, so that the
  // page responds to touches in between.
  if (isLedElsewhere) {
    flushSync(draw);
    // Where another screen was drawn, the new one is announced, as after any navigation.
    if (isDrawn) root.querySelector('h1')?.focus({ preventScroll: true });
  } else startTransition(draw);
  // The banner and what needs consent are loaded last.
  void import('./lib/privacy/start.ts').then(({ startPrivacy }) => startPrivacy(() => new Date()));
}
