// The score models whose factors we know. A bureau names the factors of a score by code, and each must be worded in
// policy/adverse-action.json, or a decline on such a score could not name its key factors (15 USC 1681m(a)(2)).

const VANTAGESCORE_FACTORS = (
  '04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 21 22 23 29 30 31 32 33 34 ' +
  '35 36 39 40 42 43 44 45 47 48 49 53 54 55 57 58 61 62 63 64 65 66 68 69 ' +
  '71 72 73 74 75 76 77 78 79 81 83 84 85 86 87 88 90 93 94 95 96 97 98'
).split(' ');

/** The codes of every factor of a score model, by its name in `bureau.scoreName`. */
export const SCORE_MODEL_FACTORS: Readonly<Record<string, readonly string[]>> = {
  'VantageScore 3.0': VANTAGESCORE_FACTORS,
  'VantageScore 4.0': VANTAGESCORE_FACTORS,
};

/** Why a model gives no score, by the code in its place. */
export type ScoreExclusion = 'deceased' | 'thin-file';
const VANTAGESCORE_EXCLUSIONS = { '1': 'deceased', '4': 'thin-file' } as const;

/** The codes that a score model gives in place of a score. Any other code leads to a reviewer, never to a reason. */
export const SCORE_EXCLUSIONS: Readonly<Record<string, Readonly<Record<string, ScoreExclusion>>>> = {
  'VantageScore 3.0': VANTAGESCORE_EXCLUSIONS,
  'VantageScore 4.0': VANTAGESCORE_EXCLUSIONS,
};
