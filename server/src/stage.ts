// What a stage of an application contributes to the product.
import type { FastifyInstance } from 'fastify';
import type { Registered, ScheduledJob } from './platform/jobs/jobs.ts';
import type { Services } from './services.ts';

export interface Stage {
  readonly routes?: readonly ((app: FastifyInstance, services: Services) => void)[];
  readonly jobs?: readonly ((services: Services) => readonly Registered[])[];
  readonly schedules?: readonly ((services: Services) => ScheduledJob)[];
}
