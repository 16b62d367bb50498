// The bank that was linked in this document, for the pages that name it before the server has. In memory only.
export interface InstitutionData {
  readonly institutionId?: string;
  readonly name?: string;
  /** PNG, base64. */
  readonly logo?: string;
}

let kept: InstitutionData = {};

/** Adds to what is known of the bank; another bank takes its place. */
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
