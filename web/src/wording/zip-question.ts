export const zipQuestionText = {
  confirm: (state: string) => `Yes, my home is in ${state}.`,
} as const;
