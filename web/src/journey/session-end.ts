// Leaves the current screen when the server refuses any call because the session is over.
import type { Send } from '../api/client.ts';
import { ApiFailure } from '../api/failures.ts';

/** Returns whether the screen is being left. */
type Leave = () => boolean;

/** Registers what leaves the current screen, and returns how to unregister it. */
export type OnSessionEnd = (leave: Leave) => () => void;

export function watchSession(send: Send): { readonly send: Send; readonly onSessionEnd: OnSessionEnd } {
  let leave: Leave | undefined;
  return {
    send: async (...args) => {
      try {
        return await send(...args);
      } catch (failure) {
        const isOver = failure instanceof ApiFailure && failure.status === 401;
        // The screen is being left. Its own error handling would lead somewhere else, so its call never resolves.
        if (isOver && leave?.()) return new Promise(() => {});
        throw failure;
      }
    },
    onSessionEnd: (handler) => {
      leave = handler;
      return () => {
        if (leave === handler) leave = undefined;
      };
    },
  };
}
