// Scripts that the harness runs in pages, and the console messages that the harness itself causes.
import type Axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';

/** Notes, in the page, every change of the address that the screen did not follow in the same task. */
export function watchAddress(): void {
  const late: string[] = [];
  Object.assign(window, { addressesBeforeTheirScreens: late });
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name];
    history[name] = (...values) => {
      const { pathname } = location;
      const [heading, focused] = [document.querySelector('h1'), document.activeElement];
      change.apply(history, values);
      // A token that is taken out of the address, or replaced by dashes, leaves the screen as it is.
      if (pathname.startsWith(location.pathname.replace(/(\/-)+$/, ''))) return;
      const { port1, port2 } = new MessageChannel();
      port2.onmessage = () => {
        const now = document.activeElement;
        // A page that is still loading has no screen to follow.
        const hasMovedFocus = now !== focused && now !== document.body;
        const followed = !heading?.isConnected || hasMovedFocus;
        if (!followed) late.push(`${location.pathname} while the page still was ${document.title}`);
      };
      port1.postMessage(null);
    };
  }
}

/** Takes from our own pages what some browser that the build is for (`vite.config.ts`) lacks in its oldest version. */
export function removeNewerApis(origin: string): void {
  if (location.origin !== origin) return;
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  const newer: readonly (readonly [owner: object, names: string])[] = [
    [window, 'navigation scheduler'],
    [document, 'startViewTransition'],
    [Document.prototype, 'startViewTransition'],
    // Not `checkVisibility`, which the harness needs here.
    [Element.prototype, 'moveBefore setHTML setHTMLUnsafe'],
    [HTMLElement.prototype, 'hidePopover popover showPopover togglePopover'],
    [AbortSignal, 'any'],
    [Response, 'json'],
    [URL, 'canParse parse'],
    [URLSearchParams.prototype, 'size'],
    [Array, 'fromAsync'],
    [Array.prototype, 'toReversed toSorted toSpliced with'],
    [Intl, 'DurationFormat Segmenter'],
    [iterators, 'drop every filter find flatMap forEach map reduce some take toArray'],
    [Map, 'groupBy'],
    [Map.prototype, 'getOrInsert getOrInsertComputed'],
    [Object, 'groupBy'],
    [Promise, 'try withResolvers'],
    [RegExp, 'escape'],
    [Set.prototype, 'difference intersection symmetricDifference union'],
    [Set.prototype, 'isDisjointFrom isSubsetOf isSupersetOf'],
    [String.prototype, 'isWellFormed toWellFormed'],
  ];
  for (const [owner, names] of newer)
    for (const name of names.split(' ')) Reflect.deleteProperty(owner, name);
}

/** Puts each text into an element of its own, as a browser's translator does, now and whenever the page changes. */
export function translateTexts(): void {
  const translate = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('font, script, style, option')) continue;
      const font = document.createElement('font');
      font.textContent = text.data;
      text.replaceWith(font);
    }
  };
  new MutationObserver(translate).observe(document.body, { childList: true, subtree: true });
  translate();
}

const fields = 'main :is(input, select, textarea)';

