// The visitor's privacy choices, stored in this browser for 12 months. Without a choice, everything that needs consent is off.
export const privacyCategories = ['analytics', 'errors', 'advertising'] as const;
export type PrivacyCategory = (typeof privacyCategories)[number];
export type PrivacyChoices = Readonly<Record<PrivacyCategory, boolean>>;

/** `privacy-question.ts` reads the same key before the application is there. */
const key = 'branchline.privacy';
const retentionMonths = 12;

export const none: PrivacyChoices = { analytics: false, errors: false, advertising: false };
export const all: PrivacyChoices = { analytics: true, errors: true, advertising: true };

/** The browser sends the Global Privacy Control signal, which refuses advertising. */
export function sendsPrivacySignal(): boolean {
  return Boolean((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl);
}

/** The choices in force at an instant; undefined if none were made, or too long ago. */
export function readChoices(now: Date): PrivacyChoices | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as
      | (Partial<PrivacyChoices> & { readonly until?: string })
      | null;
    if (kept === null || !(Date.parse(kept.until ?? '') > now.getTime())) return undefined;
    return {
      analytics: kept.analytics === true,
      errors: kept.errors === true,
      advertising: kept.advertising === true && !sendsPrivacySignal(),
    };
  } catch {
    // Without storage nothing was allowed.
    return undefined;
  }
}

/** Saves the choices and notifies the page, where they take effect at once. */
export function saveChoices(choices: PrivacyChoices, now: Date): void {
  const until = new Date(now);
  until.setMonth(until.getMonth() + retentionMonths);
  const kept = { ...choices, advertising: choices.advertising && !sendsPrivacySignal() };
  try {
    localStorage.setItem(key, JSON.stringify({ ...kept, until: until.toISOString() }));
  } catch {
    // Without storage the choices hold for this page.
  }
  const banner = document.getElementById('privacy');
  const hadFocus = banner?.contains(document.activeElement);
  if (banner) banner.hidden = true;
  if (hadFocus) document.getElementById('content')?.focus({ preventScroll: true });
  dispatchEvent(new CustomEvent<PrivacyChoices>(choicesChanged, { detail: kept }));
}

export const choicesChanged = 'branchline:privacy';
