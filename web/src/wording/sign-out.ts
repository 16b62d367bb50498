export const signOutText = {
  button: 'Sign out',
  title: 'Sign out of this browser?',
  what: "We'll keep your application. To come back, open the link in our email and enter the code we text you.",
  cancel: 'Stay signed in',
  failed: "We couldn't sign you out. Please check your connection and try again.",
};
