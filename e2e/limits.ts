// When a browser test fails because of time. These limits end tests that hang; no test on a busy machine may come near them.

/** For a whole test. */
export const testMs = 300_000;
/** For one wait. It is shorter than a test's limit, so that the failure names the wait. */
export const waitMs = 120_000;
/** For one wait for a scheduled job, which runs once a minute of real time, and for a test that has such a wait. */
export const scheduledWaitMs = 240_000;
export const scheduledTestMs = 600_000;
