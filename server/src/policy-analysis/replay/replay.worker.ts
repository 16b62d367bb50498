// A thread that replays batches of stored decisions. It holds no keys: the decisions arrive decrypted.
import { workerData } from 'piscina';
import { loadLender } from '#lender/load.ts';
import { createReplayer, type Replayer } from './replay-batch.ts';

const replay: Replayer = createReplayer(loadLender(workerData.lenderDirectory), workerData.setup);

export default replay;
