// The sandbox's own clock can be moved ahead, so that codes and sessions run out without anybody waiting.
import type { Database } from './database.ts';

const setting = 'seconds ahead';

export const secondsAhead = (db: Database): number => db.setting(setting, 0);
export const moveAhead = (db: Database, seconds: number): void =>
  db.keep(setting, secondsAhead(db) + seconds);
