// The form that books a call. Loaded on request, because the pages around it need no form.
import * as z from 'zod/mini';
import { bookCallBack, type CallBack } from '#contract/branches.ts';
import { timeIn, weekdayIn } from '#contract/clock-text.ts';
import { SelectField } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { Actions, Button } from '../../ui/Button.tsx';
import { callBackText as words } from '../../wording/call-back.ts';
import { uiText } from '../../wording/ui-text.ts';

const schema = z.object({
  day: z.string().check(z.minLength(1, uiText.choose)),
  at: z.string().check(z.minLength(1, uiText.choose)),
});

interface ChooseCallTimeProps {
  readonly callBack: CallBack;
  readonly href: string;
  readonly onBooked: (callBack: CallBack) => void;
  readonly onKeep: () => void;
}

export default function ChooseCallTime({
  callBack: { times, timeZone },
  href,
  onBooked,
  onKeep,
}: ChooseCallTimeProps) {
  const { call } = useEnvironment();
  const days = [...new Set(times.map((time) => weekdayIn(timeZone, new Date(time))))];
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
        options={days.map((name) => ({ value: name, label: name }))}
        onValue={() => form.reset('at')}
      />
      <SelectField
        field={form.field('at')}
        label={words.time}
        hint={words.hint}
        size="medium"
        options={times
          .filter((time) => weekdayIn(timeZone, new Date(time)) === day)
          .map((time) => ({ value: time, label: timeIn(timeZone, new Date(time)) }))}
      />
      <Actions>
        <SubmitButton form={form} kind="secondary" words={words.button} busyWords={words.booking} />
        <Button kind="quiet" onClick={onKeep}>
          {words.keep}
        </Button>
      </Actions>
    </Form>
  );
}
