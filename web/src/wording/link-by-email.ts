export const linkByEmailText = {
  email: 'Email on your application',
  hint: "We'll email a link to this address if there is an application to open.",
} as const;
