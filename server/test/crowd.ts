// A browser whose requests arrive several times at once, at different processes, as from a nervous finger or an attacker.
import type { Product } from '#server/app.ts';
import { Browser } from './world.ts';

/** Each wrong code is a try of its own, and each link to the signing pages opens them once. */
const hasSeveralAnswers = /\/(?:otp\/verify|signature)(?:\?|$)/;

/**
 * `times` holds for requests that change something. `onFailure` is called for each response of 500 and more, and where one press in an
 * application was answered in two ways.
 */
export function crowdOf(
  products: () => readonly Product[],
  times: number,
  onFailure: (what: string) => void,
): () => Browser {
  return () =>
    new Browser(async ({ body, ...request }) => {
      const all = products();
      const answers = await Promise.all(
        Array.from({ length: request.method === 'GET' ? 1 : times }, async (_, at) => {
          const { app } = all[at % all.length] ?? {};
          if (!app) throw new Error('This product answers no requests.');
          return app.inject({ ...request, ...(body === undefined ? {} : { payload: body }) });
        }),
      );
      for (const { statusCode, body: text } of answers)
        if (statusCode >= 500)
          onFailure(`${request.method} ${request.url} ${JSON.stringify(body)}: ${statusCode} ${text}`);
      const [first] = answers;
      if (first === undefined) throw new Error('No request was sent.');
      const passed = answers.filter(({ statusCode }) => statusCode === 200);
      const given = new Set(passed.map(({ body: text }) => text));
      if (given.size > 1 && request.url.includes('/applications/') && !hasSeveralAnswers.test(request.url))
        onFailure(`${request.method} ${request.url}: answered ${[...given].join(' and ')}`);
      // The browser continues with the session that it was given.
      return passed.find(({ cookies }) => cookies.length > 0) ?? passed[0] ?? first;
    });
}
