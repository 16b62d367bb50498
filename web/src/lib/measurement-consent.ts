// The one consent this browser keeps: whether use of the pages may be measured. Without an answer, or with the browser's
// own privacy signal, it may not.
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
    // Where nothing can be kept, nothing is measured either.
  }
}
