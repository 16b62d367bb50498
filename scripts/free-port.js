// A port that nothing listens on, for a process that starts later. It is below the ports that the system assigns, because another
// process would often have taken one of those by then.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const lowest = 20_000;
/** Linux hands out ports from here on. */
const firstHandedOut = 32_768;

/** @returns {Promise<number>} */
export async function freePort() {
  for (;;) {
    const port = randomInt(lowest, firstHandedOut);
    if (await isFree(port)) return port;
  }
}

/** @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) =>
      'code' in error && error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
