// The signing page's script: drawing, the preview of a typed name, the decline dialog and the inactivity warning.

const byId = <Kind extends HTMLElement>(id: string): Kind | null =>
  document.getElementById(id) as Kind | null;
const { base = '', idleSeconds = '1200' } = document.body.dataset;

function setUpSignature(): void {
  const form = byId<HTMLFormElement>('sign-form');
  const typed = byId<HTMLInputElement>('kind-typed');
  const drawn = byId<HTMLInputElement>('kind-drawn');
  const name = byId<HTMLInputElement>('name');
  const preview = byId('preview');
  const sheet = byId<HTMLCanvasElement>('sheet');
  const strokesField = byId<HTMLInputElement>('strokes');
  const drawnStatus = byId('drawn');
  if (!form || !typed || !drawn || !name || !preview || !sheet || !strokesField || !drawnStatus) return;

  document.body.classList.add('scripted');
  const zone = byId<HTMLInputElement>('zone');
  if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;

  name.addEventListener('input', () => {
    preview.textContent = name.value;
  });

  let strokes: [number, number][][] = JSON.parse(strokesField.value || '[]');

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
    const drawing = byId('drawing');
    const typing = byId('typing');
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
    const fraction = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
    return [fraction((event.clientX - left) / width), fraction((event.clientY - top) / height)];
  };
  const saveStrokes = () => {
    strokesField.value = JSON.stringify(strokes);
    drawnStatus.textContent =
      strokes.length === 0 ? 'The drawing area is empty.' : 'Your signature is drawn.';
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
      saveStrokes();
    });
  byId('clear')?.addEventListener('click', () => {
    strokes = [];
    draw();
    saveStrokes();
  });

  let sent = false;
  form.addEventListener('submit', (event) => {
    if (sent) {
      event.preventDefault();
      return;
    }
    sent = true;
    const working = byId('working');
    if (working) working.textContent = 'Signing your documents …';
  });
  // The browser restored this page from its back/forward cache.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });

  const problems = byId('problems');
  problems?.focus();
  problems?.scrollIntoView({ block: 'start' });
}

function setUpDeclineDialog(): void {
  const dialog = byId<HTMLDialogElement>('decline-dialog');
  byId('decline-form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    dialog?.showModal();
  });
  byId('decline-back')?.addEventListener('click', () => dialog?.close());
}

function watchForInactivity(): void {
  const dialog = byId<HTMLDialogElement>('idle-dialog');
  const allowed = Number(idleSeconds) * 1000;
  const warning = Math.min(120_000, allowed / 2);
  let activeAt = Date.now();
  let reportedAt = activeAt;

  async function reportActivity(): Promise<void> {
    reportedAt = Date.now();
    const answer = await fetch(`${base}/active`, { method: 'POST' }).catch(() => undefined);
    // The session ended elsewhere; reloading sends the person to the right place.
    if (answer?.status === 410) location.reload();
  }
  function recordActivity(): void {
    if (dialog?.open) return;
    activeAt = Date.now();
    if (activeAt - reportedAt > 60_000) reportActivity();
  }
  for (const name of ['pointerdown', 'keydown', 'scroll'] as const)
    document.addEventListener(name, recordActivity, { passive: true });
  byId('idle-stay')?.addEventListener('click', () => {
    dialog?.close();
    activeAt = Date.now();
    reportActivity();
  });

  function checkIdle(): void {
    const idleMs = Date.now() - activeAt;
    if (idleMs >= allowed) byId<HTMLFormElement>('timeout-form')?.submit();
    else if (idleMs >= allowed - warning && dialog && !dialog.open) {
      byId<HTMLDialogElement>('decline-dialog')?.close();
      dialog.showModal();
    }
  }
  setInterval(checkIdle, 1000);
  document.addEventListener('visibilitychange', checkIdle);
}

// Make wide tables scrollable by keyboard.
for (const [position, box] of document.querySelectorAll<HTMLElement>('.wide').entries())
  if (box.scrollWidth > box.clientWidth) {
    box.tabIndex = 0;
    box.setAttribute('role', 'region');
    box.setAttribute('aria-label', `Table ${position + 1}, wider than the page`);
  }

if (base) {
  setUpSignature();
  setUpDeclineDialog();
  watchForInactivity();
}

export {};
