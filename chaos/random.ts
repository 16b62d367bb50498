// Random choices that a seed decides. Each stream has a name, so that a choice in one doesn't shift those of another.
import { createHash } from 'node:crypto';

export type Random = ReturnType<typeof randomOf>;

export function randomOf(seed: number, ...stream: readonly (string | number)[]) {
  let count = 0;
  /** From 0 to 1. */
  const next = () => {
    count += 1;
    const digest = createHash('sha256')
      .update(`${seed} ${stream.join(' ')} ${count}`)
      .digest();
    return digest.readUInt32BE() / 2 ** 32;
  };
  /** A whole number, both ends included. */
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]) => list[between(0, list.length - 1)] as T,
    shuffled: <T>(list: readonly T[]) => {
      const cards = [...list];
      for (let at = cards.length - 1; at > 0; at -= 1) {
        const other = between(0, at);
        [cards[at], cards[other]] = [cards[other] as T, cards[at] as T];
      }
      return cards;
    },
  };
}
