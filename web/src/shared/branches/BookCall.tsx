// Books a call from the branch within its hours, where the journey allows it; shows, moves or cancels the one that is booked.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { bookCallBack, type CallBack, cancelCallBack, getCallBack } from '#contract/branches.ts';
import { SelectField } from '../../forms/Controls.tsx';
import { Form } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Actions, Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { callBackText as words } from '../../wording/call-back.ts';
import { uiText } from '../../wording/ui-text.ts';

export function BookCall() {
  const { call } = useEnvironment();
  const queries = useQueryClient();
  const href = useJourney()?.links.callBack;
  const { data } = useServerQuery(getCallBack, href);
  const [changing, setChanging] = useState(false);
  const [said, setSaid] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (!href || !data) return null;
  const save = (answer: CallBack) => queries.setQueryData([getCallBack.path, href, undefined], answer);

  const cancel = async () => {
    setBusy(true);
    try {
      save(await call(cancelCallBack, href));
      setSaid(words.canceled);
    } catch {
      setSaid(words.failed);
    }
    setBusy(false);
  };

  if (data.at && !changing) {
    return (
      <Alert kind="success" title={words.booked.title} live>
        <p>{words.booked.what(data.at, data.timeZone)}</p>
        {said === words.failed && <p role="alert">{said}</p>}
        <Actions>
          <Button kind="secondary" compact onClick={() => setChanging(true)}>
            {words.booked.change}
          </Button>
          <Button
            kind="quiet"
            compact
            busy={busy}
            busyWords={words.booked.canceling}
            onClick={() => void cancel()}
          >
            {words.booked.cancel}
          </Button>
        </Actions>
      </Alert>
    );
  }
  if (data.times.length === 0) return null;
  return (
    <Card title={words.title}>
      {said && (
        <Alert kind={said === words.failed ? 'error' : 'info'} live>
          {said}
        </Alert>
      )}
      <p>{words.what}</p>
      <ChooseTime
        callBack={data}
        href={href}
        onBooked={(answer) => {
          save(answer);
          setSaid(undefined);
          setChanging(false);
        }}
        onKeep={data.at ? () => setChanging(false) : undefined}
      />
    </Card>
  );
}

const schema = z.object({
  day: z.string().check(z.minLength(1, uiText.choose)),
  at: z.string().check(z.minLength(1, uiText.choose)),
});

interface ChooseTimeProps {
  readonly callBack: CallBack;
  readonly href: string;
  readonly onBooked: (answer: CallBack) => void;
  readonly onKeep: (() => void) | undefined;
}

function ChooseTime({ callBack: { times, timeZone }, href, onBooked, onKeep }: ChooseTimeProps) {
  const { call } = useEnvironment();
  const days = [...new Set(times.map((time) => words.dayOf(time, timeZone)))];
  const form = useScreenForm({
    schema,
    idPrefix: 'call-',
    defaults: { day: days[0] ?? '', at: '' },
    names: { day: words.day, at: words.time },
    send: async ({ at }) => {
      onBooked(await call(bookCallBack, href, { body: { at } }));
      return undefined;
    },
  });
  const day = form.value('day');
  return (
    <Form form={form} label={words.title}>
      <SelectField
        field={form.field('day')}
        label={words.day}
        size="medium"
        options={days.map((one) => ({ value: one, label: one }))}
        onValue={() => form.set('at', '')}
      />
      <SelectField
        field={form.field('at')}
        label={words.time}
        hint={words.hint}
        size="medium"
        options={times
          .filter((time) => words.dayOf(time, timeZone) === day)
          .map((time) => ({ value: time, label: words.timeOf(time, timeZone) }))}
      />
      <Actions>
        <Button
          type="submit"
          kind="secondary"
          waiting={!form.ready}
          busy={form.busy}
          busyWords={words.booking}
        >
          {words.button}
        </Button>
        {onKeep && (
          <Button kind="quiet" onClick={onKeep}>
            {words.booked.keep}
          </Button>
        )}
      </Actions>
    </Form>
  );
}
