// Serves Link's script and its frame.
import type { FastifyInstance } from 'fastify';
import { serveBrowserScript } from '../../../browser.ts';
import { sendPage } from '../../../pages.ts';

const stable = '/link/v2/stable';

export function frameRoutes(app: FastifyInstance): void {
  for (const [name, file] of [
    ['link-initialize.js', 'link-initialize.browser.ts'],
    ['frame.browser.ts', 'frame.browser.ts'],
    ['session.browser.ts', 'session.browser.ts'],
  ])
    serveBrowserScript(app, `${stable}/${name}`, new URL(`./${file}`, import.meta.url));
  app.get(`${stable}/link.html`, async (_request, reply) => {
    const body = `<section aria-label="Plaid">
<p class="buttons"><strong>Plaid</strong> <button type="button" id="exit">Exit</button></p>
<div id="pane"></div>
</section>`;
    const script = `/plaid${stable}/frame.browser.ts`;
    return sendPage(reply, { title: 'Plaid Link', body, script }, { isFrame: true });
  });
}
