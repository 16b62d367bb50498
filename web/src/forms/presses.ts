// A press that began on a button has to end on it. What would move the page in between, such as the error of the field that
// the press just left, waits until the press is over.
interface Presses {
  /** Runs at once, or after the press that is under way. */
  readonly after: (run: () => void) => void;
}

const begin = ['pointerdown', 'mousedown'] as const;
// Not every press ends with a pointer going up: a list that opens swallows it, a drag and a menu take it over.
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
  const watch = (names: readonly string[], hear: (event: Event) => void) => {
    for (const name of names) page.addEventListener(name, hear, { capture: true, passive: true });
  };
  watch(begin, ({ target }) => {
    clearTimeout(ending);
    pressed = target;
  });
  watch(end, ({ type, target }) => {
    // The field that the press leaves may shape what was typed into it: that is not the end.
    if (!pressed || (type === 'input' && target !== pressed)) return;
    clearTimeout(ending);
    // The click comes after the pointer went up, in the same turn.
    ending = setTimeout(over);
  });
  return { after: (run) => (pressed ? void waiting.push(run) : run()) };
}

let ofThisPage: Presses | undefined;

/** The presses of this page; watched from the first asking on. */
export function presses(): Presses {
  ofThisPage ??= watchPresses(window);
  return ofThisPage;
}
