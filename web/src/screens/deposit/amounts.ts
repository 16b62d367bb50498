/** "0.12", ".12" or "$0.12" in cents. */
export const centsOf = (typed: string): number => Number(typed.replace(/\D/g, ''));
