// The signing page in a browser: drawing, the preview of a typed name, the question before declining, and the warning to
// somebody who has gone quiet.

const at = <Kind extends HTMLElement>(id: string): Kind | null => document.getElementById(id) as Kind | null;
const { base = '', idleSeconds = '1200' } = document.body.dataset;

function signature(): void {
  const form = at<HTMLFormElement>('sign-form');
  const typed = at<HTMLInputElement>('kind-typed');
  const drawn = at<HTMLInputElement>('kind-drawn');
  const name = at<HTMLInputElement>('name');
  const preview = at('preview');
  const sheet = at<HTMLCanvasElement>('sheet');
  const kept = at<HTMLInputElement>('strokes');
  const told = at('drawn');
  if (!form || !typed || !drawn || !name || !preview || !sheet || !kept || !told) return;

  document.body.classList.add('scripted');
  const zone = at<HTMLInputElement>('zone');
  if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;

  name.addEventListener('input', () => {
    preview.textContent = name.value;
  });

  let strokes: [number, number][][] = JSON.parse(kept.value || '[]');

  function draw(): void {
    if (!sheet || sheet.hidden) return;
    const { width, height } = sheet.getBoundingClientRect();
    const scale = window.devicePixelRatio || 1;
    sheet.width = Math.round(width * scale);
    sheet.height = Math.round(height * scale);
    const pen = sheet.getContext('2d');
    if (!pen) return;
    pen.scale(scale, scale);
    pen.lineWidth = 2.5;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    pen.strokeStyle = '#1c2421';
    for (const stroke of strokes) {
      pen.beginPath();
      for (const [position, [x, y]] of stroke.entries())
        if (position === 0) pen.moveTo(x * width, y * height);
        else pen.lineTo(x * width, y * height);
      if (stroke.length === 1) pen.lineTo((stroke[0]?.[0] ?? 0) * width, (stroke[0]?.[1] ?? 0) * height);
      pen.stroke();
    }
  }

  function choose(): void {
    const drawing = at('drawing');
    const typing = at('typing');
    if (!drawing || !typing || !drawn) return;
    drawing.hidden = !drawn.checked;
    typing.hidden = drawn.checked;
    draw();
  }
  typed.addEventListener('change', choose);
  drawn.addEventListener('change', choose);
  window.addEventListener('resize', draw);
  choose();

  const point = (event: PointerEvent): [number, number] => {
    const { left, top, width, height } = sheet.getBoundingClientRect();
    const part = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
    return [part((event.clientX - left) / width), part((event.clientY - top) / height)];
  };
  const keep = () => {
    kept.value = JSON.stringify(strokes);
    told.textContent = strokes.length === 0 ? 'The sheet is empty.' : 'Your signature is on the sheet.';
  };
  let current: [number, number][] | undefined;
  sheet.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    sheet.setPointerCapture(event.pointerId);
    current = [point(event)];
    strokes.push(current);
    draw();
  });
  sheet.addEventListener('pointermove', (event) => {
    if (!current) return;
    for (const one of event.getCoalescedEvents?.() ?? [event]) current.push(point(one));
    draw();
  });
  for (const end of ['pointerup', 'pointercancel'] as const)
    sheet.addEventListener(end, () => {
      if (!current) return;
      current = undefined;
      keep();
    });
  at('clear')?.addEventListener('click', () => {
    strokes = [];
    draw();
    keep();
  });

  let sent = false;
  form.addEventListener('submit', (event) => {
    if (sent) {
      event.preventDefault();
      return;
    }
    sent = true;
    const working = at('working');
    if (working) working.textContent = 'Signing and sealing your documents…';
  });
  // Coming back to a page that was kept as it was.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });

  const problems = at('problems');
  problems?.focus();
  problems?.scrollIntoView({ block: 'start' });
}

function declining(): void {
  const dialog = at<HTMLDialogElement>('decline-dialog');
  at('decline-form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    dialog?.showModal();
  });
  at('decline-back')?.addEventListener('click', () => dialog?.close());
}

function silence(): void {
  const dialog = at<HTMLDialogElement>('idle-dialog');
  const allowed = Number(idleSeconds) * 1000;
  const warning = Math.min(120_000, allowed / 2);
  let active = Date.now();
  let told = active;

  async function tell(): Promise<void> {
    told = Date.now();
    const answer = await fetch(`${base}/active`, { method: 'POST' }).catch(() => undefined);
    // It ended elsewhere; the page itself knows where to go.
    if (answer?.status === 410) location.reload();
  }
  function stir(): void {
    if (dialog?.open) return;
    active = Date.now();
    if (active - told > 60_000) tell();
  }
  for (const name of ['pointerdown', 'keydown', 'scroll'] as const)
    document.addEventListener(name, stir, { passive: true });
  at('idle-stay')?.addEventListener('click', () => {
    dialog?.close();
    active = Date.now();
    tell();
  });

  function look(): void {
    const quiet = Date.now() - active;
    if (quiet >= allowed) at<HTMLFormElement>('timeout-form')?.submit();
    else if (quiet >= allowed - warning && dialog && !dialog.open) {
      at<HTMLDialogElement>('decline-dialog')?.close();
      dialog.showModal();
    }
  }
  setInterval(look, 1000);
  document.addEventListener('visibilitychange', look);
}

// A wide table can be moved by the keyboard too.
for (const [position, box] of document.querySelectorAll<HTMLElement>('.wide').entries())
  if (box.scrollWidth > box.clientWidth) {
    box.tabIndex = 0;
    box.setAttribute('role', 'region');
    box.setAttribute('aria-label', `Table ${position + 1}, wider than the page`);
  }

if (base) {
  signature();
  declining();
  silence();
}

export {};
