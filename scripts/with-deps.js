// Runs a file on the pinned Node after installing missing dependencies: node scripts/with-deps.js FILE [arguments].
import { ensureDependencies, run } from './dependencies.js';

await ensureDependencies();
const [file, ...args] = process.argv.slice(2);
process.exit(await run(file, args));
