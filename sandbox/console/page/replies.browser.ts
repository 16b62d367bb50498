// The form that plays somebody who replies to a text.
import { byId, element, phone, sendJson } from './elements.browser.ts';

/** Whoever got a text can reply to one. */
export function offerReplies(phones: readonly string[]): void {
  const choice = byId<HTMLSelectElement>('reply-from');
  const chosen = choice.value;
  const known = [...new Set(phones)];
  choice.replaceChildren(...known.map((one) => element('option', { value: one }, phone(one))));
  if (known.includes(chosen)) choice.value = chosen;
}

export function wireReplyForm(): void {
  const form = byId<HTMLFormElement>('reply-form');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const answer = await sendJson('POST', '/texts/replies', Object.fromEntries(new FormData(form)));
    const { errors } = (await answer.json().catch(() => ({}))) as { errors?: { message: string }[] };
    byId('reply-answer').textContent = answer.ok
      ? 'The product received it.'
      : (errors?.[0]?.message ?? 'The product refused it.');
  });
}
