// `npm run keys:make`: prints new keys for production, each as the setting that takes it.
import { randomBytes } from 'node:crypto';
import { MovableClock } from '../platform/clock.ts';

const key = () => randomBytes(32).toString('base64');
// The id of a key is the day on which it was made.
const id = new MovableClock().now().toISOString().slice(0, 10);

console.log(
  `ENCRYPTION_KEYS=${id}:${key()}\nLOOKUP_KEY=${key()}\nAUDIT_KEY=${key()}\nCORE_WEBHOOK_KEY=${key()}`,
);
