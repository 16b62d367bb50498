// The first script of every page; the build writes it into the page (`scripts/pages.ts`). It keeps a form from being sent by
// the browser itself (its fields would be lost), notes what is pressed so that it counts once the page is alive, and fetches
// the application. Nothing is imported here, and nothing of it runs before the first paint.
interface Page {
  /** The application's scripts, in the order in which they run. */
  readonly loads: readonly string[];
  /** The page is all there: it comes alive when someone is. Otherwise the scripts draw it, as soon as they can. */
  readonly whole: boolean;
  /** On the landing page: its variant. */
  readonly experience?: string;
  readonly face: { readonly source: string; readonly descriptors: FontFaceDescriptors };
}

const { loads, whole, experience, face } = JSON.parse(
  document.getElementById('page')?.textContent ?? '',
) as Page;
const { dataset } = document.documentElement;

/** The scripts did not come. They cannot be asked for again from here, so a press loads the page anew. */
let scriptsFailed = false;

document.addEventListener(
  'submit',
  (event) => {
    event.preventDefault();
    (event.target as HTMLElement).dataset.pressed = '';
    if (scriptsFailed) location.reload();
  },
  true,
);
document.addEventListener(
  'click',
  (event) => {
    // On the landing page the form comes alive last.
    const button = (event.target as Element).closest(dataset.hydrated ? 'form button' : 'button');
    if (button?.getAttribute('type') !== 'button' || dataset.hydrated === 'all') return;
    dataset.pressed = button.textContent ?? '';
    if (scriptsFailed) location.reload();
  },
  true,
);

if (experience) {
  // Arriving at the landing page forgets what the tab remembered and writes the page's variant into the address.
  try {
    sessionStorage.clear();
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
  const query = new URLSearchParams(location.search);
  if (query.get('experience') !== experience) {
    query.set('experience', experience);
    history.replaceState(history.state, '', `${location.pathname}?${query}`);
  }
}

/** In the browser's own words it would hold up the first paint on a slow line. Its fallbacks have the same measures. */
const showDisplayFont = () => document.fonts.add(new FontFace('Besley', face.source, face.descriptors));

/** Side by side, so that a phone waits once. */
function fetchAll(): void {
  for (const address of loads) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = address;
    document.head.append(link);
  }
}

/** One after another, so that a touch in between is answered. */
async function runAll(): Promise<void> {
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

/** Resolves when someone touches, scrolls or types; at once where they already have. */
function userIsPresent(): Promise<unknown> {
  const isPresent =
    document.activeElement !== document.body ||
    scrollY > 0 ||
    'pressed' in dataset ||
    document.querySelector('form[data-pressed]') !== null;
  if (isPresent) return Promise.resolve();
  const stop = new AbortController();
  return new Promise((resolve) => {
    for (const event of userEvents) {
      document.addEventListener(event, resolve, { capture: true, passive: true, signal: stop.signal });
    }
  }).finally(() => stop.abort());
}

requestAnimationFrame(() =>
  setTimeout(async () => {
    if (whole) showDisplayFont();
    fetchAll();
    if (whole) await userIsPresent();
    try {
      await runAll();
    } catch {
      scriptsFailed = true;
    }
    if (!whole) showDisplayFont();
  }),
);
