// The console's form that sends a lead to the product as a partner's server would.
import { byId, copyButton, element, sendJson } from './elements.browser.ts';

type Answer = { resumeUrl?: string; expires?: string; errors?: { field?: string; message: string }[] };

/** The product knows a lead by its id, so each press sends a new one unless a person typed theirs. */
const newId = () => `console-${Date.now().toString(36)}`;

function showAnswer({ resumeUrl, errors }: Answer, status: number): void {
  const said = byId('lead-answer');
  if (resumeUrl !== undefined) {
    said.replaceChildren(
      element(
        'p',
        {},
        element('a', { href: resumeUrl, target: '_blank' }, 'Open the applicant’s link'),
        ' ',
        copyButton(resumeUrl, 'Copy link', 'Copy the applicant’s link', 'lead link'),
      ),
    );
    return;
  }
  const mistakes = errors ?? [{ message: "We can't read the answer." }];
  said.replaceChildren(
    element('p', { class: 'bad' }, `The product refused the lead with ${status}:`),
    element(
      'ul',
      {},
      ...mistakes.map(({ field, message }) => element('li', {}, field ? `${field}: ${message}` : message)),
    ),
  );
}

export function wireLeadForm(): void {
  const form = byId<HTMLFormElement>('lead-form');
  const id = form.elements.namedItem('leadId') as HTMLInputElement;
  id.value = newId();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button') as HTMLButtonElement;
    button.disabled = true;
    try {
      const answer = await sendJson('POST', '/leads', Object.fromEntries(new FormData(form)));
      const body = (await answer.json().catch(() => ({}))) as Answer;
      showAnswer(body, answer.status);
      if (answer.ok && id.value.startsWith('console-')) id.value = newId();
    } finally {
      button.disabled = false;
    }
  });
}
