// Names the queries of this process, so that PostgreSQL parses and plans each one once per connection.
import { hash } from 'node:crypto';

/** A connection stores a prepared statement until it closes. Beyond this many texts, a query runs without a name. */
const mostStatements = 1000;

type NameOf = (text: string) => string | undefined;

/** One that returns `*` gets no name: PostgreSQL refuses to run it again once the next release adds a column. */
export function statementNames(most = mostStatements): NameOf {
  const names = new Map<string, string | undefined>();
  return (text) => {
    if (names.has(text)) return names.get(text);
    if (names.size >= most) return undefined;
    const isNamed =
      /^\s*(?:select|insert|update|delete|with)\b/i.test(text) && !outermost(text).includes('*');
    const name = isNamed ? hash('sha256', text, 'base64url').slice(0, 32) : undefined;
    names.set(text, name);
    return name;
  };
}

/** The text without its parentheses, such as subqueries and the arguments of functions. */
function outermost(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, '');
  return shorter === text ? text : outermost(shorter);
}
