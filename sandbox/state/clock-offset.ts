// The sandbox's clock can be moved ahead, so codes and sessions expire without waiting.
import type { Database } from './database.ts';

const setting = 'seconds ahead';

export const clockOffsetSeconds = (db: Database): number => db.readSetting(setting, 0);
export const advanceClock = (db: Database, seconds: number): void =>
  db.saveSetting(setting, clockOffsetSeconds(db) + seconds);
