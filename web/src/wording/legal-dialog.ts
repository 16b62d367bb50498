export const legalDialogText = {
  loading: 'Loading the text',
  unavailable: "We couldn't load this text. Please try again.",
} as const;
