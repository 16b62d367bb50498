// The example loan as the build computed it (scripts/example-loan.ts, put in place by vite.config.ts).
import type { ExampleLoan } from '../../wording/more.ts';

declare const __EXAMPLE_LOAN__: ExampleLoan;

export const exampleLoan = __EXAMPLE_LOAN__;
