// Text for systems that take only unaccented letters, such as banks and credit bureaus.

/** Latin letters that do not decompose into a base letter and an accent, as passports transliterate them. */
const transliterated: Readonly<Record<string, string>> = {
  Æ: 'Ae',
  Ð: 'D',
  Ø: 'Oe',
  Þ: 'Th',
  Đ: 'D',
  Ħ: 'H',
  ĸ: 'k',
  Ł: 'L',
  Ŋ: 'N',
  Œ: 'Oe',
  Ŧ: 'T',
  '’': "'",
  '‘': "'",
  ʻ: "'",
  ʼ: "'",
};

/** Text with its Latin letters unaccented, its apostrophes as ' and its dashes as -. Other characters stay. */
export const toUnaccented = (value: string): string =>
  value
    .replace(/[´`]/g, "'")
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => {
      const capital = letter.toUpperCase();
      const plain = transliterated[capital] ?? capital;
      return letter === capital ? plain : plain.toLowerCase();
    })
    .replace(/[\u2010-\u2015]/g, '-');
