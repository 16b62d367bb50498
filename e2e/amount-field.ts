// The amount typed on the offers page, for tests about it.
import { saveOfferChoices } from '#contract/offers.ts';
import type { Visit } from './visit.ts';

export const savesTo = saveOfferChoices.path.split('/').at(-1);
export const field = ({ page }: Visit) => page.getByRole('textbox', { name: 'Loan amount' });
export const chooseButtons = (visit: Visit) => visit.button(/^(?:Choose|Continue with) this offer/);

type Save = ReturnType<(typeof saveOfferChoices.body)['parse']>;

export function watchSaves(visit: Visit): Save[] {
  const saves: Save[] = [];
  visit.page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith(`/${savesTo}`))
      saves.push(request.postDataJSON());
  });
  return saves;
}

export async function slowly(visit: Visit, act: () => Promise<void>): Promise<void> {
  const processor = await visit.context.newCDPSession(visit.page);
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await act();
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

export const dollarsIn = (text: string | null) => Number((text ?? '').replaceAll(/[$,]/g, ''));
export const listedAmount = async ({ page }: Visit) =>
  dollarsIn(/For a loan of (\$[\d,]+)/.exec((await page.locator('output').textContent()) ?? '')?.[1] ?? '');
