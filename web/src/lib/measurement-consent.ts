// The consent to measure the use of the pages, stored in this browser. Without it, or with the browser's privacy signal, nothing is
// measured.
const key = 'branchline.measurement';

export function measurementConsent(): boolean {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return false;
  try {
    return window.localStorage.getItem(key) === 'yes';
  } catch {
    return false;
  }
}

export function saveMeasurementConsent(consent: boolean): void {
  try {
    window.localStorage.setItem(key, consent ? 'yes' : 'no');
  } catch {
    // Without storage nothing is measured.
  }
}
