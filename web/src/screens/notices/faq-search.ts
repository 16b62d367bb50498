interface Question {
  readonly question: string;
  readonly answer: string;
}

/** Letters and digits in lower case, so that quotes, accents and commas in numbers do not matter. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’,]/g, '')
    .toLowerCase();

export function matchesSearch({ question, answer }: Question, typed: string): boolean {
  const text = plain(`${question} ${answer}`);
  return plain(typed)
    .split(/[^\p{L}\p{N}.%$-]+/u)
    .every((word) => text.includes(word));
}
