// The applicant's vehicle, for a loan that it secures: by its VIN, or by year, make and model.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BodyIn } from '#contract/endpoint.ts';
import { getLoanRequest } from '#contract/offers.ts';
import { enterVehicle, goWithoutVehicle, modelForm, vinForm } from '#contract/vehicle.ts';
import { TextField } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { MaskedField } from '../../forms/MaskedFields.tsx';
import { digitsMask } from '../../forms/masks.ts';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { useAction } from '../../journey/use-action.ts';
import { LinkTo } from '../../shared/LinkTo.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Page.tsx';
import { vehicleText as words } from '../../wording/vehicle.ts';

export default function Vehicle() {
  const links = useJourney()?.links;
  const isNeeded = links?.withoutVehicle !== undefined;
  const request = useServerQuery(getLoanRequest, links?.loanRequest);
  const [by, setBy] = useState<'vin' | 'model'>('vin');
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(by);
  // The button that was pressed is gone, so the focus moves to the form that it opened.
  useEffect(() => {
    if (shown.current !== by) title.current?.focus();
    shown.current = by;
  }, [by]);
  const { vehicle, isVehicleUnknown } = request.data ?? {};
  return (
    <ScreenPage
      screen="vehicle"
      heading={words.heading}
      lead={isNeeded ? words.neededLead : words.lead}
      width="narrow"
      beside={!isNeeded && <LinkTo screen="offers">{words.back}</LinkTo>}
    >
      {isVehicleUnknown && <Alert>{words.unavailable}</Alert>}
      {vehicle && (
        <p>
          {vehicle.isVinMissing ? words.vinMissing(vehicle.description) : words.current(vehicle.description)}
        </p>
      )}
      <Stack>
        <h2 ref={title} tabIndex={-1}>
          {by === 'vin' ? words.vinTitle : words.modelTitle}
        </h2>
        {/* What was typed in one stays while the other is looked at. */}
        <div hidden={by !== 'vin'}>
          <VinForm />
        </div>
        <div hidden={by !== 'model'}>
          <ModelForm />
        </div>
        <Button kind="link" onClick={() => setBy(by === 'vin' ? 'model' : 'vin')}>
          {by === 'vin' ? words.byModel : words.byVin}
        </Button>
      </Stack>
      <p>{isNeeded ? words.neededWhat : words.what}</p>
      {isNeeded && <WithoutVehicle />}
    </ScreenPage>
  );
}

/** Sends the vehicle, and goes back to the offers that it changed. */
function useEnterVehicle() {
  const { call, journey } = useEnvironment();
  const queries = useQueryClient();
  const navigate = useNavigateTo();
  const href = useJourney()?.links.vehicle;
  return async (body: BodyIn<typeof enterVehicle>) => {
    await call(enterVehicle, href, { body });
    // The programs have changed, and what is cached of their terms with them.
    queries.removeQueries({ type: 'inactive' });
    const [{ defaultScreen = 'offers' }] = await Promise.all([
      journey.refresh(),
      queries.invalidateQueries({ queryKey: [getLoanRequest.path] }),
    ]);
    navigate(defaultScreen === 'vehicle' || defaultScreen === 'bank-link' ? 'offers' : defaultScreen);
    return undefined;
  };
}

/** For an applicant without a vehicle. The application is decided then. */
function WithoutVehicle() {
  const { call } = useEnvironment();
  const href = useJourney()?.links.withoutVehicle;
  const answer = useAction(async () => {
    await call(goWithoutVehicle, href, { body: {} });
    return 'moved';
  });
  return (
    <div>
      <Button {...answer} kind="secondary" busyWords={words.withoutBusy}>
        {words.without}
      </Button>
    </div>
  );
}

function VinForm() {
  const enter = useEnterVehicle();
  const form = useScreenForm({ schema: vinForm, send: enter });
  return (
    <Form form={form} label={words.vinTitle}>
      <TextField
        field={form.field('vin')}
        label={words.vin}
        hint={words.vinHint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <SubmitButton form={form} words={words.submit} busyWords={words.submitting} />
    </Form>
  );
}

const yearMask = digitsMask(4);

function ModelForm() {
  const enter = useEnterVehicle();
  const form = useScreenForm({ schema: modelForm, send: enter });
  return (
    <Form form={form} label={words.modelTitle}>
      <p>{words.modelNote}</p>
      <MaskedField
        field={form.field('year')}
        label={words.year}
        hint={words.yearHint}
        mask={yearMask}
        autoComplete="off"
        size="short"
      />
      <TextField field={form.field('make')} label={words.make} hint={words.makeHint} autoComplete="off" />
      <TextField field={form.field('model')} label={words.model} hint={words.modelHint} autoComplete="off" />
      <SubmitButton form={form} words={words.submit} busyWords={words.submitting} />
    </Form>
  );
}
