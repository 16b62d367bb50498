// What the steps of docs/backup-and-restore.md bring back of a cluster.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type PatroniCluster, query, startPatroni } from './patroni.ts';

let cluster: PatroniCluster | undefined;
afterEach(() => cluster?.remove());

// Only root may make the networks of a cluster's nodes.
it.runIf(process.getuid?.() === 0)(
  'a cluster is restored to the time before a mistake, and has a synchronous standby again',
  { tags: ['full'], timeout: 400_000 },
  async () => {
    cluster = await startPatroni();
    const { url } = cluster;
    const run = (text: string) => query(url, text);
    const backup = await cluster.backUp();
    await run("create table note as select 'after the backup' as text");
    await pause(1000);
    const [now] = (await run('select now()::text as time')) as [{ time: string }];
    await pause(1000);
    await run("insert into note values ('the mistake')");
    // Archived when the leader stops, as after at most `archive_timeout`.
    await backup.restoreTo(now.time);
    expect(await run('select text from note')).toEqual([{ text: 'after the backup' }]);
    // Waits for a standby, because the cluster is as strict as before.
    await run("insert into note values ('after the restore')");
    const [{ names }] = (await run("select current_setting('synchronous_standby_names') as names")) as [
      { names: string },
    ];
    expect(names).toMatch(/node[23]/);
  },
);
