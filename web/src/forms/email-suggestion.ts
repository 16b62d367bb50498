// What an email address was probably meant to be, such as gmail.com for gmial.com.

const suggested = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'comcast.net'];
/** Real domains that are one letter from those. */
const alsoReal = ['mail.com', 'ymail.com'];

/** The address with the domain that is one mistake away; undefined for a known domain and for one unlike any. */
export function emailSuggestion(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || suggested.includes(domain) || alsoReal.includes(domain)) return undefined;
  const meant = suggested.find((known) => isOneMistakeAway(domain, known));
  return meant && `${email.slice(0, at)}@${meant}`;
}

/** Whether one letter is missing, added or different, or two neighbors are swapped. */
function isOneMistakeAway(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  const [rest, wanted] = [typed.slice(start), meant.slice(start)];
  return (
    rest.slice(1) === wanted.slice(1) ||
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    (rest.slice(2) === wanted.slice(2) && rest[0] === wanted[1] && rest[1] === wanted[0])
  );
}
