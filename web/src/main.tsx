// The browser's entry. Hydrates a prerendered page, or draws the page.
import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { start } from './app/start.tsx';
import './ui/styles.css';

// A new release removes old files, so the page reloads once. The note is in the history state, which the landing page does not
// clear.
addEventListener('vite:preloadError', () => {
  if (history.state?.reloadedForFiles) return;
  history.replaceState({ ...history.state, reloadedForFiles: true }, '');
  location.reload();
});

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to draw into.');

if (location.pathname.startsWith('/dev/screens')) {
  const { developmentPage } = await import('./dev/start.tsx');
  createRoot(root).render(<StrictMode>{developmentPage(location.search)}</StrictMode>);
} else {
  const isDrawn = root.hasAttribute('data-drawn');
  const { pathname } = location;
  const app = <StrictMode>{await start()}</StrictMode>;
  const draw = () => {
    if (isDrawn) hydrateRoot(root, app);
    else createRoot(root).render(app);
  };
  // A redirect has just changed the address, and the screen changes with it. Otherwise it is drawn as a transition, so that the
  // page responds to touches in between.
  if (location.pathname === pathname) startTransition(draw);
  else flushSync(draw);
}
