// The console's clock, which moves the product's and the sandbox's together.
import { announce, byId, sendJson } from './elements.browser.ts';

const moment = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

type Clocks = { product: string; sandbox: string; errors?: { message: string }[] };

async function move(advanceSeconds: number): Promise<boolean> {
  const answer = await sendJson('POST', '/clock/both', { advanceSeconds });
  const { product, sandbox, errors } = (await answer.json()) as Clocks;
  const now = byId('clock-now');
  if (!answer.ok) {
    now.textContent = errors?.[0]?.message ?? "The product isn't answering.";
    return false;
  }
  now.textContent = moment.format(new Date(product));
  const apart = Math.abs(Date.parse(product) - Date.parse(sandbox)) > 60_000;
  byId('clock-apart').hidden = !apart;
  byId('clock-apart').textContent = `The sandbox’s is at ${moment.format(new Date(sandbox))}.`;
  return true;
}

export const showClock = async (): Promise<void> => void (await move(0));

export function wireClock(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-seconds]'))
    button.addEventListener('click', async () => {
      button.disabled = true;
      const moved = await move(Number(button.dataset.seconds)).finally(() => {
        button.disabled = false;
      });
      if (moved) announce(`Moved both clocks ${(button.textContent ?? '').toLowerCase()}`);
    });
}
