// Few applicants need these words, so that only they fetch them.

export const militaryText = {
  title: 'Your military protections',
  folded: 'The law covers you. See how.',
  why: 'Our check shows that the Military Lending Act covers you. It protects service members and their families.',
  rules: (capPercent: number) => [
    `Your loan can't cost more than a ${capPercent}% military APR. That rate counts interest and fees.`,
    "We don't take your vehicle as collateral, so none of these offers needs one.",
    "You keep your right to go to court. We can't make you use arbitration.",
    "You can pay your loan off early at no charge. You don't have to pay by allotment.",
  ],
  hear: 'To hear this by phone, call toll-free',
} as const;
