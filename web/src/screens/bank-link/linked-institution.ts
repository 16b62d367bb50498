// The bank linked in this document, for pages that show it before the server does. Stored in memory only.
interface InstitutionData {
  readonly institutionId?: string;
  readonly name?: string;
  /** PNG, base64. */
  readonly logo?: string;
}

let kept: InstitutionData = {};

/** Adds details of the bank, or replaces it with another bank. */
export function rememberInstitution(data: InstitutionData): void {
  const another = data.institutionId !== undefined && data.institutionId !== kept.institutionId;
  kept = another ? data : { ...kept, ...data };
}

export function institutionData(): InstitutionData {
  return kept;
}

export function forgetInstitution(): void {
  kept = {};
}
