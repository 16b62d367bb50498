/** The last lines of `npm start`. The lines before them have the addresses. */
export const tryNext = (dataDir) => [
  '',
  'What to try next:',
  '  Apply as a test person   sandbox console, #people (press "Apply as Alex Rivera"; the text code arrives there too)',
  '  Link a bank              sandbox console, #logins (usernames and passwords)',
  '  Let time pass            sandbox console, #clock (codes, links and offers age)',
  '  See every screen         Branchline, /dev/screens',
  '  Edit as it runs          npm run dev',
  '',
  `Press Ctrl-C to stop. Everything is kept in ${dataDir}.`,
];
