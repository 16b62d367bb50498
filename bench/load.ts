// Load generator in a separate process: keep-alive connections that each send a new request as soon as they get a response.
// node bench/load.ts '{"url": …, "headers": …, "connections": 32, "seconds": 5}' sends its figures to its parent. With `requests` instead of
// `seconds`, it sends so many.
import { Agent, get } from 'node:http';

export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds?: number;
  readonly requests?: number;
}

export type Figures = Awaited<ReturnType<typeof run>>;

/** The maximum number of requests per run, no matter how fast the responses are. */
const mostRequests = 300_000;
/** The first part of a run is a warm-up and isn't counted. */
const warmUpShare = 0.2;

async function run({ url, headers, connections, seconds = 600, requests = mostRequests }: Load) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const counted: number[] = [];
  let requested = 0;
  let failed = 0;
  const begin = performance.now() + (requests === mostRequests ? seconds * 1000 * warmUpShare : 0);
  const end = performance.now() + seconds * 1000;

  const request = () =>
    new Promise<boolean>((answered) => {
      get(url, { agent, headers }, (response) => {
        response.resume().once('end', () => answered(response.statusCode === 200));
      }).once('error', () => answered(false));
    });
  const connection = async () => {
    while (performance.now() < end && requested < requests) {
      requested += 1;
      const before = performance.now();
      if (!(await request())) failed += 1;
      const after = performance.now();
      if (before >= begin) counted.push(after - before);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const lasted = (performance.now() - begin) / 1000;
  agent.destroy();
  return { perSecond: counted.length / lasted, ...spread(counted), failed };
}

export function spread(values: readonly number[]): { median: number; p95: number } {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

if (import.meta.main) process.send?.(await run(JSON.parse(process.argv[2] ?? '{}') as Load));
