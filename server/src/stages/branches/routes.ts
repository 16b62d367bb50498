// Routes for the branch that services an application, and its map.
import type { FastifyInstance } from 'fastify';
import { getBranch, getBranchCall, getBranchMap, requestCall } from '#contract/branches.ts';
import type { Branch } from '#lender/schema/branches.ts';
import { transactOn } from '../../journey/applications.ts';
import { callBy } from '../../journey/branch-calls.ts';
import { assertAllowed } from '../../journey/guard.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { requireContext } from '../../journey/request-context.ts';
import { serveStep } from '../../journey/step.ts';
import { fail } from '../../platform/failure.ts';
import { serveFile } from '../../platform/http/http.ts';
import { networkOf } from '../../platform/http/network.ts';
import { ifUnavailable } from '../../platform/jobs/vendor-calls.ts';
import { findCallBack } from '../../records/call-backs.ts';
import type { Services, With } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { directionsTo, managerOf, openHoursOf, textNumberOf } from './branch-contact.ts';
import { nextOpening, requestBranchCall } from './call-back.ts';

export function branchRoutes(app: FastifyInstance, services: Services): void {
  const { db, limiter, vault } = services;
  serveStep(app, services, getBranch, 'branch', async ({ context }) => {
    const { application } = context;
    const branch = branchOf(services, application.branch_id);
    const { timeZone } = branch;
    const opening = nextOpening(branch, timeZone, services.clock.now());
    return {
      name: branch.name,
      streetAddress: branch.streetAddress,
      city: branch.city,
      state: branch.state,
      zipCode: branch.zipCode,
      phone: branch.phone,
      ...textNumberOf(branch),
      openHours: openHoursOf(branch),
      ...(opening && { nextOpening: { at: opening.toISOString(), timeZone } }),
      manager: managerOf(branch),
      href: hrefOf(getBranch, application.id),
      map: hrefOf(getBranchMap, application.id),
      directions: directionsTo(branch),
    };
  });

  /** A time that has passed is promised no more. */
  const callAnswer = (by: Date | null | undefined) => ({
    requested: Boolean(by),
    ...(by && by > services.clock.now() && { callBy: by.toISOString() }),
  });

  serveStep(app, services, getBranchCall, 'branchCall', async ({ context }) => {
    return callAnswer((await findCallBack(db, context.application.id, 'requested'))?.at);
  });

  serveStep(app, services, requestCall, 'branchCall', async ({ context }) => {
    const { id } = context.application;
    const by = callBy(services.lender, context.application, services.clock.now());
    const expected = await transactOn(db, id, async (tx, current) => {
      assertAllowed(current, 'branchCall');
      return requestBranchCall(tx, services, { id, sessionId: context.session.id, by });
    });
    return callAnswer(expected);
  });

  serveFile(app, getBranchMap, async ({ request, reply, params }) => {
    const { application } = await requireContext(services, request, params.applicationId);
    assertAllowed(application, 'branch');
    await limiter.spend('draw-map', application.id);
    await limiter.spend('draw-map', vault.lookup('address', networkOf(request.ip)));
    const { latitude, longitude } = branchOf(services, application.branch_id);
    const map = await services.vendors.places
      .map(latitude, longitude, services.vendors.timeouts.signal(20))
      .catch(ifUnavailable(() => fail('try-again', errorMessages['try-again'].map)));
    return reply.type(getBranchMap.contentType).send(map);
  });
}

function branchOf(services: With<'lender'>, id: string | null): Branch {
  const branch = services.lender.branches.find(({ id: branchId }) => branchId === id);
  return branch ?? fail('not-found', errorMessages['not-found'].noBranch);
}
