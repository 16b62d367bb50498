// Handles the first visit's banner, and loads what reports use and errors once the visitor agrees.
// Loaded when the page responds to the visitor, never before.
import { all, choicesChanged, none, type PrivacyChoices, readChoices, saveChoices } from './choices.ts';

let isReporting = false;

export function startPrivacy(now: () => Date): void {
  const banner = document.getElementById('privacy');
  const answer = (choice: string | undefined) => {
    if (choice === 'all') saveChoices(all, now());
    if (choice === 'none') saveChoices(none, now());
    const choices = document.querySelector<HTMLButtonElement>('[data-privacy-choices]');
    if (choice !== 'choose' || !choices) return;
    // The dialog returns the focus to it: the question's own button is gone by then.
    choices.focus({ preventScroll: true });
    choices.click();
  };
  banner?.addEventListener('click', (event) => {
    answer((event.target as Element).closest<HTMLElement>('[data-privacy]')?.dataset.privacy);
  });
  // `bootstrap.ts` recorded what was pressed before this was loaded.
  answer(banner?.dataset.pressed);

  const apply = (choices: PrivacyChoices) => {
    isReporting ||= choices.analytics || choices.errors;
    // A page that reported nothing has nothing to stop.
    if (isReporting) import('./reporting.ts').then(({ report }) => report(choices)).catch(() => {});
  };
  addEventListener(choicesChanged, (event) => apply((event as CustomEvent<PrivacyChoices>).detail));
  const choices = readChoices(now());
  if (choices) apply(choices);
}
