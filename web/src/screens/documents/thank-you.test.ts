import { expect, it } from 'vitest';
import { stateText } from '../../dev/state-text.ts';

it('documents can be read now only once they are ready', async () => {
  expect(await stateText('thank-you/being-rendered')).not.toContain('Read them here now');
  expect(await stateText('thank-you/mailed')).toContain('Read them here now');
});
