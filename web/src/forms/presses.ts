// Updates that would move the page wait for the end of a press, which must end on its button.
interface Presses {
  /** Runs at once, or after the current press. */
  readonly after: (run: () => void) => void;
}

const begin = ['pointerdown', 'mousedown'] as const;
// Not every press ends with a pointer event: an opening list, a drag or a menu can take it over.
const end = [
  'pointerup',
  'pointercancel',
  'mouseup',
  'click',
  'contextmenu',
  'dragend',
  'keydown',
  'input',
] as const;

export function watchPresses(page: EventTarget): Presses {
  let pressed: EventTarget | null = null;
  let ending: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => void)[] = [];
  const over = () => {
    pressed = null;
    const runs = waiting;
    waiting = [];
    for (const run of runs) run();
  };
  const watch = (names: readonly string[], onEvent: (event: Event) => void) => {
    for (const name of names) page.addEventListener(name, onEvent, { capture: true, passive: true });
  };
  watch(begin, ({ target }) => {
    clearTimeout(ending);
    pressed = target;
  });
  watch(end, ({ type, target }) => {
    // The field that the press leaves may reformat its text, which does not end the press.
    if (!pressed || (type === 'input' && target !== pressed)) return;
    clearTimeout(ending);
    // The click follows the pointer event in the same task.
    ending = setTimeout(over);
  });
  return { after: (run) => (pressed ? void waiting.push(run) : run()) };
}

let ofThisPage: Presses | undefined;

/** The presses of this page, watched since the first call. */
export function presses(): Presses {
  ofThisPage ??= watchPresses(window);
  return ofThisPage;
}
