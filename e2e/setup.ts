// Vitest runs this before each file of browser tests.
import { beforeEach } from 'vitest';

/** Starts the app outside the time limit of the first test that uses it. */
beforeEach<{ product?: unknown }>(({ product: _product }) => {});
