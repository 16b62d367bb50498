/** Goes to a page of another site, such as the signing page; only where its address is one of the web. */
export function leaveFor(url: string): void {
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('That is no address of a page.');
  window.location.assign(url);
}
