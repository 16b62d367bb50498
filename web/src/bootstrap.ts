// The first script of every page, inlined by the build: keeps the browser from submitting a form itself,
// which would lose its answers; records presses, so that they count once the page is hydrated; and fetches
// the application. It has no imports, and nothing in it runs before the first paint.
interface Page {
  readonly loads: readonly string[];
  /** The page is fully rendered and is hydrated when the user interacts. Otherwise the scripts render it right away. */
  readonly whole: boolean;
  /** On the landing page: its variant. */
  readonly experience?: string;
  readonly face: { readonly source: string; readonly descriptors: FontFaceDescriptors };
}

const { loads, whole, experience, face } = JSON.parse(
  document.getElementById('page')?.textContent ?? '',
) as Page;
const { dataset } = document.documentElement;

/** For `start.tsx`. The latest counts. */
function record(element: HTMLElement, name: 'pressed' | 'submitted'): void {
  const earlier = document.querySelector<HTMLElement>(`${element.localName}[data-${name}]`);
  if (earlier) delete earlier.dataset[name];
  element.dataset[name] = dataset[name] = '';
}

/** The scripts failed to load. They cannot be requested again from here, so a press reloads the page. */
let scriptsFailed = false;

document.addEventListener(
  'submit',
  (event) => {
    event.preventDefault();
    record(event.target as HTMLFormElement, 'submitted');
    if (scriptsFailed) location.reload();
  },
  true,
);
document.addEventListener(
  'click',
  (event) => {
    const choice = (event.target as Element).closest<HTMLElement>('[data-privacy]')?.dataset.privacy;
    const question = document.getElementById('privacy');
    if (question && choice) {
      question.dataset.pressed = choice;
      return;
    }
    const button = (event.target as Element).closest('button');
    if (button?.type !== 'button' || dataset.hydrated) return;
    record(button, 'pressed');
    if (scriptsFailed) location.reload();
  },
  true,
);

if (experience) {
  // Arriving at the landing page clears the session storage and writes the page's variant into the address.
  try {
    sessionStorage.clear();
  } catch {
    // Without storage there is nothing to clear.
  }
  const query = new URLSearchParams(location.search);
  if (query.get('experience') !== experience) {
    query.set('experience', experience);
    history.replaceState(history.state, '', `${location.pathname}?${query}`);
  }
}

/** As a style rule, the font would delay the first paint on a slow connection. Its fallbacks have the same metrics. */
const showDisplayFont = () =>
  face && document.fonts.add(new FontFace('Display', face.source, face.descriptors));

/** A page rendered whole has only the styles of what it shows. These files have them all. */
const styles = whole ? [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')] : [];

function announce(rel: 'modulepreload' | 'prefetch', address: string): void {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = address;
  document.head.append(link);
}

/** In parallel, so that a phone waits once. */
function fetchAll(): void {
  for (const address of loads) announce('modulepreload', address);
  for (const { href } of styles) announce('prefetch', href);
}

/** All styles at once, since each change of them renders the page again; then one script at a time, so that it responds in between. */
async function runAll(): Promise<void> {
  await Promise.all(
    styles.map(
      (link) =>
        new Promise((resolve) => {
          link.onload = link.onerror = resolve;
          link.disabled = false;
        }),
    ),
  );
  for (const address of loads) {
    await import(/* @vite-ignore */ address);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const userEvents = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'click',
  'scroll',
  'keydown',
  'focusin',
  'input',
  'change',
];

/** The landing page depends on this browser: it has an application, or its session ended. */
const hasVisited = experience && document.getElementById('responses');

/** Resolves when the user touches, scrolls or types, or at once if they already have. */
function userIsPresent(): Promise<unknown> {
  const isPresent =
    document.activeElement !== document.body || scrollY > 0 || 'pressed' in dataset || 'submitted' in dataset;
  if (isPresent) return Promise.resolve();
  const stop = new AbortController();
  return new Promise((resolve) => {
    for (const event of userEvents)
      document.addEventListener(event, resolve, { capture: true, passive: true, signal: stop.signal });
  }).finally(() => stop.abort());
}

/** After this time, the first frame is on the screen; what follows would delay it. A step needs its scripts too much to wait. */
const settledMs = whole ? 100 : 0;

requestAnimationFrame(() => setTimeout(begin, settledMs));

async function begin(): Promise<void> {
  // A page opened by a link has its session first (`link-exchange.ts`). The screen shows a failure, and calls again.
  await window.branchlineLink?.response?.catch(() => {});
  showDisplayFont();
  fetchAll();
  if (whole && !hasVisited) await userIsPresent();
  try {
    await runAll();
  } catch {
    scriptsFailed = true;
    // On a step that only waits, there is nothing to press. A link's page has its token no more.
    const hasMore = document.querySelector('main :is(button, input, a[href^="/"]):not(details *)');
    if (!whole && !window.branchlineLink && !hasMore) reloadLater();
  }
}

/** Once the server can be reached: without a connection, the browser's own page would take this one's place. */
function reloadLater(): void {
  setTimeout(() => fetch('', { method: 'HEAD' }).then(() => location.reload(), reloadLater), 10_000);
}
