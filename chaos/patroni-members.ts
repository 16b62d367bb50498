// What Patroni's nodes know about each other, by its REST interface.
import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterNode } from './patroni-node.ts';

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

export class PatroniMembers {
  readonly #nodes: readonly ClusterNode[];
  readonly #login: string;
  readonly #isSynchronous: boolean;

  constructor(nodes: readonly ClusterNode[], password: string, isSynchronous: boolean) {
    this.#nodes = nodes;
    this.#login = `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}`;
    this.#isSynchronous = isSynchronous;
  }

  async request(node: ClusterNode, path: string, method = 'GET', body?: object): Promise<string> {
    const answer = await fetch(`http://${node.host}:8008/${path}`, {
      method,
      headers: { authorization: this.#login, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(method === 'GET' ? 1500 : 30_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Patroni refused ${method} ${path}: ${text}`);
    return text;
  }

  /** The leader, once all nodes agree on it and follow it and, if the cluster is synchronous, one has every commit. */
  async whole(): Promise<ClusterNode> {
    for (let tries = 1; ; tries += 1) {
      const all = await this.#views();
      const leaders = all.map((view) => (this.#isWhole(view) ? nameOf(view, 'leader') : undefined));
      const isAgreed = leaders.length === this.#nodes.length && new Set(leaders).size === 1;
      const leader = this.#nodes.find(({ name }) => isAgreed && leaders[0] === name);
      if (leader) return leader;
      if (tries > 240) throw new Error(`The cluster is not whole: ${JSON.stringify(all)}`);
      await pause(500);
    }
  }

  /** The synchronous standby of a whole cluster. */
  async standby(): Promise<ClusterNode> {
    const [view] = await this.#views();
    const name = view && nameOf(view, 'sync_standby');
    const standby = this.#nodes.find((node) => node.name === name);
    if (standby === undefined) throw new Error(`There is no synchronous standby: ${JSON.stringify(view)}`);
    return standby;
  }

  /** Resolves when this node leads. */
  async leads({ name }: ClusterNode): Promise<void> {
    const isLeader = (one: Member) => one.name === name && one.role === 'leader' && one.state === 'running';
    while (!(await this.#views()).some((view) => view.some(isLeader))) await pause(500);
  }

  /** Resolves when a node knows another one in this role. */
  async replaced({ name }: ClusterNode, role: 'leader' | 'sync_standby'): Promise<void> {
    const isKnown = (other: string | undefined) => other !== undefined && other !== name;
    while (!(await this.#views()).some((view) => isKnown(nameOf(view, role)))) await pause(500);
  }

  /** What each node that answers knows about all of them. */
  async #views(): Promise<readonly (readonly Member[])[]> {
    const answers = this.#nodes.map(async (node) => JSON.parse(await this.request(node, 'cluster')).members);
    return (await Promise.allSettled(answers)).flatMap((one) =>
      one.status === 'fulfilled' ? [one.value] : [],
    );
  }

  #isWhole(view: readonly Member[]): boolean {
    const following = view.filter(({ role, lag }) => role !== 'leader' && Number(lag) < 1e6);
    const hasCopy = !this.#isSynchronous || following.some(({ role }) => role === 'sync_standby');
    return view.every(({ state }) => state === 'running') && following.length === 2 && hasCopy;
  }
}

const nameOf = (view: readonly Member[], of: string) => view.find(({ role }) => role === of)?.name;
