// `npm run keys:make`: prints new keys for production, each as the setting that takes it.
import { randomBytes } from 'node:crypto';

const key = () => randomBytes(32).toString('base64');
// biome-ignore lint/plugin: the key's id says when it was made; nothing depends on it
const id = new Date().toISOString().slice(0, 10);

console.log(`ENCRYPTION_KEYS=${id}:${key()}\nLOOKUP_KEY=${key()}\nCORE_WEBHOOK_KEY=${key()}`);
