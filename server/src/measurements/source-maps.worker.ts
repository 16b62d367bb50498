// The worker thread that finds the sources of an error's frames: reading one source map may take longer than a request may block.
import { workerData } from 'piscina';
import type { SourceFrame } from '../platform/db/tables.ts';
import { sourceMaps } from './source-maps.ts';

const sourceOf = sourceMaps(workerData.directory);

export default (frames: readonly SourceFrame[]) => Promise.all(frames.map(sourceOf));