/** How a translator or an extension changes a page: the elements, and what happens to each. It may happen again and again. */
const changes: Readonly<Record<string, readonly [string, (one: Element, at: number) => void]>> = {
  'texts in elements': ['body', translateTexts],
  'other words': [
    'main :is(p, label, legend, h1, h2, button)',
    ({ childNodes }) => {
      for (const text of childNodes) if (text instanceof Text) text.data = `¡${text.data}!`;
    },
  ],
  'translated options': [
    'option',
    (option) => {
      option.textContent = `¡${option.textContent}!`;
    },
  ],
  'an element around each field': [
    fields,
    (field) => {
      // From a field that is moved the browser itself takes the focus.
      if (field === document.activeElement) return;
      const around = document.createElement('font');
      field.replaceWith(around);
      around.append(field);
    },
  ],
  'an element in each label': [
    'main label',
    (label) => label.append(Object.assign(document.createElement('img'), { alt: '' })),
  ],
  'an element before the page': ['#root', (root) => root.prepend(document.createElement('div'))],
  'an element in each form': ['form', (form) => form.append(document.createElement('div'))],
  'a part removed': ['footer', (footer) => footer.remove()],
  'a password manager': [
    fields,
    (one) => {
      const field = one as HTMLInputElement;
      field.setAttribute('data-com-onepassword-filled', 'light');
      if (field.nextElementSibling?.tagName !== 'COM-1PASSWORD-BUTTON')
        field.after(document.createElement('com-1password-button'));
      // Fills in what is there once more.
      for (const name of ['focus', 'input', 'change', 'blur'])
        if (field.value && field.type !== 'checkbox' && field.type !== 'radio')
          field.dispatchEvent(new Event(name, { bubbles: name === 'input' || name === 'change' }));
    },
  ],
  'an ad blocker': ['.ad, [class*=captcha], [class*=banner], iframe, picture, aside', (one) => one.remove()],
  'a dark mode': [
    'body, body *',
    (one, at) => {
      if (at === 0) {
        document.documentElement.setAttribute('data-darkreader-mode', 'dynamic');
        document.head.append(Object.assign(document.createElement('meta'), { name: 'darkreader' }));
        document.head.prepend(Object.assign(document.createElement('style'), { className: 'darkreader' }));
      }
      if (!(one instanceof HTMLElement)) return;
      one.setAttribute('data-darkreader-inline-color', '');
      one.style.setProperty('--darkreader-inline-color', '#eee');
    },
  ],
  'a reader’s font': [
    'main :is(p, h1, h2, li, label, button, legend, dd, dt)',
    (one) => {
      for (const text of [...one.childNodes]) {
        if (!(text instanceof Text) || !text.data.trim()) continue;
        const bold = Object.assign(document.createElement('b'), { textContent: text.data.slice(0, 3) });
        const shown = document.createElement('span');
        shown.append(bold, text.data.slice(3));
        text.replaceWith(shown);
      }
    },
  ],
  'parts in wrappers': [
    'main :is(p, ul, ol, form, button, h2)',
    (one) => {
      if (one.parentElement?.tagName === 'READER-PART' || one.contains(document.activeElement)) return;
      const around = document.createElement('reader-part');
      one.before(around);
      around.append(one);
    },
  ],
  'a grammar checker': [
    'body, main :is(input, textarea)',
    (one) => {
      if (one.tagName === 'BODY') return one.append(document.createElement('grammarly-desktop-integration'));
      one.setAttribute('data-gramm', 'false');
      one.before(document.createElement('grammarly-extension'));
    },
  ],
  'words highlighted': [
    'body',
    (body) => {
      const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        const at = text.data.search(/ \w{3}/);
        if (at < 1 || text.parentElement?.closest('mark, script, style, option, title')) continue;
        const word = text.splitText(at + 1);
        word.splitText(3);
        const mark = document.createElement('mark');
        word.replaceWith(mark);
        mark.append(word);
      }
    },
  ],
  'comments and empty nodes removed': [
    'body',
    (body) => {
      const walker = document.createTreeWalker(body);
      const empty: ChildNode[] = [];
      while (walker.nextNode()) {
        const node = walker.currentNode as ChildNode;
        const isEmpty = node instanceof Comment || (node instanceof Text && node.data === '');
        if (isEmpty || (node instanceof HTMLSpanElement && !node.hasChildNodes())) empty.push(node);
      }
      for (const node of empty) node.remove();
    },
  ],
  'nodes at the ends': [
    'head, body',
    (one) => {
      one.append(document.createElement('script'), document.createElement('style'));
      if (one.tagName === 'HEAD') return;
      one.prepend(document.createElement('div'));
      document.documentElement.append(document.createElement('extension-host'));
    },
  ],
  'attributes on the page': [
    'html, body',
    (one) => {
      one.setAttribute('lang', 'es');
      one.setAttribute('data-new-gr-c-s-check-loaded', '14');
      one.className = 'translated-ltr vsc-initialized';
      one.setAttribute('style', 'min-height: 100%');
    },
  ],
};

