// A thread that replays batches of stored decisions. It holds no keys: the decisions arrive decrypted.
import { workerData } from 'piscina';
import { loadLender } from '#lender/load.ts';
import { createReplayer } from './replay-batch.ts';

export default createReplayer(loadLender(workerData.lenderDirectory), workerData.setup);
