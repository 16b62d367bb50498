// Serves Link's script and its frame.
import type { FastifyInstance } from 'fastify';
import { elementsScript, serveBrowserScript, serveClassicScript } from '../../../browser.ts';
import { sendPage } from '../../../pages.ts';

const file = (name: string) => new URL(`./${name}.browser.ts`, import.meta.url);
const stable = '/link/v2/stable';

export function frameRoutes(app: FastifyInstance): void {
  serveClassicScript(app, `${stable}/link-initialize.js`, file('link-initialize'));
  serveBrowserScript(app, `${stable}/frame.browser.ts`, file('frame'));
  // Where the frame's import of it leads.
  serveBrowserScript(app, '/elements.browser.ts', elementsScript);
  app.get(`${stable}/link.html`, async (_request, reply) => {
    const body = `<section aria-label="Plaid">
<p class="buttons"><strong>Plaid</strong> <button type="button" id="exit">Exit</button></p>
<div id="pane"></div>
</section>`;
    const script = `/plaid${stable}/frame.browser.ts`;
    return sendPage(reply, { title: 'Plaid Link', body, script }, { isFrame: true });
  });
}
