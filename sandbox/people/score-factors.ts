// The codes of the factors that the bureau may name with a VantageScore.

export const commonFactors: readonly string[] =
  '04 06 12 13 14 16 18 21 22 23 29 30 31 32 34 35 36 39 40 42 43 47 48 49 54 55 58 61 62 63 64 65 66 68 69 74 75 76 78 81 83 87 94 97'.split(
    ' ',
  );

/** Factors of files with late payments, collections, bankruptcies or many inquiries. */
const lateFactors = '05 07 08 09 10 11 15 17 33 44 45 53 57 71 72 73 77 79 84 85 86 88 90 93 95 96 98'.split(
  ' ',
);

export const scoreFactors: readonly string[] = [...commonFactors, ...lateFactors];