export async function changePage(page: Page, kinds: readonly string[]): Promise<void> {
  for (const kind of kinds) {
    const [selector, changed] = changes[kind] ?? [];
    if (selector && changed)
      await page.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).forEach(${changed})`);
  }
}

/** What a browser or its extensions do to a page before anything of it runs. */
export const surroundings: Readonly<Record<string, () => void>> = {
  'a privacy extension': () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(document, 'referrer', { value: '' });
    HTMLCanvasElement.prototype.getContext = () => null;
  },
  'an app’s own browser': () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { value: null });
    Object.assign(window, { webkit: { messageHandlers: {} }, open: () => null });
    Object.defineProperty(navigator, 'userAgent', { value: `${navigator.userAgent} [FBAN/FBIOS;FBAV/450]` });
    const bridge = () => document.head.append(document.createElement('script'));
    document.addEventListener('DOMContentLoaded', bridge);
  },
};

/** These do not leave the words as they are. */
export const withOtherWords = ['other words', 'translated options', 'a part removed', 'an ad blocker'];

/** All kinds of change, several on one page. */
export const kindsTogether: readonly (readonly string[])[] = [
  [
    ...withOtherWords,
    'a privacy extension',
    'a password manager',
    'an element before the page',
    'nodes at the ends',
  ],
  [
    'texts in elements',
    'an app’s own browser',
    'a dark mode',
    'a grammar checker',
    'an element in each form',
    'attributes on the page',
  ],
  [
    'words highlighted',
    'a reader’s font',
    'parts in wrappers',
    'an element around each field',
    'an element in each label',
    'comments and empty nodes removed',
  ],
];

export function refusePrivacyQuestion(): void {
  try {
    const until = '2999-01-01T00:00:00Z';
    if (localStorage.getItem('branchline.privacy') === null)
      localStorage.setItem('branchline.privacy', JSON.stringify({ until }));
  } catch {
    // A page without storage, such as a vendor's frame.
  }
}

interface Shift {
  readonly step: string;
  /** The share of the window that moved, by how far. */
  readonly value: number;
  readonly moved: readonly string[];
}

/** What moves on our own pages without a press, from now on. */
export async function collectShifts(context: BrowserContext, origin: string): Promise<readonly Shift[]> {
  const shifts: Shift[] = [];
  await context.exposeBinding('recordShift', (_, shift: Shift) => shifts.push(shift));
  await context.addInitScript(recordShifts, origin);
  return shifts;
}

function recordShifts(origin: string): void {
  if (location.origin !== origin || window !== top) return;
  const { recordShift } = window as unknown as { recordShift: (shift: Shift) => void };
  const place = ({ x, y, width, height }: DOMRectReadOnly) => `${[x, y, width, height].map(Math.round)}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue;
      recordShift({
        step: `${location.pathname}${location.search} ${document.title}`,
        value: entry.value,
        moved: entry.sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const name = element ? `${element.tagName}.${element.className}` : 'gone';
          return `${name} "${element?.textContent?.slice(0, 30)}" ${place(previousRect)} to ${place(currentRect)}`;
        }),
      });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** A trace with snapshots puts a script into every frame, also into the sandboxed ones that show emails. */
export const tracesOwn = process.env.TRACE_SNAPSHOTS
  ? /^console error: Blocked script execution in 'about:srcdoc'/
  : /^$/;

/** What axe finds in the page. Frames belong to vendors. */
export async function axeFindings(tags: string[]): Promise<readonly string[]> {
  const { axe } = window as typeof window & { readonly axe: typeof Axe };
  const { violations } = await axe.run(document, {
    runOnly: { type: 'tag', values: tags },
    // Our policy forbids axe to load a style sheet that has not arrived yet, and only experimental rules read one.
    preload: false,
    // Listing what passed as well would take a third of the time.
    resultTypes: ['violations'],
    iframes: false,
  });
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
  );
}

/** What axe judges: elements and attributes. Other names, amounts and dates in the same elements add nothing. */
export function shapeOfPage(): string {
  const shapeOf = (element: Element): string => {
    const attributes = [...element.attributes]
      .map(({ name, value }) =>
        /^(href|src|value|id|for|aria-\w+by|d)$/.test(name) ? name : `${name}=${value}`,
      )
      .join(' ');
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    return `<${element.tagName} ${attributes}${hasText ? ' text' : ''}>${[...element.children].map(shapeOf).join('')}</>`;
  };
  return shapeOf(document.body).replace(/\d+/g, '0');
}
