// What the server answered along with the page, so that its first screen is drawn without asking. Each answer is as old as
// the page: it serves the page's beginning and nothing after.
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { addressOf, type CallOptions } from '../api/client.ts';

export interface Given {
  /** The answer to a call, as long as the first screen is being drawn. */
  look<E extends Endpoint>(endpoint: E, href?: string, options?: CallOptions<E>): AnswerOf<E> | undefined;
  /** The same, for one who asks again later and then wants to know anew. */
  take<E extends Endpoint>(endpoint: E, href?: string, options?: CallOptions<E>): AnswerOf<E> | undefined;
  /** The first screen is drawn. */
  forget(): void;
}

export function readGiven(document: Pick<Document, 'getElementById'>): Given {
  let answers = new Map<string, unknown>();
  try {
    const text = document.getElementById('answers')?.textContent;
    if (text) answers = new Map(Object.entries(JSON.parse(text)));
  } catch {
    // What cannot be read is asked for.
  }
  const look: Given['look'] = (endpoint, href, { parameters, query, headers, body } = {}) => {
    if (answers.size === 0 || endpoint.method !== 'GET' || headers || body !== undefined) return undefined;
    const parsed = endpoint.answer.safeParse(
      answers.get(addressOf(href ?? endpoint.path, parameters, query)),
    );
    return parsed.success ? (parsed.data as never) : undefined;
  };
  return {
    look,
    take(endpoint, href, options) {
      const answer = look(endpoint, href, options);
      if (answer !== undefined)
        answers.delete(addressOf(href ?? endpoint.path, options?.parameters, options?.query));
      return answer;
    },
    forget: () => answers.clear(),
  };
}
