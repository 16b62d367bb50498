/** Goes to another site, such as the signing page. Only web addresses are allowed. */
export function leaveFor(url: string): void {
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('This is not a web address.');
  window.location.assign(url);
}
