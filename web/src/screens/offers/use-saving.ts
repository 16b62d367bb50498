// Saves one thing at a time, such as the offer whose button was pressed.
import { useState } from 'react';

export function useSaving<K>() {
  /** What is being saved. */
  const [saving, setSaving] = useState<K>();
  const [failed, setFailed] = useState(false);

  /** Resolves to whether it was saved. While something else is being saved, it is not sent. */
  const save = async (key: K, send: () => Promise<void>): Promise<boolean> => {
    if (saving !== undefined) return false;
    setSaving(key);
    setFailed(false);
    const isSaved = await send().then(
      () => true,
      () => false,
    );
    setFailed(!isSaved);
    setSaving(undefined);
    return isSaved;
  };
  return { saving, failed, save, clearFailure: () => setFailed(false) };
}
