import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Colors, findColorMistake } from './palette.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

it('whatever five colors are taken, the dark scheme can be read, and a refused color is mended by its sentence', () => {
  fc.assert(
    fc.property(
      fc.record({ paper: color, ink: color, action: color, accent: color, error: color }),
      (taken) => {
        let colors: Colors = taken;
        for (let fixes = 0; fixes < 8; fixes += 1) {
          const mistake = findColorMistake(colors);
          if (mistake === undefined) break;
          const [, field, fix] = /^colors\.(\w+) .* such as (#\w{6})\.$/.exec(mistake) ?? [];
          colors = { ...colors, [String(field)]: fix };
        }
        expect(findColorMistake(colors), JSON.stringify(colors)).toBeUndefined();
      },
    ),
  );
});
