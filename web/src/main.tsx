// The browser's entry. Hydrates a prerendered page, or renders the page.
import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { start } from './app/start.tsx';
import { reloadForFiles } from './lib/reload-for-files.ts';
import 'virtual:look.css';
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
        // What was drawn in the meantime could not take the focus.
        if (!isHidden && document.activeElement === document.body) document.querySelector('h1')?.focus();
      },
    }),
);

/** An error that a boundary shows. The browser itself reports it nowhere. */
function onCaughtError(detail: unknown): void {
  console.error(detail);
  dispatchEvent(new CustomEvent('branchline:caught', { detail }));
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to render into.');
/** Without a connection, or where the page is left meanwhile, the page lives without it. */
const continueWithout = () => {};
void import('./lib/changed-pages.ts').then(({ keepChangedPage }) => keepChangedPage(root), continueWithout);

const isRenderedAlready =
  location.pathname.startsWith('/dev/') &&
  (await (await import('./dev/start.tsx')).renderDevelopmentPage(root));
if (!isRenderedAlready) {
  const isRendered = root.hasAttribute('data-rendered');
  const { pathname, search } = location;
  const app = <StrictMode>{await start()}</StrictMode>;
  const isLedElsewhere = location.pathname !== pathname;
  const render = () => {
    // The screen that the server rendered is hydrated if it is the one to show.
    if (isRendered && !isLedElsewhere && location.search === search)
      hydrateRoot(root, app, { onCaughtError });
    else {
      delete root.dataset.rendered;
      createRoot(root, { onCaughtError }).render(app);
    }
  };
  // After a redirect the screen changes at once; otherwise in a transition, which leaves the page responsive.
  if (isLedElsewhere) {
    flushSync(render);
    // Where another screen was rendered, the new one is announced, as after any navigation.
    if (isRendered) root.querySelector('h1')?.focus({ preventScroll: true });
  } else startTransition(render);
  // The banner and what needs consent are loaded last.
  void import('./lib/privacy/start.ts').then(
    ({ startPrivacy }) => startPrivacy(() => new Date()),
    continueWithout,
  );
}
