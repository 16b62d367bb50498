// Serves the contract as an OpenAPI document and as a readable page: all of it in development, the partners' part everywhere.
import type { FastifyInstance } from 'fastify';
import { errorCodes } from '#contract/errors.ts';
import {
  type OpenApiDocument,
  type OpenApiOperation,
  openApi,
  partnerOpenApi,
  type Schema,
} from '#contract/openapi.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { hashOf, readStyle } from '../pdf/reading-style.ts';
import { escapeHtml as text } from '../pdf/render-html.ts';
import type { Services, With } from '../services.ts';

export function apiDescriptionRoutes(app: FastifyInstance, services: Services): void {
  const about = aboutApi(services, `${services.lender.brand.name} API`);
  serveDescription(app, '/dev/api', openApi(about));
}

/** The partners' part, for the engineers of partners. */
export function partnerApiRoutes(app: FastifyInstance, services: Services): void {
  const about = aboutApi(services, `${services.lender.brand.name} API for partners`);
  serveDescription(app, '/partners/api', partnerOpenApi(about));
}

const aboutApi = ({ config, sessions }: With<'config' | 'lender' | 'sessions'>, title: string) => ({
  title,
  version: packageJson.version,
  url: config.publicUrl,
  sessionCookie: sessions.cookieName,
});

function serveDescription(app: FastifyInstance, path: string, description: OpenApiDocument): void {
  app.get(`${path}.json`, async () => description);
  app.get(path, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy)
      .send(renderApi(description, `${path}.json`)),
  );
}

const style = readStyle(new URL('./api-description.css', import.meta.url));

