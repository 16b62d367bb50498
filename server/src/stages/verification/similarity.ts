// Measures how similar two texts are, and normalizes names and addresses for comparison.

const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** Lowercase letters without accents. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Percentage of equal letters: the longer text's length minus the changed, missing and swapped letters. */
export function similarityPercent(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 100 : Math.floor(((longest - editsBetween(a, b)) / longest) * 100);
}

/** The number of letters to add, remove, change or swap with their neighbor. */
function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let fewest = Math.min(
        (last[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) fewest = Math.min(fewest, (before[column - 2] ?? 0) + 1);
      now.push(fewest);
    }
    before = last;
    last = now;
  }
  return last[b.length] ?? 0;
}
