// A backup of a cluster and its restore, by the steps of docs/backup-and-restore.md, with copies of files in place of pgBackRest.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgres, otherUser } from '../scripts/postgres.js';
import type { PatroniMembers } from './patroni-members.ts';
import type { ClusterNode } from './patroni-node.ts';

export class ClusterBackup {
  readonly #folder: string;
  readonly #archive: string;
  readonly #nodes: readonly ClusterNode[];
  readonly #members: PatroniMembers;

  constructor(folder: string, nodes: readonly ClusterNode[], members: PatroniMembers) {
    this.#folder = folder;
    this.#archive = join(folder, 'archive');
    this.#nodes = nodes;
    this.#members = members;
  }

  /** `from` is the leader's address, with a role that may replicate. */
  copy(from: string): void {
    const command = join(findPostgres() as string, 'pg_basebackup');
    const args = ['--dbname', from, '--pgdata', join(this.#archive, 'backup'), '--checkpoint', 'fast'];
    execFileSync(command, args, { env: { PATH: process.env.PATH }, stdio: 'pipe', ...otherUser() });
  }

  /** Resolves when the cluster is whole again. */
  async restoreTo(time: string): Promise<void> {
    const recovery = [
      `restore_command = 'cp ${this.#archive}/%f %p'`,
      `recovery_target_time = '${time}'`,
      `recovery_target_action = 'promote'`,
    ];
    const lines = recovery.map((line) => `echo "${line}" >> data/postgresql.auto.conf`);
    const script = [`cp -a ${this.#archive}/backup/. data`, 'touch data/recovery.signal', ...lines];
    writeFileSync(join(this.#folder, 'restore.sh'), `set -e\n${script.join('\n')}\n`);

    await Promise.all(this.#nodes.map((node) => node.loseDatabase()));
    const [first, ...others] = this.#nodes as [ClusterNode, ...ClusterNode[]];
    first.control('remove branchline', 'branchline\nYes I am aware\n');
    const shipped = readFileSync(join(this.#folder, 'patroni.yml'), 'utf8');
    mkdirSync(join(this.#folder, 'restoring'));
    const file = join(this.#folder, 'restoring/patroni.yml');
    writeFileSync(file, shipped.replace('method: initdb', 'method: restore'));
    first.startDatabase(file);
    await this.#members.leads(first);
    for (const node of others) node.startDatabase();
    await this.#members.whole();
  }
}
