// The test people with bank accounts: how they log in, and who the bank names as owner.

export type BankPerson = (typeof bankPeople)[number];

export const bankPassword = 'pass_good';
const deviceCode = '1234';

/** Passwords that make the bank require more or refuse, whatever the username. */
export const bankPasswords: readonly { password: string; outcome: string }[] = [
  { password: 'mfa_device', outcome: `Requires a code: ${deviceCode}` },
  { password: 'mfa_questions_1_1', outcome: 'Requires an answer: answer_0_0' },
  { password: 'mfa_selections', outcome: 'Requires a choice: Yes' },
  { password: 'error_INVALID_CREDENTIALS', outcome: 'Refuses the login' },
  { password: 'error_ITEM_LOCKED', outcome: 'Has locked the login' },
  { password: 'error_INSTITUTION_DOWN', outcome: 'Is down; any other Plaid error works the same way' },
];

export const bankPeople = (
  [
    ['user_good', 'The applicant: own name, own address, $7,400 a month', 'applicant'],
    ['user_low_income', 'The applicant with $900 a month: the income check fails', 'applicant', 90_000],
    ['user_other_name', 'Another person at the applicant’s address: the identity check fails', 'other-name'],
    ['user_other_address', 'The applicant at another address: the residence check fails', 'other-address'],
    [
      'user_overdrawn',
      'The applicant, with seven overdraft fees: every check passes, then declined at approval',
      'applicant',
      undefined,
      7,
    ],
    ['user_joint', 'The applicant and a partner, who is named first: every check passes', 'joint'],
    [
      'user_slow_bank',
      'The applicant; the bank shows 30 days, and a minute later half a year',
      'applicant',
      undefined,
      undefined,
      60,
    ],
  ] as const
).map(([username, outcome, owners, monthlyIncome = 740_000, overdrafts = 0, historySeconds = 0]) => ({
  username,
  /** How the bank's data affects verification. */
  outcome,
  owners,
  /** In cents; half is paid on the 1st and half on the 15th. */
  monthlyIncome,
  /** Fees for overdrafts, one every ten days. */
  overdrafts,
  /** Until what is older than 30 days is there. */
  historySeconds,
}));

export const bankPerson = (username: string): BankPerson | undefined =>
  bankPeople.find((person) => person.username === username);

type Prompt = {
  question: string;
  /** Present when the answer is a choice. */
  options?: string[];
  answer: string;
};
export type Challenge = { type: 'device' | 'questions' | 'selections'; rounds: Prompt[][] };

type Login =
  | { kind: 'in'; person: BankPerson }
  | { kind: 'challenge'; person: BankPerson; challenge: Challenge }
  | { kind: 'error'; code: string };

const range = (count: number): number[] => Array.from({ length: count }, (_, position) => position);

const questionTexts = [
  'What was the name of your first school?',
  'In which city were you born?',
  'What was your first car?',
];
const question = (round: number, position: number, count: number) =>
  questionTexts[(round * count + position) % questionTexts.length] ?? '';

function challengeOf(password: string): Challenge | undefined {
  if (password === 'mfa_device')
    return { type: 'device', rounds: [[{ question: 'Code', answer: deviceCode }]] };
  if (password === 'mfa_selections')
    return {
      type: 'selections',
      rounds: [[{ question: 'Did you open this account yourself?', options: ['Yes', 'No'], answer: 'Yes' }]],
    };
  const [, kind, rounds = '', prompts = '', options] =
    /^mfa_(questions|selections)_([1-9])_([1-9])(?:_([2-9]))?$/.exec(password) ?? [];
  if (kind === undefined || (kind === 'selections') !== (options !== undefined)) return undefined;
  return {
    type: kind as 'questions' | 'selections',
    rounds: range(Number(rounds)).map((round) =>
      range(Number(prompts)).map((position) => {
        const prompt = question(round, position, Number(prompts));
        if (options === undefined) return { question: prompt, answer: `answer_${round}_${position}` };
        return {
          question: prompt,
          options: range(Number(options)).map((option) => `answer_${round}_${position}_${option}`),
          answer: `answer_${round}_${position}_0`,
        };
      }),
    ),
  };
}

export function logIn(username: string, password: string): Login {
  const person = bankPerson(username.trim());
  if (!person) return { kind: 'error', code: 'INVALID_CREDENTIALS' };
  if (password === bankPassword) return { kind: 'in', person };
  const code = /^error_([A-Z_]+)$/.exec(password)?.[1];
  if (code) return { kind: 'error', code };
  const challenge = challengeOf(password);
  return challenge
    ? { kind: 'challenge', person, challenge }
    : { kind: 'error', code: 'INVALID_CREDENTIALS' };
}
