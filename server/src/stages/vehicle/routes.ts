// The vehicle that an applicant enters. Its value decides what the page shows, so the applicant waits for it.
import type { FastifyInstance } from 'fastify';
import type { BodyOf } from '#contract/endpoint.ts';
import { enterVehicle, goWithoutVehicle, plainVin } from '#contract/vehicle.ts';
import type { Vehicle } from '../../credit-policy/inputs.ts';
import { transactOn } from '../../journey/applications.ts';
import { assertAllowed, isAllowed, refuseStep } from '../../journey/guard.ts';
import { mayEnterVehicle } from '../../journey/offered-actions.ts';
import { serveStep } from '../../journey/step.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { fail } from '../../platform/failure.ts';
import { ifUnanswered } from '../../platform/jobs/vendor-calls.ts';
import { audit } from '../../records/audit.ts';
import type { Services, With } from '../../services.ts';
import type { EnteredVehicle } from '../../vendors/vehicle-data.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { vehicleText } from '../../wording/vehicle.ts';
import { decide } from '../decision/decide.ts';
import { decideWithVehicle } from '../decision/decide-again.ts';
import { assertNotExpired } from '../offers/service.ts';

export function vehicleRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, limiter } = services;

  serveStep(app, services, enterVehicle, 'vehicle', async ({ context, body }) => {
    const { application, subject } = context;
    // An applicant who must name a vehicle has no offers yet.
    const isNeeded = isAllowed(application, 'withoutVehicle');
    if (!isNeeded) await assertNotExpired(services, application);
    if (!mayEnterVehicle(services, application)) refuseStep();
    await limiter.spend('enter-vehicle', application.id);
    const by = body.vin === undefined ? 'model' : 'vin';
    const [firstField, unknown] =
      by === 'vin'
        ? (['vin', errorMessages.invalid.vinUnknown] as const)
        : (['model', errorMessages.invalid.modelUnknown] as const);
    const vehicle =
      (await valuationOf(services, application.id, enteredIn(body))) ?? fail('invalid', unknown, firstField);
    const write =
      (await (isNeeded ? decideFirst : decideWithVehicle)(services, application.id, vehicle)) ??
      fail(
        'invalid',
        errorMessages.invalid[isNeeded ? 'vehicleNotEnough' : 'vehicleNotAccepted'],
        firstField,
      );
    await transactOn(db, application.id, async (tx, current) => {
      // Another tab may have entered one in the meantime.
      if (isNeeded !== isAllowed(current, 'withoutVehicle')) refuseStep();
      assertAllowed(current, 'vehicle');
      await audit(tx, clock, subject, { type: 'vehicle-entered', by });
      await write(tx);
    });
    return { description: vehicleText(vehicle), value: vehicle.valueCents };
  });

  serveStep(app, services, goWithoutVehicle, 'withoutVehicle', async ({ context }) => {
    const { id } = context.application;
    const { write } = await decide(services, id, { enteredVehicle: null });
    await transactOn(db, id, async (tx, current) => {
      assertAllowed(current, 'withoutVehicle');
      await write(tx);
    });
    return {};
  });
}

/** The outcome if nothing was decided before. Undefined if the vehicle opens no program either. */
async function decideFirst(services: Services, id: ApplicationId, vehicle: Vehicle) {
  const { write, decision } = await decide(services, id, { enteredVehicle: vehicle });
  return decision?.kind === 'DECLINED' ? undefined : write;
}

function enteredIn({ vin, year, make = '', model = '' }: BodyOf<typeof enterVehicle>): EnteredVehicle {
  if (vin !== undefined) return { vin: plainVin(vin) };
  return { year: Number(year), make: make.trim(), model: model.trim() };
}

async function valuationOf(
  { vendors, vendorCalls, vault, log }: With<'log' | 'vault' | 'vendorCalls' | 'vendors'>,
  applicationId: ApplicationId,
  entered: EnteredVehicle,
): Promise<Vehicle | null> {
  const { vehicleData } = vendors;
  if (vehicleData === undefined) return null;
  const call = vendorCalls.call({
    vendor: 'vehicle-data',
    operation: 'value-vehicle',
    key: `value-vehicle:${applicationId}:${vault.lookup('vehicle', JSON.stringify(entered).toUpperCase())}`,
    applicationId,
    // The applicant waits for the response.
    timeoutSeconds: 4,
    onUnknownOutcome: { rule: 'repeat' },
    perform: (signal) => vehicleData.valueOf(entered, applicationId, signal),
  });
  return call.catch(
    ifUnanswered(({ message }) => {
      log.warn({ applicationId, reason: message }, 'the vehicle service did not respond');
      return fail('try-again', errorMessages['try-again'].vehicleService);
    }),
  );
}
