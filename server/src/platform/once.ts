/** Makes something when it is first needed, and returns the same from then on. */
export function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}
