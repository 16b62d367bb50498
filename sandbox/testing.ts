// A sandbox for tests: in this process, on free ports, in memory.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import openApi from '../docs/core-system.openapi.json' with { type: 'json' };
import { buildSandbox, type SandboxOptions } from './app.ts';

export type TestSandbox = Awaited<ReturnType<typeof startSandbox>>;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

export async function startSandbox(options: SandboxOptions = {}) {
  const sandbox = buildSandbox(options);
  const { url, smtpPort } = await sandbox.listen();
  return {
    ...sandbox,
    url,
    smtpPort,
    json: async (
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const response = await fetch(url + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, body: parseJson(await response.text()) };
    },
    form: async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
      const answer = await fetch(url + path, { method: 'POST', headers, body: new URLSearchParams(fields) });
      return { status: answer.status, body: parseJson(await answer.text()) };
    },
  };
}

/** A server on a free port, for what the sandbox or the product sends. */
export async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** A clock that moves only by `advance`. */
export function stillClock(start = '2026-03-02T15:00:00Z') {
  let moment = new Date(start).getTime();
  return {
    now: () => new Date(moment),
    advance: (seconds: number) => {
      moment += seconds * 1000;
    },
  };
}

export interface CoreExample {
  applicationId: string;
  borrower: Record<string, unknown>;
  schedule: Record<string, unknown>[];
  [field: string]: unknown;
}
type Published = { post: { requestBody: { content: { 'application/json': { example: CoreExample } } } } };
const published = openApi.paths as unknown as Record<string, Published>;

export const coreExample = (path: string): CoreExample => {
  const body = published[path]?.post.requestBody.content['application/json'].example;
  if (body === undefined) throw new Error(`No example of ${path} is published.`);
  return structuredClone(body);
};
