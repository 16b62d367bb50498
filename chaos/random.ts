// Random choices that a seed decides. Each stream has a name, so that a choice in one doesn't shift those of another.
export interface Random {
  /** A number from 0 to 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

export function randomOf(seed: number, ...stream: readonly (string | number)[]): Random {
  let state = hashOf(`${seed} ${stream.join(' ')}`);
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
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

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash ^= text.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash | 0;
}
