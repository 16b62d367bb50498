import { expect, it } from 'vitest';
import { ApiFailure, NetworkFailure } from '../../api/failures.ts';
import { outageOf } from './outage-of.ts';

const refusal = (error: object) => new ApiFailure(503, { errors: [{ message: 'Offline.', ...error }] });

it('is the reason of a step refused as offline, and of no other failure', () => {
  const announced = { kind: 'announced', backAt: '2026-01-16T07:15:00Z' };
  expect(outageOf(refusal({ code: 'offline', outage: announced }))).toEqual(announced);
  expect(outageOf(refusal({ code: 'offline' }))).toEqual({ kind: 'unplanned' });
  expect(outageOf(refusal({ code: 'offline', outage: { kind: 'new' } }))).toEqual({ kind: 'unplanned' });
  expect(outageOf(refusal({ code: 'try-again' }))).toBeUndefined();
  expect(outageOf(new NetworkFailure('unreachable'))).toBeUndefined();
});