/** Allows only the page's own style. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The whole description as one page, grouped by stage. */
function renderApi(description: OpenApiDocument, source: string): string {
  const { info, tags, paths, webhooks } = description;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const stages = tags.map(({ name }) => {
    const calls = operations.filter(({ operation }) => operation.tags.includes(name));
    const sections = calls.map(({ path, method, operation }) => renderCall(`${method} ${path}`, operation));
    return `<section id="${name}"><h2>${name}</h2>${sections.join('')}</section>`;
  });
  const toc = tags.map(({ name }) => `<li><a href="#${name}">${name}</a></li>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${text(info.title)}</title><style>${style}</style></head><body>
<h1>${text(info.title)}</h1>
<p>${text(info.description)} The same as <a href="${source}">OpenAPI 3.1</a>.</p>
<nav aria-label="Stages"><ul>${toc.join('')}</ul></nav>
<main>${stages.join('\n')}${renderSigning(description)}${webhooks ? renderWebhooks(webhooks) : ''}</main></body></html>`;
}

/** The partners' signature, as the description names it. */
function renderSigning({ components }: OpenApiDocument): string {
  const { partnerSignature, webhookSignature } = components.securitySchemes;
  const schemes = [partnerSignature, webhookSignature].filter((scheme) => scheme !== undefined);
  const described = schemes.map(
    ({ name, description }) => `<p><code>${name}</code>: ${text(String(description))}</p>`,
  );
  return `<section id="signing"><h2>signing</h2>${described.join('')}</section>`;
}

/** What is posted to the reader's own address. */
function renderWebhooks(webhooks: NonNullable<OpenApiDocument['webhooks']>): string {
  const sections = Object.entries(webhooks).map(
    ([name, { post }]) =>
      `<article id="${name}"><h3><code>POST your address</code></h3><p>${text(`${post.summary} ${post.description}`)}</p>${renderContent('Body', post.requestBody.content)}</article>`,
  );
  return `<section id="webhooks"><h2>webhooks</h2>${sections.join('')}</section>`;
}

function renderCall(address: string, operation: OpenApiOperation): string {
  const { operationId, summary, description: callers, parameters = [], requestBody, responses } = operation;
  const rows = parameters.map(
    ({ name, in: place, required, description = '', schema }) =>
      `<tr><td><code>${text(name)}</code></td><td>${place}${required ? '' : ', optional'}</td><td>${typeOf(schema)}</td><td>${text(description)}</td></tr>`,
  );
  const { 200: success, ...refusals } = responses;
  const errors = Object.entries(refusals).flatMap(([status, { 'x-error-codes': codes = [] }]) =>
    codes.map(
      (code) =>
        `<tr><td>${status}</td><td><code>${code}</code></td><td>${text(errorCodes[code].meaning)}</td></tr>`,
    ),
  );
  return `<article id="${operationId}"><h3><code>${text(address)}</code></h3>
<p>${text(summary)} ${text(callers)} <code>${operationId}</code></p>
${rows.length === 0 ? '' : `<h4>Parameters</h4><table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Description</th></tr></thead><tbody>${rows.join('')}</tbody></table>`}
${requestBody ? renderContent('Body', requestBody.content) : ''}
${success ? renderContent('Response', success.content) : ''}
<details><summary>Errors</summary><table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead><tbody>${errors.join('')}</tbody></table></details></article>`;
}

function renderContent(
  title: string,
  content: Readonly<Record<string, { readonly schema: Schema }>>,
): string {
  const parts = Object.entries(content).map(([type, { schema }]) =>
    type === 'application/json' ? renderSchema(schema) : `<p>${text(type)}</p>`,
  );
  return `<details><summary>${title}</summary>${parts.join('')}</details>`;
}

/** Renders a schema as its type, plus a list of fields if it is or contains an object. */
function renderSchema(schema: Schema): string {
  const { properties, required, items, anyOf, oneOf } = schema as {
    properties?: Readonly<Record<string, Schema>>;
    required?: readonly string[];
    items?: Schema;
    anyOf?: readonly Schema[];
    oneOf?: readonly Schema[];
  };
  const fields = Object.entries(properties ?? {}).map(
    ([name, field]) =>
      `<li><code>${text(name)}</code>${required?.includes(name) ? '' : ' (optional)'}: ${renderSchema(field)}</li>`,
  );
  const inner = [...(items ? [items] : []), ...(anyOf ?? []), ...(oneOf ?? [])]
    .filter((one) => 'properties' in one || 'items' in one)
    .map(renderSchema);
  return `${typeOf(schema)}${fields.length === 0 ? '' : `<ul>${fields.join('')}</ul>`}${inner.map((one) => `<ul><li>${one}</li></ul>`).join('')}`;
}

function typeOf(schema: Schema): string {
  const {
    type,
    enum: values,
    const: only,
    anyOf,
    oneOf,
    items,
    format,
    prefixItems,
  } = schema as {
    type?: string;
    enum?: readonly unknown[];
    const?: unknown;
    anyOf?: readonly Schema[];
    oneOf?: readonly Schema[];
    items?: Schema;
    prefixItems?: readonly Schema[];
    format?: string;
  };
  if (only !== undefined) return `<code>${text(JSON.stringify(only))}</code>`;
  if (values) return values.map((value) => `<code>${text(JSON.stringify(value))}</code>`).join(', ');
  const choices = anyOf ?? oneOf;
  if (choices) return choices.map(typeOf).join(' or ');
  if (prefixItems) return `list of ${prefixItems.length}: ${prefixItems.map(typeOf).join(', ')}`;
  if (items) return `list of ${typeOf(items)}`;
  const limits = boundsOf(schema);
  return `${text(type ?? 'anything')}${format ? `, ${text(format)}` : ''}${limits ? `, ${text(limits)}` : ''}`;
}

/** Useful lengths and values; omits the safe integer limits. */
function boundsOf(schema: Schema): string {
  const named = {
    minLength: 'at least',
    maxLength: 'at most',
    minimum: '≥',
    exclusiveMinimum: '>',
    maximum: '≤',
  };
  return Object.entries(named)
    .filter(
      ([name]) => typeof schema[name] === 'number' && Math.abs(schema[name]) !== Number.MAX_SAFE_INTEGER,
    )
    .map(([name, words]) => `${words} ${schema[name]}${name.endsWith('Length') ? ' characters' : ''}`)
    .join(', ');
}
