// What operators call each day and wait for, and why `bench/scale.ts` measures no other command.

/** Each command with its arguments. A day of visits is the same part of both databases. */
export const lists: Readonly<Record<string, readonly string[]>> = {
  applications: ['', '--state DECLINED'],
  policy: [''],
  funnel: ['--days 1'],
  today: [''],
  holds: [''],
  notices: [''],
  accounts: [''],
  calls: [''],
  jobs: [''],
  fraud: [''],
  'partner-keys': [''],
  'legal-hold': [''],
  retention: [''],
};

export const notLists: Readonly<Record<string, string>> = {
  explain: 'It reads one application.',
  person: 'It reads one person.',
  withdraw: 'It changes one application.',
  paper: 'It changes one application.',
  returns: 'It takes as long as the file of the bank.',
  letters: 'It takes as long as the letters that wait.',
  export: 'It reads the time that an operator names.',
  audit: 'It reads every event.',
  blobs: 'It reads every object.',
  'after-restore': 'It stops every open application.',
};
