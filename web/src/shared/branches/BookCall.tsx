// Books a call from the branch within its hours, where the journey allows it; shows, moves or cancels the one that is booked.
import { useState } from 'react';
import { cancelCallBack, getCallBack } from '#contract/branches.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useSaveAnswer, useServerQuery } from '../../journey/queries.ts';
import { useAction } from '../../journey/use-action.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Actions, Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Page.tsx';
import { callBackText as words } from '../../wording/call-back.ts';

const ChooseCallTime = lazyPart(
  () => import('./ChooseCallTime.tsx'),
  <p aria-busy="true">{words.loading}</p>,
);

/** `ifBooked`: shows a booked call, and offers none. */
export function BookCall({ ifBooked = false }: { readonly ifBooked?: boolean }) {
  // The focus of a button that is gone moves to this.
  return (
    <div>
      <CallBooking ifBooked={ifBooked} />
    </div>
  );
}

function CallBooking({ ifBooked }: { readonly ifBooked: boolean }) {
  const { call } = useEnvironment();
  const href = useJourney()?.links.callBack;
  const { data } = useServerQuery(getCallBack, href);
  const save = useSaveAnswer(getCallBack, href);
  const [choosing, setChoosing] = useState(false);
  const [notice, setNotice] = useState<string>();
  const cancel = useAction(async () => {
    save(await call(cancelCallBack, href));
    setNotice(words.canceled);
    return 'again';
  }, words.failed);
  if (!href || !data) return null;

  if (data.at && !choosing) {
    return (
      <Alert kind="success" title={words.booked.title} live>
        <p>{words.booked.what(data.at, data.timeZone)}</p>
        <Actions>
          {data.times.length > 0 && (
            <Button kind="secondary" compact onClick={() => setChoosing(true)}>
              {words.booked.change}
            </Button>
          )}
          <Button {...cancel} kind="quiet" compact busyWords={words.booked.canceling}>
            {words.booked.cancel}
          </Button>
        </Actions>
      </Alert>
    );
  }
  if (data.times.length === 0 || (ifBooked && !data.at)) return notice ? <Alert live>{notice}</Alert> : null;
  if (!choosing) {
    return (
      <Stack tight>
        {notice && <Alert live>{notice}</Alert>}
        <p>{words.what}</p>
        <Actions>
          <Button kind="secondary" onClick={() => setChoosing(true)}>
            {words.choose}
          </Button>
        </Actions>
      </Stack>
    );
  }
  return (
    <Card title={words.title}>
      <ChooseCallTime
        callBack={data}
        href={href}
        onBooked={(answer) => {
          save(answer);
          setNotice(undefined);
          setChoosing(false);
        }}
        onKeep={() => setChoosing(false)}
      />
    </Card>
  );
}
