/** A random UUID, also on a page served over plain HTTP, as on a local network, where `crypto` makes none itself. */
export const randomKey = (): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (byte % 16).toString(16);
  });
