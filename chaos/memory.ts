// How much memory each process uses during a run, so that a leak shows.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Megabytes of resident memory, in the order of the samples. */
export type MemoryUse = Map<string, number[]>;

export function sampleMemory(use: MemoryUse, pids: ReadonlyMap<string, number>): void {
  for (const [name, pid] of pids) {
    const kilobytes = residentKilobytes(pid);
    if (kilobytes !== undefined) use.set(name, [...(use.get(name) ?? []), Math.round(kilobytes / 1024)]);
  }
}

/** Undefined if the process has ended in the meantime. */
export function residentKilobytes(pid: number): number | undefined {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    return undefined;
  }
}

/** Resident memory without the pages of files, such as Node's own program, which all processes of a machine share. Linux only. */
export function ownKilobytes(pid: number): number | undefined {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return undefined;
  const [, kilobytes] = /^RssAnon:\s+(\d+)/m.exec(readFileSync(status, 'utf8')) ?? [];
  return Number(kilobytes);
}

/** "web-1 180, 190, 185 (at most 240)": the medians of the run's thirds. */
export function memoryText(use: MemoryUse): string {
  const lines = [...use].sort().map(([name, samples]) => {
    const third = Math.ceil(samples.length / 3);
    const thirds = [0, 1, 2].map((part) => median(samples.slice(part * third, (part + 1) * third)));
    return `${name} ${thirds.filter((part) => part !== undefined).join(', ')} (at most ${Math.max(...samples)})`;
  });
  return lines.join('; ');
}

function median(samples: readonly number[]): number | undefined {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)];
}
