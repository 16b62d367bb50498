import states from '#lender/public/states.json';

interface AgeOfState {
  readonly name: string;
  readonly minimumAge: number;
}

/** "18 years of age, and 19 in Alabama": the age of most states, and where it is another. */
export function adultAges(all: readonly AgeOfState[] = states): string {
  const named = new Map<number, string[]>();
  for (const { name, minimumAge } of all) named.set(minimumAge, [...(named.get(minimumAge) ?? []), name]);
  const [[usual] = [18], ...others] = [...named].sort(([, a], [, b]) => b.length - a.length);
  const list = new Intl.ListFormat('en-US');
  const elsewhere = others.map(([age, names]) => `${age} in ${list.format(names)}`);
  return [`${usual} years of age`, ...elsewhere].join(', and ');
}
